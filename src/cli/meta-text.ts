/** A meta-analysis on a terminal. */
import { count, fixed, inPercent, intervalKind, levelText, pText, shownName } from '../format.ts';
import type { MetaAnalysis } from '../meta/meta-analysis.ts';
import type { Subgroups } from '../meta/subgroups.ts';
import type { MetaRegressionFit, OmnibusTest } from '../meta/types.ts';
import { ESTIMATE_COLUMNS, estimateCells, notes, number, range } from './meta-cells.ts';
import { diagnosticsBlocks, permutationBlock, smallStudyBlock } from './meta-text-more.ts';
import { paragraph, strong, textTable } from './table.ts';

export function metaText(result: MetaAnalysis, { measure }: { readonly measure?: string } = {}): string {
  // What the fit says once at the end is not said again under every part.
  const news = (warnings: readonly string[]) =>
    notes(warnings.filter((text) => !result.warnings.includes(text)));
  const blocks: string[][] = [
    [strong(headline(result, measure)), '', pooledTable(result)],
    [strong('Heterogeneity'), heterogeneityTable(result)],
  ];
  if (result.moderators !== undefined)
    blocks.push([...moderatorsBlock(result.moderators), ...news(result.moderators.warnings)]);
  if (result.subgroups !== undefined) {
    for (const groups of [result.subgroups.separate, result.subgroups.common]) {
      if (groups !== null) blocks.push([...subgroupsBlock(groups), ...news(groups.warnings)]);
    }
  }
  if (result.robust !== undefined) {
    const { robust } = result;
    blocks.push([
      strong(`Cluster-robust: ${robust.type}, ${count(robust.clusters)} clusters, t with Satterthwaite df`),
      textTable(
        [{ title: 'term' }, ...ESTIMATE_COLUMNS, { title: 'df', align: 'right' }],
        robust.coefficients.map((row) => [shownName(row.term), ...estimateCells(row), fixed(row.df, 1)]),
      ),
      ...news(robust.warnings),
    ]);
  }
  if (result.diagnostics !== undefined) blocks.push(...diagnosticsBlocks(result.diagnostics));
  if (result.smallStudy !== undefined)
    blocks.push([...smallStudyBlock(result.smallStudy), ...news(result.smallStudy.egger.warnings)]);
  if (result.permutation !== undefined) {
    const { permutation, moderatorPermutation } = result;
    const warned = [...permutation.warnings, ...(moderatorPermutation?.warnings ?? [])];
    blocks.push([...permutationBlock(permutation, moderatorPermutation), ...news(warned)]);
  }
  if (result.gosh !== undefined) {
    const { gosh } = result;
    const sorted = [...gosh.estimate].sort((a, b) => a - b);
    blocks.push([
      strong('GOSH'),
      paragraph(
        `${gosh.exact ? `all ${count(gosh.subsets)}` : `${count(gosh.subsets)} random`} subsets: estimates from ${number(sorted[0])} to ${number(sorted.at(-1))}, median ${number(sorted[sorted.length >> 1])}; --json has every one`,
      ),
    ]);
  }
  if (result.dropped.length > 0) {
    blocks.push([
      strong('Dropped rows'),
      textTable(
        [{ title: 'row', align: 'right' }, { title: 'label' }, { title: 'reason' }],
        result.dropped.map(({ row, slab, reason }) => [String(row), shownName(slab), reason]),
      ),
    ]);
  }
  if (result.warnings.length > 0) blocks.push([strong('Note'), ...notes(result.warnings)]);
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function headline(result: MetaAnalysis, measure: string | undefined): string {
  const { method, testUsed, level, df, k, kSupplied } = result;
  const what = measure === undefined ? '' : `${measure}, `;
  const rows = kSupplied === k ? `k = ${count(k)}` : `k = ${count(k)} of ${count(kSupplied)} rows`;
  return `${what}${method}, ${intervalKind(level, testUsed, df)}, ${rows}`;
}

function pooledTable(result: MetaAnalysis): string {
  const rows = [['pooled effect', ...estimateCells(result)]];
  const others = result.alternatives;
  if (others !== null && result.k > 1) {
    for (const [name, label] of [
      ['z', 'under z'],
      ['knha', 'under Knapp-Hartung'],
      ['adhoc', 'under Knapp-Hartung, floored'],
    ] as const) {
      if (name !== result.testUsed) rows.push([label, ...estimateCells(others[name])]);
    }
  }
  const piName = `prediction interval (${result.piDf === 'z' ? 'z' : `t, ${result.piDf} df`})`;
  rows.push([piName, '', '', range(result.piLower, result.piUpper), '']);
  return textTable([{ title: '' }, ...ESTIMATE_COLUMNS], rows);
}

function heterogeneityTable(result: MetaAnalysis): string {
  const q = `${number(result.q)} on ${count(result.qDf)} df`;
  const rows = [
    ['tau2', number(result.tau2), range(result.tau2Lower, result.tau2Upper), `SE ${number(result.seTau2)}`],
    [
      'I2 (from tau2)',
      inPercent(result.i2),
      range(result.i2Lower, result.i2Upper),
      `from Q ${inPercent(result.i2FromQ)}`,
    ],
    ['H2', number(result.h2), range(result.h2Lower, result.h2Upper), ''],
    ['Q', q, '', pText(result.qP, result.qLog10P)],
  ];
  if (result.tau2Raw !== null && result.tau2Raw < 0) {
    rows[0][3] += `; before it was set to 0: ${number(result.tau2Raw)}`;
  }
  if (result.profile !== undefined && result.profile !== null) {
    const { profile } = result;
    rows.push([
      `tau2, ${profile.method}`,
      number(profile.tau2),
      range(profile.tau2Lower, profile.tau2Upper),
      'profile likelihood',
    ]);
  }
  return textTable(
    [
      { title: '' },
      { title: 'value', align: 'right' },
      { title: `${levelText(result.level)} Q-profile`, align: 'right' },
      { title: '' },
    ],
    rows,
  );
}

function moderatorsBlock(fit: MetaRegressionFit): string[] {
  const tests = fit.factors.map(omnibusText);
  const all: OmnibusTest | null =
    fit.qm === null
      ? null
      : {
          name: 'all moderators',
          statistic: fit.qm,
          df1: fit.qmDf1 as number,
          df2: fit.qmDf2,
          p: fit.qmP as number,
          log10P: fit.qmLog10P as number,
        };
  return [
    strong(
      `Moderators: ${fit.method}, ${intervalKind(fit.level, fit.testUsed, fit.coefficients[0].df)}, k = ${count(fit.k)}`,
    ),
    textTable(
      [{ title: 'term' }, ...ESTIMATE_COLUMNS],
      fit.coefficients.map((row) => [shownName(row.term), ...estimateCells(row)]),
    ),
    ...tests.map((text) => paragraph(text)),
    ...(all === null ? [] : [paragraph(omnibusText(all))]),
    paragraph(
      `residual tau2 ${number(fit.tau2)} (without moderators ${number(fit.tau2Without)}), R2 ${inPercent(fit.r2)}, I2 ${inPercent(fit.i2)}, QE ${number(fit.q)} on ${count(fit.qDf)} df, ${pText(fit.qP, fit.qLog10P)}`,
    ),
  ];
}

function omnibusText({ name, statistic, df1, df2, p, log10P }: OmnibusTest): string {
  const test = df2 === null ? `chi2(${df1})` : `F(${df1}, ${fixed(df2, 0)})`;
  return `${shownName(name)}: ${test} = ${number(statistic)}, ${pText(p, log10P)}`;
}

function subgroupsBlock(groups: Subgroups): string[] {
  const title = groups.tau2Model === 'separate' ? 'its own tau2 each' : `one tau2, ${number(groups.tau2)}`;
  return [
    strong(`By ${shownName(groups.column)}, ${title}`),
    textTable(
      [
        { title: 'group' },
        { title: 'k', align: 'right' },
        ...ESTIMATE_COLUMNS,
        { title: 'tau2', align: 'right' },
      ],
      groups.groups.map((group) => [
        shownName(group.level),
        count(group.k),
        ...(group.single === null
          ? estimateCells(group.pooled)
          : [`(${number(group.single.yi)})`, number(Math.sqrt(group.single.vi)), 'single row', '']),
        number(group.tau2),
      ]),
    ),
    ...(groups.difference === null
      ? []
      : [paragraph(omnibusText({ ...groups.difference, name: 'difference between groups' }))]),
  ];
}
