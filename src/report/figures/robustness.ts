/** What the gap stands on: without single tasks and strata, and with covariates held fixed; all task-aware. */

import type { AdjustedGap, LeaveOut } from '../../analysis/sensitivity/types.ts';
import type { Analysis } from '../../analysis/types.ts';
import { effectValue, intervalValue, levelText, plural } from '../../format.ts';
import { effectLine } from '../method-line.ts';
import { type Figure, figure, finite } from './figure.ts';
import { type ForestRow, forestBody } from './forest-frame.ts';

/** Tasks shown: those whose leaving moves the estimate most. */
const TASKS = 8;

export function robustness(analysis: Analysis): Figure | null {
  const { robustness: found, sharedTasks, options } = analysis;
  if (found === undefined || found === null) return null;
  const { measure, level } = options;
  const all = sharedTasks?.estimate ?? null;
  const moved = [...found.leaveOneTaskOut]
    .filter((row) => finite(row.estimate))
    .sort((a, b) => Math.abs(b.estimate! - (all ?? 0)) - Math.abs(a.estimate! - (all ?? 0)))
    .slice(0, TASKS)
    .sort((a, b) => b.estimate! - a.estimate!);
  const rows = [
    plain(
      'As analysed',
      sharedTasks?.estimate ?? null,
      sharedTasks?.ciLower ?? null,
      sharedTasks?.ciUpper ?? null,
      measure,
    ),
    ...section(
      'Without one stratum',
      found.leaveOneStratumOut.map((row) => left(row, measure)),
    ),
    ...section(
      'Without one task, those that move it most',
      moved.map((row) => left(row, measure)),
    ),
    ...section(
      'Covariates of tasks held fixed',
      found.adjusted.filter((row) => row.covariates.length > 0).map(adjusted),
    ),
  ];
  const estimates = found.leaveOneTaskOut.map((row) => row.estimate).filter(finite);
  const range =
    estimates.length === 0
      ? ''
      : `Without one task the gap lies between ${effectValue(Math.min(...estimates), measure)} and ${effectValue(Math.max(...estimates), measure)}. `;
  return figure(
    {
      name: 'robustness',
      title: 'What the gap stands on',
      subtitle: `${effectLine(analysis)}; task-aware ${levelText(level)} intervals. ${range}Adjusted gaps are risk differences of task scores.`,
      description: `${range}${plural(found.leaveOneStratumOut.length, 'stratum', 'strata')} left out in turn; ${plural(found.adjusted.length, 'adjusted gap')}. ${rows
        .filter((row) => row.kind === 'interval')
        .map((row) => `${row.description}.`)
        .join(' ')}`,
    },
    forestBody({
      rows,
      measure,
      labelTitle: '',
      columns: [`gap [${levelText(level)} interval]`],
      reference: all,
      step: 15,
      labelLength: 60,
      width: 280,
    }),
    760,
  );
}

function section(title: string, rows: readonly ForestRow[]): ForestRow[] {
  if (rows.length === 0) return [];
  return [
    {
      kind: 'heading',
      label: title,
      estimate: null,
      lower: null,
      upper: null,
      colour: 'ink',
      cells: [],
      description: title,
    },
    ...rows,
  ];
}

const left = (row: LeaveOut, measure: string): ForestRow =>
  plain(
    row.status === null ? row.leftOut || 'all tasks' : `${row.leftOut} (${row.status})`,
    row.estimate,
    row.taskCiLower,
    row.taskCiUpper,
    measure,
    row.reason,
  );

const adjusted = (row: AdjustedGap): ForestRow =>
  plain(
    `${row.covariates.join(', ')}, by ${row.way}`,
    row.estimate,
    row.ciLower,
    row.ciUpper,
    'RD',
    row.reason,
  );

function plain(
  label: string,
  estimate: number | null,
  lower: number | null,
  upper: number | null,
  measure: string,
  reason: string | null = null,
): ForestRow {
  const text =
    estimate === null
      ? (reason ?? 'not estimable')
      : `${effectValue(estimate, measure)} ${intervalValue(lower, upper, measure)}`;
  return {
    kind: 'interval',
    label,
    estimate,
    lower,
    upper,
    colour: 'aware',
    cells: [text],
    description: `${label}: ${text}`,
  };
}
