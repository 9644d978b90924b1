/** A published study beside what the embedded data give by the same pipeline, and what shared tasks support. */
import { analyze } from '../analysis/analyze.ts';
import type { AnalyzeOptions } from '../analysis/options.ts';
import { plainRuntime, type Runtime } from '../analysis/runtime.ts';
import type { Analysis } from '../analysis/types.ts';
import { VERSION } from '../version.ts';
import { type Arithmetic, publishedArithmetic } from './arithmetic.ts';
import { embeddedInputs, embeddedLeaderboard, FLAG_SETS, type FlagSet } from './embedded.ts';
import { type Paragraph, studyParagraphs } from './paragraphs.ts';
import { type StudyReconstruction, studyReconstruction } from './reconstruction.ts';
import type { Study } from './study.ts';

export interface StudyRun {
  readonly flags: FlagSet;
  readonly submissions: 'all' | 'pass@1';
  readonly analysis: Analysis;
}

export interface Reproduction {
  readonly schema: 'passgap-reproduction-1';
  readonly version: string;
  readonly study: Study;
  readonly arithmetic: Arithmetic;
  /** Every open flag set, with all submissions and with pass@1 ones only. */
  readonly runs: readonly StudyRun[];
  /** Ranges over flags that give the published figures; the true flags are unpublished. null where none was made. */
  readonly reconstruction: StudyReconstruction | null;
  readonly paragraphs: readonly Paragraph[];
}

/** Options of the study's own pipeline, beside which the task-aware figures stand. */
export function studyOptions(study: Study, given: Partial<AnalyzeOptions> = {}): Partial<AnalyzeOptions> {
  const { measure, weights, variance, method, test } = study.settings;
  return { measure, weights, variance, method, test, ...given };
}

/** Of the second line of each flag set: the readings of the table, without what only a page of its own would show. */
const PASS_AT_ONE = { attempts: '1', crossed: false, moderators: [] } as const;

/**
 * Runs the study's pipeline on each open flag set.
 *
 * @example (await reproduce(loadStudy('rajan-2026'))).runs.length // 6: three flag sets, all and pass@1 submissions
 */
export async function reproduce(
  study: Study,
  given: Partial<AnalyzeOptions> = {},
  runtime: Runtime = plainRuntime,
): Promise<Reproduction> {
  const runs: StudyRun[] = [];
  for (const flags of FLAG_SETS) {
    const leaderboard = embeddedLeaderboard(flags);
    for (const submissions of ['all', 'pass@1'] as const) {
      const options = studyOptions(study, { ...given, ...(submissions === 'all' ? {} : PASS_AT_ONE) });
      const labels = {
        title: `SWE-bench Verified, flags ${flags}, ${submissions} submissions`,
        provenance: { inputs: embeddedInputs(flags), command: null },
      };
      runs.push({ flags, submissions, analysis: await analyze(leaderboard, options, labels, runtime) });
    }
  }
  return {
    schema: 'passgap-reproduction-1',
    version: VERSION,
    study,
    arithmetic: publishedArithmetic(study),
    runs,
    reconstruction: studyReconstruction(study),
    paragraphs: studyParagraphs(study, runs),
  };
}
