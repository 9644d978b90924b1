/** The gap under errors in the flags. */
import type { Range } from '../../analysis/flag-errors/types.ts';
import type { Analysis } from '../../analysis/types.ts';
import { percent, plural } from '../../format.ts';
import type { Cell, Table } from '../table.ts';

/** "70.0 % to 100.0 %", or one value where both ends are the same. */
export const rangeText = ([from, to]: Range): string =>
  from === to ? percent(from) : `${percent(from)} to ${percent(to)}`;

export function flagErrorsTable({ flagErrors }: Analysis): Table {
  const rows: Cell[][] = [];
  const corrected = flagErrors?.corrected ?? null;
  if (corrected !== null) {
    const { point, sensitivity, specificity, rounds } = corrected;
    rows.push(['as flagged', corrected.plain, corrected.plain, null, null, null]);
    rows.push([
      `sensitivity ${percent(point.sensitivity)}, specificity ${percent(point.specificity)}`,
      point.estimate,
      point.estimate,
      point.ciLower,
      point.ciUpper,
      point.reason ??
        (rounds === null ? null : `from ${plural(rounds.rounds, 'round')} of attack; an upper bound`),
    ]);
    if (corrected.lower !== corrected.upper) {
      rows.push([
        `sensitivity ${rangeText(sensitivity)}, specificity ${rangeText(specificity)}`,
        corrected.lower,
        corrected.upper,
        corrected.ciLower,
        corrected.ciUpper,
        'outermost over the ranges, cut at 100 pp',
      ]);
    }
  }
  const ambiguous = flagErrors?.ambiguous ?? null;
  if (ambiguous !== null) {
    const { plain, lower, upper, tasks } = ambiguous;
    rows.push([`${plural(tasks, 'ambiguous task')} left out`, plain, plain, null, null, null]);
    for (const [name, end] of [
      ['ambiguous tasks the worst way', lower],
      ['ambiguous tasks the best way', upper],
    ] as const) {
      const note = end.hackable.length === 0 ? 'none hackable' : `hackable: ${end.hackable.join(', ')}`;
      rows.push([name, end.gap, end.gap, end.ciLower, end.ciUpper, note]);
    }
  }
  return {
    name: 'flag-errors',
    title: 'The gap under errors in the flags',
    measure: 'RD',
    columns: [
      { key: 'case', title: 'If', kind: 'text' },
      { key: 'lower', title: 'Gap, smallest', kind: 'effect' },
      { key: 'upper', title: 'Gap, largest', kind: 'effect' },
      { key: 'ciLower', title: 'Lower, task-aware', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper, task-aware', kind: 'effect' },
      { key: 'note', title: 'Note', kind: 'text' },
    ],
    rows,
  };
}

export function acceptedTable({ flagErrors, options }: Analysis): Table {
  const found = flagErrors?.accepted ?? null;
  const sides =
    found === null
      ? []
      : ([
          ['all audited tasks', found.all],
          ['tasks where some attack patch passed', found.accepted],
        ] as const);
  return {
    name: 'accepted',
    title: 'The contrast within tasks that accepted an attack patch',
    measure: options.measure,
    columns: [
      { key: 'within', title: 'Within', kind: 'text' },
      { key: 'hackable', title: 'Hackable', kind: 'count' },
      { key: 'robust', title: 'Robust', kind: 'count' },
      { key: 'estimate', title: 'Gap', kind: 'effect' },
      { key: 'ciLower', title: 'Lower, independent', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper, independent', kind: 'effect' },
      { key: 'taskCiLower', title: 'Lower, task-aware', kind: 'effect' },
      { key: 'taskCiUpper', title: 'Upper, task-aware', kind: 'effect' },
      { key: 'reason', title: 'Note', kind: 'text' },
    ],
    rows: sides.map(([name, side]) => [
      name,
      side.hackable,
      side.robust,
      side.estimate,
      side.ciLower,
      side.ciUpper,
      side.taskCiLower,
      side.taskCiUpper,
      side.reason,
    ]),
  };
}
