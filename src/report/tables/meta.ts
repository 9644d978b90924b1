/** Tables of a meta-analysis: every test, heterogeneity, moderators, subgroups, and what else was asked for. */
import type { MetaAnalysis } from '../../meta/meta-analysis.ts';
import type { MeanEstimate } from '../../meta/types.ts';
import type { Cell, Column, Table } from '../table.ts';
import { moreMetaTables } from './meta-more.ts';

const ESTIMATE: readonly Column[] = [
  { key: 'estimate', title: 'Estimate', kind: 'effect' },
  { key: 'se', title: 'SE', kind: 'spread' },
  { key: 'ciLower', title: 'Lower', kind: 'effect' },
  { key: 'ciUpper', title: 'Upper', kind: 'effect' },
  { key: 'statistic', title: 'Statistic', kind: 'number' },
  { key: 'df', title: 'df', kind: 'df' },
  { key: 'p', title: 'p', kind: 'p' },
];

const cells = ({ estimate, se, ciLower, ciUpper, statistic, df, p }: MeanEstimate): Cell[] => [
  estimate,
  se,
  ciLower,
  ciUpper,
  statistic,
  df,
  p,
];

export function metaTables(fit: MetaAnalysis, measure: string): Table[] {
  const text = (key: string, title: string): Column => ({ key, title, kind: 'text' });
  const tests: (readonly [string, MeanEstimate | null | undefined])[] = [
    ['z', fit.alternatives?.z],
    ['Knapp-Hartung t', fit.alternatives?.knha],
    ['Knapp-Hartung t, never narrower than z', fit.alternatives?.adhoc],
    ...(fit.robust?.coefficients ?? []).map(
      (row) => [`cluster-robust ${fit.robust!.type}, ${row.term}`, row] as const,
    ),
  ];
  const tables: Table[] = [
    {
      name: 'tests',
      title: `The pooled value under every test (${fit.method})`,
      measure,
      columns: [text('test', 'Test'), ...ESTIMATE],
      rows: tests.flatMap(([name, estimate]) => (estimate ? [[name, ...cells(estimate)]] : [])),
    },
    {
      name: 'heterogeneity',
      title: 'Heterogeneity',
      measure,
      columns: [
        text('figure', 'Figure'),
        { key: 'value', title: 'Value', kind: 'number' },
        { key: 'lower', title: 'Lower', kind: 'number' },
        { key: 'upper', title: 'Upper', kind: 'number' },
        text('how', 'How'),
      ],
      rows: [
        ['τ²', fit.tau2, fit.tau2Lower, fit.tau2Upper, `${fit.method}; Q-profile interval`],
        ...(fit.profile
          ? [
              [
                'τ²',
                fit.profile.tau2,
                fit.profile.tau2Lower,
                fit.profile.tau2Upper,
                `${fit.profile.method}; profile likelihood`,
              ],
            ]
          : []),
        ['I² (%)', fit.i2, fit.i2Lower, fit.i2Upper, 'from τ²'],
        ['I² (%)', fit.i2FromQ, null, null, 'from Q'],
        ['H²', fit.h2, fit.h2Lower, fit.h2Upper, 'from τ²'],
        ['Q', fit.q, null, null, `${fit.qDf ?? 'no'} df`],
        ['p of Q', fit.qP, null, null, ''],
        [
          'prediction interval',
          fit.estimate,
          fit.piLower,
          fit.piUpper,
          fit.piDf === 'z' ? 'z' : `t, ${fit.piDf} df`,
        ],
      ],
    },
  ];
  if (fit.moderators !== undefined) {
    tables.push({
      name: 'moderators',
      title: `Meta-regression (${fit.moderators.method})`,
      measure,
      columns: [text('term', 'Term'), ...ESTIMATE],
      rows: fit.moderators.coefficients.map((row) => [row.term, ...cells(row)]),
    });
  }
  if (fit.subgroups !== undefined) {
    const { separate, common } = fit.subgroups;
    tables.push({
      name: 'subgroups',
      title: `Subgroups by ${separate.column}`,
      measure,
      columns: [
        text('group', 'Group'),
        text('tau2', 'τ²'),
        { key: 'k', title: 'k', kind: 'count' },
        ...ESTIMATE,
      ],
      rows: [separate, ...(common === null ? [] : [common])].flatMap((model) =>
        model.groups.map(({ level, k, pooled }) => [
          level,
          model.tau2Model,
          k,
          ...(pooled === null ? ESTIMATE.map(() => null) : cells(pooled)),
        ]),
      ),
    });
  }
  return [...tables, ...moreMetaTables(fit, measure)];
}
