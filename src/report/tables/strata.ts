/** Every stratum with its tasks, pass rates and gap: a difference of rates, whatever the measure of the analysis. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';

export function strataTable(analysis: Analysis): Table {
  return {
    name: 'strata',
    title: 'Every stratum',
    measure: 'RD',
    columns: [
      { key: 'stratum', title: 'Stratum', kind: 'text' },
      { key: 'hackable', title: 'Hackable tasks', kind: 'count' },
      { key: 'robust', title: 'Robust tasks', kind: 'count' },
      { key: 'weight', title: 'Weight', kind: 'rate' },
      { key: 'passRateHackable', title: 'Pass rate, hackable', kind: 'rate' },
      { key: 'passRateRobust', title: 'Pass rate, robust', kind: 'rate' },
      { key: 'gap', title: 'Gap', kind: 'effect' },
      { key: 'ciLower', title: 'Lower, task-aware', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper, task-aware', kind: 'effect' },
    ],
    rows: analysis.strata.map((stratum) => [
      stratum.stratum === '' ? 'all tasks' : stratum.stratum,
      stratum.hackable,
      stratum.robust,
      stratum.weight,
      stratum.passRateHackable,
      stratum.passRateRobust,
      stratum.gap,
      stratum.ciLower,
      stratum.ciUpper,
    ]),
  };
}
