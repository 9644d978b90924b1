/** A found assignment through the ordinary analysis: what is kept has its figures from there. */
import { analyze } from '../../analysis/analyze.ts';
import type { AnalyzeOptions } from '../../analysis/options.ts';
import type { Runtime } from '../../analysis/runtime.ts';
import type { Analysis } from '../../analysis/types.ts';
import type { Leaderboard, Status } from '../../leaderboard/types.ts';
import { FIGURES, GAP, I2, LOWER, MODELS, POSITIVE, UNSTRATIFIED, UPPER } from './kernel.ts';
import type { FoundAssignment } from './search.ts';
import type { Figures, Rule, Solution } from './types.ts';

/** The leaderboard as if `assignment` were its flags: dropped candidates excluded, all other tasks unaudited. */
export function withFlags(
  leaderboard: Leaderboard,
  candidates: readonly string[],
  { hackable, dropped }: FoundAssignment,
): Leaderboard {
  const status = new Map<string, Status>(candidates.map((task) => [task, 'robust']));
  for (const task of hackable) status.set(task, 'hackable');
  for (const task of dropped) status.set(task, 'excluded');
  return {
    ...leaderboard,
    tasks: leaderboard.tasks.map((task) => ({
      ...task,
      status: status.get(task.id) ?? 'unaudited',
      accepted: null,
    })),
  };
}

/** Options of `analyze` that a rule stands for. */
export const ruleOptions = (rule: Rule, level: number): Partial<AnalyzeOptions> => ({
  measure: 'RD',
  ...rule,
  method: 'DL',
  test: 'z',
  level,
  moderators: [],
  crossed: false,
});

/** Runs `analyze` on the assignment and takes the figures from it. */
export async function confirm(
  leaderboard: Leaderboard,
  candidates: readonly string[],
  assignment: FoundAssignment,
  options: Partial<AnalyzeOptions>,
  runtime: Runtime,
): Promise<Solution> {
  const analysis = await analyze(withFlags(leaderboard, candidates, assignment), options, {}, runtime);
  const { sharedTasks: shared, permutation } = analysis;
  return {
    ...assignment,
    figures: figuresOf(analysis),
    taskAware: {
      se: shared?.se ?? null,
      df: shared?.df ?? null,
      ciLower: shared?.ciLower ?? null,
      ciUpper: shared?.ciUpper ?? null,
      p: shared?.p ?? null,
    },
    permutation: permutation && {
      p: permutation.p,
      pGreater: permutation.pGreater,
      permutations: permutation.permutations,
    },
  };
}

function figuresOf({ pooled, signTest, unstratified }: Analysis): Figures {
  return {
    gap: pooled.estimate,
    ciLower: pooled.ciLower,
    ciUpper: pooled.ciUpper,
    i2: pooled.i2,
    positive: signTest.positive,
    models: pooled.k,
    unstratified: unstratified.meanGap,
  };
}

/** Figures in the places of the kernel; NaN for what does not exist. */
export function packFigures(figures: Figures): Float64Array {
  const out = new Float64Array(FIGURES);
  const put = (place: number, value: number | null) => {
    out[place] = value ?? Number.NaN;
  };
  put(GAP, figures.gap);
  put(LOWER, figures.ciLower);
  put(UPPER, figures.ciUpper);
  put(I2, figures.i2);
  put(POSITIVE, figures.positive);
  put(MODELS, figures.models);
  put(UNSTRATIFIED, figures.unstratified);
  return out;
}

/** The way back; null for NaN. */
export function unpackFigures(out: Float64Array): Figures {
  const value = (place: number) => (Number.isFinite(out[place]) ? out[place] : null);
  return {
    gap: value(GAP),
    ciLower: value(LOWER),
    ciUpper: value(UPPER),
    i2: value(I2),
    positive: out[POSITIVE],
    models: out[MODELS],
    unstratified: value(UNSTRATIFIED),
  };
}
