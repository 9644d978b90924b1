/** What the gap stands on: shares of specifications, leave-outs, adjusted gaps, traits. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function sharesTable({ robustness }: Analysis): Table {
  return {
    name: 'specification-shares',
    title: 'How many specifications leave 0 out (choices, not evidence: they share their data)',
    measure: 'RD',
    columns: [
      { key: 'measure', title: 'Measure', kind: 'text' },
      { key: 'specifications', title: 'Specifications', kind: 'count' },
      { key: 'positive', title: 'Gap above 0', kind: 'count' },
      { key: 'naiveExcludeZero', title: '0 out, independent', kind: 'count' },
      { key: 'naive', title: 'of', kind: 'count' },
      { key: 'taskAwareExcludeZero', title: '0 out, task-aware', kind: 'count' },
      { key: 'taskAware', title: 'of', kind: 'count' },
      { key: 'taskAwareShare', title: 'Share', kind: 'rate' },
    ],
    rows: (robustness?.shares ?? []).map((share) => [
      share.measure,
      share.specifications,
      share.positive,
      share.naiveExcludeZero,
      share.naive,
      share.taskAwareExcludeZero,
      share.taskAware,
      share.taskAwareShare,
    ]),
  };
}

/** Strata first, then tasks from the smallest gap to the largest. */
export function leftOutTable({ robustness, options }: Analysis): Table {
  const tasks = [...(robustness?.leaveOneTaskOut ?? [])].sort(
    (a, b) => (a.estimate ?? Number.POSITIVE_INFINITY) - (b.estimate ?? Number.POSITIVE_INFINITY),
  );
  return {
    name: 'left-out',
    title: 'The gap without each stratum and each task',
    measure: options.measure,
    columns: [
      { key: 'leftOut', title: 'Left out', kind: 'text' },
      { key: 'stratum', title: 'Stratum', kind: 'text' },
      { key: 'status', title: 'Status', kind: 'text' },
      { key: 'estimate', title: 'Gap', kind: 'effect' },
      { key: 'ciLower', title: 'Lower, independent', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper, independent', kind: 'effect' },
      { key: 'taskCiLower', title: 'Lower, task-aware', kind: 'effect' },
      { key: 'taskCiUpper', title: 'Upper, task-aware', kind: 'effect' },
      { key: 'reason', title: 'Note', kind: 'text' },
    ],
    rows: [...(robustness?.leaveOneStratumOut ?? []), ...tasks].map((row) => [
      row.leftOut,
      row.stratum,
      row.status ?? 'stratum',
      row.estimate,
      row.ciLower,
      row.ciUpper,
      row.taskCiLower,
      row.taskCiUpper,
      row.reason,
    ]),
  };
}

export function adjustedTable({ robustness }: Analysis): Table {
  return {
    name: 'adjusted',
    title: 'The gap at equal traits of the tasks',
    measure: 'RD',
    columns: [
      { key: 'covariates', title: 'Adjusted for', kind: 'text' },
      { key: 'way', title: 'By', kind: 'text' },
      { key: 'hackable', title: 'Hackable', kind: 'count' },
      { key: 'robust', title: 'Robust', kind: 'count' },
      { key: 'estimate', title: 'Gap', kind: 'effect' },
      { key: 'se', title: 'SE', kind: 'spread' },
      { key: 'df', title: 'df', kind: 'df' },
      { key: 'ciLower', title: 'Lower', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper', kind: 'effect' },
      { key: 'p', title: 'p', kind: 'p' },
      { key: 'dropped', title: 'Terms dropped', kind: 'text' },
      { key: 'reason', title: 'Note', kind: 'text' },
    ],
    rows: (robustness?.adjusted ?? []).map((row) => [
      row.covariates.length === 0 ? 'strata alone' : row.covariates.join(', '),
      row.way === 'regression' ? 'regression, HC3' : 'finer strata',
      row.hackable,
      row.robust,
      row.estimate,
      row.se,
      row.df,
      row.ciLower,
      row.ciUpper,
      row.p,
      row.droppedTerms.join(', '),
      row.reason,
    ]),
  };
}

/** The unmeasured trait that would explain the gap, then the recorded ones. */
export function traitsTable({ robustness }: Analysis): Table {
  const found = robustness?.unmeasured ?? null;
  const needed = (name: string, size: number | null, ratio: number | null) => [name, size, size, null, ratio];
  return {
    name: 'traits',
    title: 'What a trait of tasks would have to do to explain the gap, and what recorded ones do',
    measure: 'RD',
    columns: [
      { key: 'trait', title: 'Trait', kind: 'text' },
      { key: 'imbalance', title: 'More on hackable tasks', kind: 'number' },
      { key: 'effect', title: 'Solve rate', kind: 'effect' },
      { key: 'bias', title: 'Would explain', kind: 'effect' },
      { key: 'eValue', title: 'E-value', kind: 'number' },
    ],
    rows:
      found === null
        ? []
        : [
            needed('needed for the whole gap', found.difference, found.eValue),
            needed('needed to bring the interval to 0', found.differenceCi, found.eValueCi),
            ...robustness!.measured.map((trait) => [
              trait.trait,
              trait.imbalance,
              trait.effect,
              trait.bias,
              null,
            ]),
          ],
  };
}
