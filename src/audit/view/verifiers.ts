import { count, percent } from '../../format.ts';
import type { Selector } from '../verifiers/curves.ts';
import type { VerifiersResult } from '../verifiers/verifiers.ts';
import { columns, meanPercent, notesOf, type PartView, rateText, type ViewTable } from './types.ts';

const SELECTORS: Readonly<Record<Selector, string>> = {
  pass: 'Pass@k (ceiling)',
  executionBased: 'execution-based',
  executionFree: 'execution-free',
  hybrid: 'hybrid',
};

export function verifiersView(result: VerifiersResult): PartView {
  const { tests, curves, successes } = result;
  const sentences: string[] = [];
  if (tests.assessed > 0) {
    sentences.push(
      `Of ${count(tests.assessed)} assessed tests ${meanPercent(tests.pooled.discriminating)} tell right from wrong patches and ${meanPercent(tests.pooled.toxic)} are toxic; in ${rateText(tests.tasksBelow20Percent)} of the tasks fewer than 20 % of the tests discriminate, the most toxic task has ${percent(tests.mostToxic)}.`,
    );
  }
  const last = curves
    .map(({ selector, points }) => ({ selector, point: points.at(-1) }))
    .filter(({ point }) => point !== undefined && point.estimate.value !== null)
    .map(({ selector, point }) => `${SELECTORS[selector]} ${percent(point?.estimate.value)}`);
  const k = curves[0]?.points.at(-1)?.k;
  if (last.length > 0) sentences.push(`At k = ${count(k)}: ${last.join(', ')}.`);
  const two = successes.caps.find(({ cap }) => cap === 2);
  if (two !== undefined) {
    sentences.push(
      `${count(successes.successes)} successes over ${count(successes.tasks)} tasks; the tenth of tasks with most of them holds ${percent(successes.topTenthShare)}; at most two a task keeps ${count(two.kept)}.`,
    );
  }
  const curveTable: ViewTable = {
    name: 'verifiers-curves',
    caption: 'Correctness of the chosen patch, mean over tasks with its interval over tasks',
    columns: columns(
      '>k',
      ...curves.map(({ selector }) => `>${SELECTORS[selector]}`),
      '>tasks with fewer patches',
    ),
    rows: (curves[0]?.points ?? []).map((point, i) => [
      count(point.k),
      ...curves.map((curve) => meanPercent(curve.points[i].estimate)),
      count(point.notEstimable),
    ]),
  };
  const testTable: ViewTable = {
    name: 'verifiers-tests',
    caption: 'Tests by task',
    columns: columns('task', '>tests', '>discriminating', '>uninformative', '>toxic'),
    rows: tests.perTask.map((task) => [
      task.task,
      count(task.tests),
      count(task.discriminating),
      count(task.uninformative),
      count(task.toxic),
    ]),
  };
  const capTable: ViewTable = {
    name: 'verifiers-caps',
    caption: 'Successes kept when at most so many a task are kept',
    columns: columns('>cap', '>kept', '>share'),
    rows: successes.caps.map(({ cap, kept, share }) => [count(cap), count(kept), percent(share)]),
  };
  return {
    part: 'verifiers',
    title: 'Verifiers',
    sentences,
    tables: [curveTable, testTable, capTable].filter((table) => table.rows.length > 0),
    notes: notesOf(result),
  };
}
