/** What a reader must know of a study and of the open flag sets; every number in it comes from the runs. */
import { excludesZero } from '../analysis/verdict.ts';
import { effect, interval, pText } from '../format.ts';
import type { FlagSet } from './embedded.ts';
import { reconstructionParagraph } from './reconstruct/paragraph.ts';
import { studyReconstruction } from './reconstruction.ts';
import type { StudyRun } from './reproduce.ts';
import type { Study } from './study.ts';

export interface Paragraph {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export function studyParagraphs(study: Study, runs: readonly StudyRun[]): Paragraph[] {
  const whole = (flags: FlagSet) =>
    runs.find((run) => run.flags === flags && run.submissions === 'all')!.analysis;
  const reconstruction = studyReconstruction(study);
  const reconstructed =
    reconstruction === null
      ? []
      : [
          {
            id: 'reconstruction',
            title: 'What the published figures allow',
            text: reconstructionParagraph(reconstruction.primary, reconstruction.unstratified),
          },
        ];
  return [
    {
      id: 'not-published',
      title: 'What was not published',
      text:
        `${study.reference} does not publish: ${study.notPublished.join('; ')}. ` +
        `So its figures can't be recomputed, only held against each other and against the same pipeline on other flags. ` +
        `The settings used here are ${study.settings.method} with ${study.settings.test}, weights ${study.settings.weights}, variance ${study.settings.variance}; ` +
        `${study.settings.assumed.join(' and ')} are assumed: they are not published, and the published figures don't tell them.`,
    },
    ...reconstructed,
    {
      id: 'outcome-dependent',
      title: 'Flags that depend on outcomes',
      text:
        `UTBoost confirms a task only when some submitted patch passes the old tests and fails the new ones. A task that few submissions pass has less chance to be confirmed, so the flag depends on the outcomes that it is held against. ` +
        `Its gap, ${effect(whole('utboost').pooled.estimate, 'RD')}, carries that dependence in an unknown amount, and no interval here, independent or task-aware, takes it off.`,
    },
    acceptedParagraph(whole('tripwire-accepted')),
  ];
}

function acceptedParagraph(analysis: StudyRun['analysis']): Paragraph {
  const { pooled, sharedTasks, permutation } = analysis;
  const aware =
    sharedTasks === null
      ? 'with no task-aware interval'
      : `task-aware interval ${interval(sharedTasks.ciLower, sharedTasks.ciUpper, pooled.measure)}`;
  const permuted = permutation === null ? '' : `, ${pText(permutation.p, null, 'permutation p')}`;
  const reading =
    sharedTasks !== null && excludesZero(sharedTasks) === true
      ? 'Within these tasks, the task-aware interval leaves 0 out.'
      : 'Within these tasks, the data do not tell the gap from 0.';
  return {
    id: 'attackability',
    title: 'A contrast that holds attackability fixed',
    text:
      `The flag set tripwire-accepted compares hackable with robust tasks only among tasks where some attack patch passed, so "an attack patch passes" is the same in both arms. The published contrast does not hold it fixed: its robust arm may also hold tasks whose tests let no attack through because they are hard to pass at all. ` +
      `Here the gap is ${effect(pooled.estimate, pooled.measure)} (${aware}${permuted}). ${reading} It answers another question than the published gap and does not refute it.`,
  };
}
