/** `reproduce` on a terminal: published figures first, then every open flag set, both readings side by side. */
import { effectValue, inPercent, intervalValue, levelText, NOT_ESTIMABLE, pNumber } from '../format.ts';
import type { Reproduction, StudyRun } from '../studies/reproduce.ts';
import { paragraph, strong, textTable } from './table.ts';

export function reproductionText(result: Reproduction): string {
  const { study } = result;
  const level = levelText(result.runs[0].analysis.options.level);
  const head = [
    strong(`${study.title}`),
    paragraph(
      `${study.reference}. ${study.sample.benchmark}, ${study.sample.models} submissions, ${study.sample.tasksAudited} tasks audited, ${study.sample.hackable} hackable.`,
    ),
    '',
    paragraph(
      `Gap in percentage points between hackable and robust tasks of the same ${study.published.stratum}. "Independent" takes the models as independent studies (${study.settings.method}, z), as published; "task-aware" counts the shared tasks as shared (t); p permutes the flags within strata, two sided. Intervals are ${level}.`,
    ),
    '',
  ];
  const table = textTable(COLUMNS, [publishedRow(result), ...result.runs.map(runRow)]);
  const checks = textTable(
    [
      { title: 'published arithmetic' },
      { title: 'published' },
      { title: 'implied' },
      { title: 'agree' },
      { title: 'how' },
    ],
    result.arithmetic.checks.map((check) => [
      check.name,
      check.published,
      check.implied,
      check.agrees === null ? '-' : check.agrees ? 'yes' : 'NO',
      check.how,
    ]),
  );
  const paragraphs = result.paragraphs.flatMap((one) => ['', strong(one.title), paragraph(one.text)]);
  return [...head, table, '', checks, ...paragraphs].join('\n');
}

const COLUMNS = [
  { title: 'flags' },
  { title: 'submissions' },
  { title: 'gap', align: 'right' },
  { title: 'independent', align: 'right' },
  { title: 'task-aware', align: 'right' },
  { title: 'p', align: 'right' },
  { title: 'I2', align: 'right' },
  { title: 'positive', align: 'right' },
  { title: 'no strata', align: 'right' },
] as const;

function publishedRow({ study }: Reproduction): string[] {
  const { published } = study;
  return [
    'as published',
    'all',
    effectValue(published.gap, 'RD'),
    intervalValue(published.ciLower, published.ciUpper, 'RD'),
    'none',
    'none',
    inPercent(published.i2, 0),
    `${published.positive}/${published.models}`,
    effectValue(published.unstratifiedGap, 'RD'),
  ];
}

function runRow({ flags, submissions, analysis }: StudyRun): string[] {
  const { pooled, sharedTasks, permutation, signTest } = analysis;
  return [
    flags,
    submissions,
    effectValue(pooled.estimate, pooled.measure),
    intervalValue(pooled.ciLower, pooled.ciUpper, pooled.measure),
    sharedTasks === null
      ? NOT_ESTIMABLE
      : intervalValue(sharedTasks.ciLower, sharedTasks.ciUpper, pooled.measure),
    permutation === null ? 'not run' : pNumber(permutation.p),
    inPercent(pooled.i2, 0),
    `${signTest.positive}/${pooled.k}`,
    effectValue(analysis.unstratified.meanGap, 'RD'),
  ];
}
