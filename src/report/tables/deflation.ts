/** Every model of a deflated leaderboard, and its strata. */
import type { Deflation } from '../../decisions/deflate/types.ts';
import type { Column, Table } from '../table.ts';

export function deflationTable({ models }: Deflation): Table {
  const text = (key: string, title: string): Column => ({ key, title, kind: 'text' });
  const rate = (key: string, title: string): Column => ({ key, title, kind: 'rate' });
  const pp = (key: string, title: string): Column => ({ key, title, kind: 'effect' });
  const whole = (key: string, title: string): Column => ({ key, title, kind: 'count' });
  return {
    name: 'deflation',
    title: 'Every model, before and after',
    measure: 'RD',
    columns: [
      text('model', 'Model'),
      whole('rank', 'Rank'),
      whole('rankLower', 'From'),
      whole('rankUpper', 'To'),
      whole('tier', 'Tier'),
      whole('rankRaw', 'Raw rank'),
      whole('rankRawLower', 'From'),
      whole('rankRawUpper', 'To'),
      whole('tierRaw', 'Raw tier'),
      rate('raw', 'Raw'),
      rate('corrected', 'Corrected'),
      rate('correctedLower', 'Lower'),
      rate('correctedUpper', 'Upper'),
      pp('inflation', 'Inflation'),
      pp('inflationLower', 'Lower'),
      pp('inflationUpper', 'Upper'),
      pp('pooledInflation', 'Inflation, pooled'),
      pp('selection', 'Selection'),
      pp('difference', 'Raw less corrected'),
      pp('differenceLower', 'Lower'),
      pp('differenceUpper', 'Upper'),
      rate('aheadOfNext', 'Ahead of the next'),
      text('reason', 'Note'),
    ],
    rows: models.map((m) => [
      m.label,
      m.rank?.rank ?? null,
      m.rank?.lower ?? null,
      m.rank?.upper ?? null,
      m.tier,
      m.rankRaw?.rank ?? null,
      m.rankRaw?.lower ?? null,
      m.rankRaw?.upper ?? null,
      m.tierRaw,
      m.raw,
      m.corrected,
      m.correctedInterval.ciLower,
      m.correctedInterval.ciUpper,
      m.inflation,
      m.inflationInterval.ciLower,
      m.inflationInterval.ciUpper,
      m.pooledInflation,
      m.selection,
      m.difference,
      m.differenceInterval.ciLower,
      m.differenceInterval.ciUpper,
      m.aheadOfNext,
      m.reason,
    ]),
  };
}

export function deflationStrataTable({ strata }: Deflation): Table {
  return {
    name: 'deflation-strata',
    title: 'Strata of the benchmark',
    measure: 'RD',
    columns: [
      { key: 'stratum', title: 'Stratum', kind: 'text' },
      { key: 'tasks', title: 'Tasks', kind: 'count' },
      { key: 'hackable', title: 'Hackable', kind: 'count' },
      { key: 'robust', title: 'Robust', kind: 'count' },
      { key: 'unknown', title: 'Not known', kind: 'count' },
      { key: 'weight', title: 'Weight', kind: 'rate' },
    ],
    rows: strata.map((row) => [
      row.stratum === '' ? 'all tasks' : row.stratum,
      row.tasks,
      row.hackable,
      row.robust,
      row.unknown,
      row.weight,
    ]),
  };
}
