/** The published line of a study beside one line for each open flag set: the terminal and the page show the same rows. */

import { effectValue, inPercent, intervalValue, NOT_ESTIMABLE, pNumber } from '../format.ts';
import { reconstructionCells } from '../studies/reconstruct/paragraph.ts';
import type { Reproduction, StudyRun } from '../studies/reproduce.ts';
import type { Study } from '../studies/study.ts';
import type { Table } from './table.ts';

/** The published line, what reconstructed flags would add to it, and one line a run; text cells, rounded as everywhere. */
export function comparisonTable({ study, runs, reconstruction }: Reproduction): Table {
  const { published, sample } = study;
  const text = (key: string, title: string) => ({ key, title, kind: 'text' as const });
  return {
    name: 'comparison',
    title: `${study.id}: published figures and the same pipeline on open flag sets`,
    measure: 'RD',
    columns: [
      text('flags', 'Flags'),
      text('submissions', 'Submissions'),
      text('tasks', 'Hackable / robust'),
      text('gap', 'Gap (pp)'),
      text('independent', 'Independent'),
      text('taskAware', 'Task-aware'),
      text('p', 'p'),
      text('i2', 'I2'),
      text('positive', 'Positive'),
      text('unstratified', 'No strata (pp)'),
    ],
    rows: [
      [
        'as published',
        'all',
        `${sample.hackable} / ${sample.robust}`,
        effectValue(published.gap, 'RD'),
        intervalValue(published.ciLower, published.ciUpper, 'RD'),
        'not published',
        'not published',
        inPercent(published.i2, 0),
        `${published.positive} of ${published.models}`,
        effectValue(published.unstratifiedGap, 'RD'),
      ],
      ...(reconstruction === null ? [] : [reconstructedRow(study, reconstruction)]),
      ...runs.map(runRow),
    ],
  };
}

/** Ranges over flags that give the published line; those flags are not the true ones, which are unpublished. */
function reconstructedRow(
  { sample, published }: Study,
  { primary }: NonNullable<Reproduction['reconstruction']>,
): string[] {
  const { taskAware, p, unstratified } = reconstructionCells(primary);
  return [
    'reconstructed, not the true flags',
    'all',
    `${sample.hackable} / ${sample.robust}`,
    'as published',
    'as published',
    taskAware,
    p,
    inPercent(published.i2, 0),
    `${published.positive} of ${published.models}`,
    unstratified,
  ];
}

function runRow({ flags, submissions, analysis }: StudyRun): string[] {
  const { pooled, sharedTasks, permutation, signTest, counts } = analysis;
  return [
    flags,
    submissions,
    `${counts.hackable} / ${counts.robust}`,
    effectValue(pooled.estimate, pooled.measure),
    intervalValue(pooled.ciLower, pooled.ciUpper, pooled.measure),
    sharedTasks === null
      ? NOT_ESTIMABLE
      : intervalValue(sharedTasks.ciLower, sharedTasks.ciUpper, pooled.measure),
    permutation === null ? 'not run' : pNumber(permutation.p),
    inPercent(pooled.i2, 0),
    `${signTest.positive} of ${pooled.k}`,
    effectValue(analysis.unstratified.meanGap, 'RD'),
  ];
}
