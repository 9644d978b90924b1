/** The longer parts of a meta-analysis on a terminal: diagnostics, small-study effects, permutation. */
import { count, fixed, pNumber, shownName, significant } from '../format.ts';
import type { MetaAnalysis, MetaDiagnostics } from '../meta/meta-analysis.ts';
import type { PermutationTest } from '../meta/permutation.ts';
import type { ModeratorPermutation } from '../meta/permutation-moderators.ts';
import { estimateCells, number } from './meta-cells.ts';
import { paragraph, strong, textTable } from './table.ts';

const right = (title: string) => ({ title, align: 'right' as const });
const FIT = [right('estimate'), right('SE'), right('interval'), right('p'), right('tau2'), right('I2 %')];

export function diagnosticsBlocks({ leaveOneOut, cumulative, influence, blup }: MetaDiagnostics): string[][] {
  const fitRows = (rows: MetaDiagnostics['leaveOneOut'], whole: string) =>
    rows.map((row) => [
      row.slab === null ? whole : shownName(row.slab),
      ...estimateCells(row),
      number(row.tau2),
      fixed(row.i2, 1),
    ]);
  const blocks = [
    [strong('Leave-one-out'), textTable([{ title: 'without' }, ...FIT], fitRows(leaveOneOut, '(all rows)'))],
    [strong('Cumulative'), textTable([{ title: 'up to' }, ...FIT], fitRows(cumulative, ''))],
  ];
  if (influence !== null) {
    blocks.push([
      strong('Influence'),
      textTable(
        [
          { title: 'row' },
          ...[
            'rstudent',
            'dffits',
            'Cook',
            'cov ratio',
            'tau2 deleted',
            'Q deleted',
            'hat',
            'weight %',
            'dfbetas',
          ].map(right),
          { title: '' },
        ],
        influence.map((row) => [
          shownName(row.slab),
          ...[row.rstudent, row.dffits, row.cook, row.covRatio].map((x) => fixed(x, 4)),
          number(row.tau2Deleted),
          number(row.qDeleted),
          fixed(row.hat, 4),
          fixed(row.weight, 2),
          fixed(row.dfbetas, 4),
          row.influential ? 'influential' : '',
        ]),
      ),
    ]);
  }
  blocks.push([
    strong('Best linear unbiased predictions'),
    textTable(
      [{ title: 'row' }, right('prediction'), right('SE'), right('lower'), right('upper')],
      blup.map((row) => [
        shownName(row.slab),
        ...[row.estimate, row.se, row.piLower, row.piUpper].map(number),
      ]),
    ),
  ]);
  return blocks;
}

export function smallStudyBlock(tests: NonNullable<MetaAnalysis['smallStudy']>): string[] {
  const { egger, begg, trimFill, failSafeN } = tests;
  const rows = [
    [
      'Egger',
      `slope ${number(egger.slope.estimate)}`,
      pNumber(egger.slope.p, egger.slope.log10P),
      `limit at SE 0: ${number(egger.limit.estimate)}`,
    ],
    ['Begg', `tau ${number(begg.tau)}`, pNumber(begg.p), begg.exact ? 'exact' : 'normal approximation'],
    ...trimFill.map((found) => [
      `trim and fill ${found.estimator}`,
      `${found.k0} missing on the ${found.side}`,
      pNumber(found.pK0),
      `filled estimate ${number(found.fit.estimate)}`,
    ]),
    [
      'fail-safe N',
      count(failSafeN.n),
      pNumber(failSafeN.p, failSafeN.log10P),
      `Rosenthal, alpha ${failSafeN.alpha}`,
    ],
  ];
  return [
    strong('Small-study effects and selection'),
    textTable([{ title: 'test' }, { title: 'figure' }, right('p'), { title: '' }], rows),
  ];
}

export function permutationBlock(mean: PermutationTest, moderators?: ModeratorPermutation): string[] {
  const how = (test: { exact: boolean; permutations: number }) =>
    `${count(test.permutations)} ${test.exact ? 'arrangements, all of them' : 'random arrangements'}`;
  const lines = [
    strong('Permutation'),
    paragraph(
      `mean, signs flipped: p ${pNumber(mean.p)} (greater ${pNumber(mean.pGreater)}, less ${pNumber(mean.pLess)}); ${how(mean)}; smallest possible p ${significant(mean.smallestP)}`,
    ),
  ];
  if (moderators !== undefined) {
    const rows = [
      ...moderators.coefficients.map(({ term, p }) => [shownName(term), pNumber(p)]),
      ...moderators.omnibus.map(({ name, p }) => [`${shownName(name)} (joint)`, pNumber(p)]),
    ];
    const scheme =
      moderators.scheme === 'rows' ? 'rows of the design permuted' : 'Freedman-Lane residuals permuted';
    lines.push(
      paragraph(`moderators, ${scheme}: ${how(moderators)}`),
      textTable([{ title: 'term' }, right('p')], rows),
    );
  }
  return lines;
}
