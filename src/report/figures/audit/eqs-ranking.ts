/** Environment quality score of every task, best first, with its bootstrap interval and the thresholds. */
import type { EqsResult, TaskEqs } from '../../../audit/eqs/eqs.ts';
import { count, fixed, levelText, plural } from '../../../format.ts';
import { type Colour, colour } from '../../theme.ts';
import { type Figure, figure, finite } from '../figure.ts';
import { type ForestRow, forestBody } from '../forest-frame.ts';

/** More tasks than this and labels go. */
const MOST_LABELLED = 60;

const TINT: Readonly<Record<string, Colour>> = { KEEP: 'robust', FIX: 'naive', DROP: 'hackable' };

export function eqsRanking(eqs: EqsResult): Figure | null {
  if (eqs.tasks.length === 0) return null;
  const { KEEP, FIX, DROP } = eqs.decisions;
  const { weights, thresholds } = eqs;
  const words = {
    name: 'eqs-ranking',
    title: 'Environment quality score of every task',
    subtitle:
      `EQS = ${weights.V} V + ${weights.H} (1 - H) + ${weights.F1} F1 + ${weights.D} D; ${levelText(eqs.level)} percentile bootstrap over the candidates of a task. ` +
      `KEEP above ${thresholds.keepAbove}: ${count(KEEP)}; FIX: ${count(FIX)}; DROP below ${thresholds.dropBelow}: ${count(DROP)}.`,
    description: `${plural(eqs.tasks.length, 'task')} by score: ${count(KEEP)} to keep, ${count(FIX)} to fix, ${count(DROP)} to drop.`,
  };
  return eqs.tasks.length > MOST_LABELLED ? caterpillar(eqs, words) : labelled(eqs, words);
}

type Words = Parameters<typeof figure>[0];

function labelled(eqs: EqsResult, words: Words): Figure {
  const body = forestBody({
    rows: eqs.tasks.map(taskRow),
    measure: '',
    domain: [0, 1],
    labelTitle: 'Task',
    columns: ['EQS', 'decision', 'V', 'H', 'F1', 'D'],
    axisTitle: 'Environment quality score',
    width: 260,
  });
  const lines = [eqs.thresholds.keepAbove, eqs.thresholds.dropBelow].map((x) => ({ x }));
  const layer = body.layer as object[];
  const limits = {
    data: { values: lines },
    mark: { type: 'rule', color: colour('soft'), strokeDash: [3, 3], aria: false },
    encoding: { x: { field: 'x', type: 'quantitative' } },
  };
  return figure(words, { ...body, layer: [limits, ...layer] }, 760);
}

function taskRow(task: TaskEqs): ForestRow {
  const { lower, upper } = task.bounds;
  const score = task.eqs === null ? `${fixed(lower, 2)} to ${fixed(upper, 2)}` : fixed(task.eqs, 3);
  const { V, H, F1, D } = task.components;
  const interval = task.bootstrap?.interval ?? null;
  return {
    kind: 'interval',
    label: task.task,
    estimate: task.eqs,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    colour: TINT[task.decision ?? ''] ?? 'mark',
    size: 40,
    cells: [score, task.decision ?? 'none', ...[V, H, F1, D].map((value) => fixed(value, 2))],
    description: `${task.task}: ${score}, ${task.decision ?? 'no decision'}`,
  };
}

function caterpillar(eqs: EqsResult, words: Words): Figure {
  const values = eqs.tasks
    .filter((task) => finite(task.eqs))
    .map((task, i) => ({
      rank: i + 1,
      score: task.eqs,
      lo: task.bootstrap?.interval?.lower ?? null,
      hi: task.bootstrap?.interval?.upper ?? null,
      tint: colour(TINT[task.decision ?? ''] ?? 'mark'),
      description: taskRow(task).description,
    }));
  const x = {
    field: 'rank',
    type: 'quantitative',
    title: 'Tasks, best first',
    scale: { domain: [0, values.length + 1], nice: false },
    axis: { grid: false },
  };
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    title: 'Environment quality score',
    scale: { domain: [0, 1], nice: false },
  });
  const tint = { field: 'tint', type: 'nominal', scale: null, legend: null };
  const limits = [eqs.thresholds.keepAbove, eqs.thresholds.dropBelow].map((score) => ({ score }));
  return figure(
    words,
    {
      width: 620,
      height: 260,
      layer: [
        {
          data: { values: limits },
          mark: { type: 'rule', color: colour('soft'), strokeDash: [3, 3], aria: false },
          encoding: { y: y('score') },
        },
        {
          data: { values: values.filter((value) => value.lo !== null) },
          mark: { type: 'rule', color: colour('bar'), aria: false },
          encoding: { x, y: y('lo'), y2: { field: 'hi' } },
        },
        {
          data: { values },
          mark: { type: 'point', filled: true, size: 16, opacity: 1 },
          encoding: {
            x,
            y: y('score'),
            color: tint,
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
    640,
  );
}
