/** `analyze --sensitivity` on a terminal. */

import type { AdjustedGap, LeaveOut, Robustness } from '../analysis/sensitivity/types.ts';
import type { Analysis } from '../analysis/types.ts';
import { excludesZero } from '../analysis/verdict.ts';
import {
  count,
  effect,
  effectSpread,
  effectValue,
  fixed,
  intervalValue,
  percent,
  plural,
  pNumber,
} from '../format.ts';
import { paragraph, strong, textTable } from './table.ts';

/** Blocks of lines; none when it was not asked for. */
export function robustnessBlocks(analysis: Analysis): string[][] {
  const found = analysis.robustness ?? null;
  if (found === null) return [];
  return [
    [strong('Other choices'), sharesTable(found), paragraph(shareSentence(found))],
    [strong('Without single tasks and strata'), leaveOutTable(analysis, found)],
    ...(found.unmeasured === null
      ? []
      : [[strong('A trait that nobody recorded'), ...unmeasuredLines(found)]]),
    ...(found.adjusted.length === 0 ? [] : [[strong('At equal traits'), adjustedTable(found.adjusted)]]),
  ];
}

/** "Of 512 specifications of the risk difference 464 (90.6 %) have a task-aware interval that leaves 0 out." */
export function shareSentence({ shares }: Robustness): string {
  const all = shares.find((share) => share.measure === 'all')!;
  return (
    `Of ${plural(all.taskAware, 'specification')} with a task-aware interval ${count(all.taskAwareExcludeZero)} ` +
    `(${percent(all.taskAwareShare)}) leave 0 out; with models as independent studies ${count(all.naiveExcludeZero)} of ` +
    `${count(all.naive)}. The grid counts choices, not evidence: specifications share their data.`
  );
}

function sharesTable({ shares }: Robustness): string {
  return textTable(
    [
      { title: 'measure' },
      { title: 'specifications', align: 'right' },
      { title: 'gap above 0', align: 'right' },
      { title: 'from', align: 'right' },
      { title: 'to', align: 'right' },
      { title: 'independent, 0 out', align: 'right' },
      { title: 'task-aware, 0 out', align: 'right' },
    ],
    shares.map((share) => [
      share.measure,
      count(share.specifications),
      count(share.positive),
      share.smallest === null ? '' : effect(share.smallest, share.measure),
      share.largest === null ? '' : effect(share.largest, share.measure),
      `${count(share.naiveExcludeZero)} of ${count(share.naive)}`,
      `${count(share.taskAwareExcludeZero)} of ${count(share.taskAware)}`,
    ]),
  );
}

function leaveOutTable({ options, sharedTasks }: Analysis, found: Robustness): string {
  const known = found.leaveOneTaskOut.filter((row) => row.estimate !== null);
  const sorted = [...known].sort((a, b) => a.estimate! - b.estimate!);
  const ends = sorted.length < 2 ? sorted : [sorted[0], sorted[sorted.length - 1]];
  // What a single task could change: from leaving 0 out to holding it, or the other way round.
  const holds = sharedTasks !== null && excludesZero(sharedTasks) === false;
  const turned = known.filter(
    (row) => excludesZero({ ciLower: row.taskCiLower, ciUpper: row.taskCiUpper }) === holds,
  );
  const row = (name: string, { estimate, taskCiLower, taskCiUpper, reason }: LeaveOut) => [
    name,
    effectValue(estimate, options.measure),
    intervalValue(taskCiLower, taskCiUpper, options.measure),
    reason ?? '',
  ];
  const table = textTable(
    [
      { title: 'left out' },
      { title: 'gap', align: 'right' },
      { title: 'task-aware', align: 'right' },
      { title: 'note' },
    ],
    [
      ...ends.map((end, i) =>
        row(
          `${i === 0 ? 'smallest: ' : 'largest: '}${end.leftOut} (${[end.status, end.stratum].filter((word) => word).join(', ')})`,
          end,
        ),
      ),
      ...found.leaveOneStratumOut.map((one) => row(`stratum ${one.leftOut}`, one)),
    ],
  );
  return `${table}\n${paragraph(
    `Of ${plural(known.length, 'single task')} ${count(turned.length)} can be left out so that the task-aware interval ${holds ? 'leaves 0 out' : 'holds 0'}.`,
  )}`;
}

function unmeasuredLines({ unmeasured, measured }: Robustness): string[] {
  const found = unmeasured!;
  const lines = [
    paragraph(
      `The gap is ${effect(found.gap, 'RD')} ${intervalValue(found.gapCiLower, found.gapCiUpper, 'RD')}. For a yes/no trait that nobody recorded to explain it, its effect on solve rates or its ` +
        `excess among hackable tasks must be at least ${effectSpread(found.difference, 'RD')}, both if they are equal (to bring the interval to 0: ${effectSpread(found.differenceCi, 'RD')}). ` +
        `As ratios: ${fixed(found.ratio, 2)}, E-value ${fixed(found.eValue, 2)} (of the interval ${fixed(found.eValueCi, 2)}).`,
    ),
  ];
  if (measured.length > 0) {
    lines.push(
      textTable(
        [
          { title: 'recorded trait' },
          { title: 'more on hackable', align: 'right' },
          { title: 'solve rate (pp)', align: 'right' },
          { title: 'would explain (pp)', align: 'right' },
        ],
        measured.map((trait) => [
          trait.trait,
          fixed(trait.imbalance, 3),
          effectValue(trait.effect, 'RD'),
          effectValue(trait.bias, 'RD'),
        ]),
      ),
    );
  }
  return lines;
}

function adjustedTable(rows: readonly AdjustedGap[]): string {
  return textTable(
    [
      { title: 'adjusted for' },
      { title: 'by' },
      { title: 'hackable', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: 'gap (pp)', align: 'right' },
      { title: 'interval', align: 'right' },
      { title: 'p', align: 'right' },
      { title: 'note' },
    ],
    rows.map((row) => [
      row.covariates.length === 0 ? 'strata alone' : row.covariates.join(', '),
      row.way === 'regression' ? 'regression, HC3' : 'finer strata',
      count(row.hackable),
      count(row.robust),
      effectValue(row.estimate, 'RD'),
      intervalValue(row.ciLower, row.ciUpper, 'RD'),
      pNumber(row.p),
      [row.reason, row.droppedTerms.length === 0 ? null : `dropped: ${row.droppedTerms.join(', ')}`]
        .filter((text) => text !== null)
        .join('; '),
    ]),
  );
}
