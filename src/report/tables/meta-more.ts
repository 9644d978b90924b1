/** Tables of what a meta-analysis was asked for beside the fit: joint tests, refits, influence, predictions, small studies, permutation. */
import { count, fixed, pNumber, significant } from '../../format.ts';
import type { MetaAnalysis } from '../../meta/meta-analysis.ts';
import type { OmnibusTest } from '../../meta/types.ts';
import type { Cell, Column, Table } from '../table.ts';
import { rowInfluenceTable } from './influence.ts';
import { LEFT_OUT, rowFitTable, UP_TO } from './leave-one-out.ts';

const text = (key: string, title: string): Column => ({ key, title, kind: 'text' });
const number = (key: string, title: string): Column => ({ key, title, kind: 'number' });
const effect = (key: string, title: string): Column => ({ key, title, kind: 'effect' });

/** Those that the fit has; each is named in the order of the terminal. */
export function moreMetaTables(fit: MetaAnalysis, measure: string): Table[] {
  const { diagnostics } = fit;
  const refits =
    diagnostics === undefined
      ? []
      : [
          rowFitTable('leave-one-out', 'Without each row', diagnostics.leaveOneOut, LEFT_OUT),
          rowFitTable('cumulative', 'As rows come in', diagnostics.cumulative, UP_TO),
        ];
  return [jointTests(fit), ...refits, influence(fit), predictions(fit), smallStudy(fit), permutation(fit)]
    .filter((table) => table !== null)
    .map((table) => ({ ...table, measure }));
}

type Plain = Omit<Table, 'measure'> | null;

/** Moderators of several columns and all together, what they leave, and the difference between subgroups. */
function jointTests({ moderators, subgroups }: MetaAnalysis): Plain {
  const row = (name: string, { statistic, df1, df2, p, log10P }: Omit<OmnibusTest, 'name'>): Cell[] => [
    name,
    df2 === null ? `χ²(${df1})` : `F(${df1}, ${fixed(df2, 0)})`,
    statistic,
    pNumber(p, log10P),
  ];
  const rows: Cell[][] = [];
  if (moderators !== undefined) {
    const { qm, qmDf1, qmDf2, qmP, qmLog10P, q, qDf, qP, qLog10P } = moderators;
    rows.push(...moderators.factors.map((test) => row(test.name, test)));
    if (qm !== null) {
      const all = { statistic: qm, df1: qmDf1!, df2: qmDf2, p: qmP!, log10P: qmLog10P! };
      rows.push(row('all moderators', all));
    }
    rows.push(['heterogeneity that is left', `χ²(${qDf})`, q, pNumber(qP, qLog10P)]);
  }
  for (const groups of [subgroups?.separate, subgroups?.common]) {
    if (!groups?.difference) continue;
    rows.push(row(`difference between groups, tau2 ${groups.tau2Model}`, groups.difference));
  }
  if (rows.length === 0) return null;
  const columns = [
    text('test', 'Test'),
    text('null', 'Under the null'),
    number('statistic', 'Statistic'),
    text('p', 'p'),
  ];
  return { name: 'joint-tests', title: 'Joint tests', columns, rows };
}

const influence = ({ diagnostics }: MetaAnalysis): Plain =>
  diagnostics?.influence ? rowInfluenceTable('row', diagnostics.influence) : null;

function predictions({ diagnostics }: MetaAnalysis): Plain {
  if (diagnostics === undefined) return null;
  return {
    name: 'predictions',
    title: 'Best linear unbiased predictions',
    columns: [
      text('row', 'Row'),
      effect('estimate', 'Prediction'),
      { key: 'se', title: 'SE', kind: 'spread' },
      effect('lower', 'Lower'),
      effect('upper', 'Upper'),
    ],
    rows: diagnostics.blup.map(({ slab, estimate, se, piLower, piUpper }) => [
      slab,
      estimate,
      se,
      piLower,
      piUpper,
    ]),
  };
}

function smallStudy({ smallStudy: found }: MetaAnalysis): Plain {
  if (found === undefined) return null;
  const { egger, begg, trimFill, failSafeN } = found;
  const four = (value: number | null) => significant(value, 4);
  return {
    name: 'small-study',
    title: 'Small-study effects and selection',
    columns: [text('test', 'Test'), text('figure', 'Figure'), text('p', 'p'), text('note', 'Note')],
    rows: [
      [
        'Egger',
        `slope ${four(egger.slope.estimate)}`,
        pNumber(egger.slope.p, egger.slope.log10P),
        `limit at SE 0: ${four(egger.limit.estimate)}`,
      ],
      [
        'Begg',
        `Kendall's tau ${four(begg.tau)}`,
        pNumber(begg.p),
        begg.exact ? 'exact' : 'normal approximation',
      ],
      ...trimFill.map(({ estimator, k0, side, pK0, fit }) => [
        `trim and fill ${estimator}`,
        `${count(k0)} missing on the ${side}`,
        pNumber(pK0),
        `filled estimate ${four(fit.estimate)}`,
      ]),
      [
        'fail-safe N',
        count(failSafeN.n),
        pNumber(failSafeN.p, failSafeN.log10P),
        `Rosenthal, alpha ${failSafeN.alpha}`,
      ],
    ],
  };
}

function permutation({ permutation: mean, moderatorPermutation: moderators }: MetaAnalysis): Plain {
  if (mean === undefined) return null;
  const how = (test: { exact: boolean; permutations: number; smallestP: number }) =>
    `${test.exact ? `all ${count(test.permutations)}` : `${count(test.permutations)} random`} arrangements, smallest p ${significant(test.smallestP)}`;
  const signs = `signs flipped, ${how(mean)}`;
  const scheme =
    moderators?.scheme === 'rows' ? 'rows of the design permuted' : 'Freedman-Lane residuals permuted';
  const design = moderators === undefined ? '' : `${scheme}, ${how(moderators)}`;
  return {
    name: 'permutation',
    title: 'Permutation tests',
    columns: [text('test', 'Test'), { key: 'p', title: 'p', kind: 'p' }, text('how', 'How')],
    rows: [
      ['mean, two sided', mean.p, signs],
      ['mean above 0', mean.pGreater, signs],
      ['mean below 0', mean.pLess, signs],
      ...(moderators?.coefficients ?? []).map(({ term, p }) => [term, p, design]),
      ...(moderators?.omnibus ?? []).map(({ name, p }) => [`${name} (joint)`, p, design]),
    ],
  };
}
