/** `reproduce` on a terminal: published figures first, then every open flag set, both readings side by side. */
import { levelText } from '../format.ts';
import { comparisonTable } from '../report/comparison.ts';
import type { Reproduction } from '../studies/reproduce.ts';
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
  const { columns, rows } = comparisonTable(result);
  const table = textTable(
    columns.map(({ title }, c) => ({ title, align: c < 2 ? 'left' : 'right' })),
    rows.map((row) => row.map((cell) => String(cell).replace('not published', 'none'))),
  );
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
