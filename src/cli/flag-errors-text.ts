/** What errors in the flags could do, on a terminal. */

import type { AcceptedSide, FlagErrors } from '../analysis/flag-errors/types.ts';
import type { Analysis } from '../analysis/types.ts';
import { count, effectUnit, effectValue, intervalValue, percent, plural } from '../format.ts';
import { rangeText } from '../report/tables/flag-errors.ts';
import { strong, textTable } from './table.ts';

/** Blocks of lines; none when neither flags nor options give rise to them. */
export function flagErrorBlocks(analysis: Analysis): string[][] {
  const found = analysis.flagErrors ?? null;
  if (found === null) return [];
  const lines = [strong('Errors in the flags')];
  if (found.corrected !== null || found.ambiguous !== null) lines.push(boundsTable(found));
  if (found.accepted !== null) {
    if (lines.length > 1) lines.push('');
    lines.push(acceptedTable(analysis, found.accepted));
  }
  return [lines];
}

function boundsTable({ corrected, ambiguous }: FlagErrors): string {
  const rows: string[][] = [];
  if (corrected !== null) {
    const { point, rounds } = corrected;
    rows.push(['as flagged', effectValue(corrected.plain, 'RD'), '', '']);
    rows.push([
      `sensitivity ${percent(point.sensitivity)}, specificity ${percent(point.specificity)}`,
      effectValue(point.estimate, 'RD'),
      intervalValue(point.ciLower, point.ciUpper, 'RD'),
      point.reason ??
        (rounds === null ? '' : `from ${plural(rounds.rounds, 'round')} of attack; an upper bound`),
    ]);
    if (corrected.lower !== corrected.upper) {
      rows.push([
        `sensitivity ${rangeText(corrected.sensitivity)}, specificity ${rangeText(corrected.specificity)}`,
        `${effectValue(corrected.lower, 'RD')} to ${effectValue(corrected.upper, 'RD')}`,
        intervalValue(corrected.ciLower, corrected.ciUpper, 'RD'),
        'outermost over the ranges, cut at 100 pp',
      ]);
    }
  }
  if (ambiguous !== null) {
    const { lower, upper, plain, tasks } = ambiguous;
    rows.push([`${plural(tasks, 'ambiguous task')} left out`, effectValue(plain, 'RD'), '', '']);
    for (const [name, end] of [
      ['the worst way', lower],
      ['the best way', upper],
    ] as const) {
      rows.push([
        `ambiguous tasks ${name}`,
        effectValue(end.gap, 'RD'),
        intervalValue(end.ciLower, end.ciUpper, 'RD'),
        `hackable: ${end.hackable.length === 0 ? 'none' : end.hackable.join(', ')}`,
      ]);
    }
  }
  return textTable(
    [
      { title: 'if' },
      { title: 'gap (pp)', align: 'right' },
      { title: 'task-aware', align: 'right' },
      { title: 'note' },
    ],
    rows,
  );
}

function acceptedTable(
  { options }: Analysis,
  { all, accepted }: NonNullable<FlagErrors['accepted']>,
): string {
  const { measure } = options;
  const row = (name: string, side: AcceptedSide) => [
    name,
    count(side.hackable),
    count(side.robust),
    effectValue(side.estimate, measure),
    intervalValue(side.ciLower, side.ciUpper, measure),
    intervalValue(side.taskCiLower, side.taskCiUpper, measure),
    side.reason ?? '',
  ];
  const unit = effectUnit(measure);
  return textTable(
    [
      { title: 'contrast within' },
      { title: 'hackable', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: `gap (${unit})`, align: 'right' },
      { title: 'independent', align: 'right' },
      { title: 'task-aware', align: 'right' },
      { title: 'note' },
    ],
    [row('all audited tasks', all), row('tasks where some attack patch passed', accepted)],
  );
}
