import { count, fixed, percent, plural } from '../../format.ts';
import type { EqsResult } from '../eqs/eqs.ts';
import { columns, notesOf, type PartView } from './types.ts';

export function eqsView(result: EqsResult): PartView {
  const { weights, thresholds, decisions, grid, counts } = result;
  const rule = `EQS = ${weights.V} V + ${weights.H} (1 - H) + ${weights.F1} F1 + ${weights.D} D; KEEP above ${thresholds.keepAbove}, DROP below ${thresholds.dropBelow}, FIX between.`;
  const sensitivity =
    grid.tasks === 0
      ? []
      : [
          `Weights moved by up to ${grid.reach} in steps of ${grid.step} (${plural(grid.points, 'point')}): ${count(grid.tasksThatChange)} of ${plural(grid.tasks, 'task')} change their decision somewhere, at most ${count(grid.mostChanged)} at one point.`,
        ];
  return {
    part: 'eqs',
    title: 'Environment quality score',
    sentences: [
      `${count(counts.scored)} of ${plural(counts.tasks, 'task')} scored: ${count(decisions.KEEP)} KEEP, ${count(decisions.FIX)} FIX, ${count(decisions.DROP)} DROP.`,
      rule,
      `V: ${result.formulas.V}. H: ${result.formulas.H}. F1: ${result.formulas.F1}. D: ${result.formulas.D}.`,
      ...sensitivity,
    ],
    tables: [
      {
        name: 'eqs-tasks',
        caption: 'Tasks by score',
        columns: columns(
          'task',
          '>EQS',
          '>interval',
          'decision',
          '>held by',
          '>V',
          '>H',
          '>F1',
          '>D',
          '>bounds',
        ),
        rows: result.tasks.map((task) => [
          task.task,
          fixed(task.eqs, 3),
          task.bootstrap?.interval == null
            ? 'n/a'
            : `${fixed(task.bootstrap.interval.lower, 3)} to ${fixed(task.bootstrap.interval.upper, 3)}`,
          task.decision ?? `lacks ${task.missing.join(', ')}`,
          task.decision === null || task.bootstrap?.decisions == null
            ? 'n/a'
            : percent(task.bootstrap.decisions[task.decision], 0),
          fixed(task.components.V, 3),
          fixed(task.components.H, 3),
          fixed(task.components.F1, 3),
          fixed(task.components.D, 3),
          task.eqs === null ? `${fixed(task.bounds.lower, 3)} to ${fixed(task.bounds.upper, 3)}` : '',
        ]),
      },
    ],
    notes: notesOf(result),
  };
}
