/** An analysis on a terminal: the pair of headline figures first, equally large, then what stands behind them. */
import type { Analysis, Moderator } from '../analysis/types.ts';
import { hasStrata } from '../analysis/verdict.ts';
import {
  count,
  effect,
  effectSpread,
  effectValue,
  fixed,
  inPercent,
  interval,
  intervalKind,
  intervalValue,
  levelText,
  NOT_ESTIMABLE,
  percent,
  pNumber,
  significant,
} from '../format.ts';
import { allWarnings } from '../report/sections/warnings.ts';
import { calibrationBlocks } from './calibrate-text.ts';
import { flagErrorBlocks } from './flag-errors-text.ts';
import { robustnessBlocks } from './robustness-text.ts';
import { paragraph, strong, textTable } from './table.ts';

export function analysisText(analysis: Analysis): string {
  const blocks = [
    [strong(analysis.title), paragraph(analysis.estimand)],
    [headline(analysis)],
    [strong('Verdict'), paragraph(analysis.verdict)],
    ...placeboBlocks(analysis),
    [strong('Strata'), strataTable(analysis)],
    [strong('Checks'), checksTable(analysis)],
    ...analysis.moderators.map((moderator) => [
      strong(`By ${moderator.name}`),
      moderatorTable(analysis, moderator),
    ]),
    [strong('The gap under every rule for saturated cells'), rulesTable(analysis)],
    ...flagErrorBlocks(analysis),
    ...robustnessBlocks(analysis),
  ];
  const warnings = new Set(allWarnings(analysis));
  if (warnings.size > 0) {
    blocks.push([strong('Note'), ...[...warnings].map((text) => paragraph(text, '- '))]);
  }
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function placeboBlocks({ calibration, options }: Analysis): string[][] {
  return calibration === null ? [] : calibrationBlocks(calibration, { measure: options.measure, plant: 0 });
}

function headline({ pooled, sharedTasks, permutation, options, strata }: Analysis): string {
  const { measure } = pooled;
  const p = permutation === null ? 'not run' : pNumber(permutation.p);
  return textTable(
    [
      { title: '' },
      { title: 'gap', align: 'right' },
      { title: `${levelText(options.level)} interval`, align: 'right' },
      { title: 'p', align: 'right' },
      { title: 'how' },
    ],
    [
      [
        'models as independent studies',
        effect(pooled.estimate, measure),
        interval(pooled.ciLower, pooled.ciUpper, measure),
        pNumber(pooled.p, pooled.log10P),
        `${pooled.method}, ${intervalKind(pooled.level, pooled.testUsed, pooled.df)}, k = ${count(pooled.k)}`,
      ],
      [
        'tasks counted as shared',
        effect(sharedTasks?.estimate, measure),
        interval(sharedTasks?.ciLower, sharedTasks?.ciUpper, measure),
        p,
        `${awareInterval(sharedTasks, options.generalise)}${permutation === null ? '' : `; p permutes flags${hasStrata(strata) ? ' within strata' : ''}, two sided`}`,
      ],
    ],
  );
}

function awareInterval(shared: Analysis['sharedTasks'], generalise: string): string {
  if (shared === null || shared.df === null) return 'no interval, see the notes';
  const over = generalise === 'both' ? 'tasks and models' : generalise;
  return `t interval with ${fixed(shared.df, 1)} df over ${over}`;
}

function strataTable({ strata }: Analysis): string {
  return textTable(
    [
      { title: 'stratum' },
      { title: 'hackable', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: 'weight', align: 'right' },
      { title: 'pass rate hackable', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: 'gap (pp)', align: 'right' },
      { title: 'task-aware', align: 'right' },
    ],
    strata.map((row) => [
      row.stratum === '' ? '(all)' : row.stratum,
      count(row.hackable),
      count(row.robust),
      percent(row.weight),
      percent(row.passRateHackable),
      percent(row.passRateRobust),
      effectValue(row.gap, 'RD'),
      intervalValue(row.ciLower, row.ciUpper, 'RD'),
    ]),
  );
}

function checksTable(analysis: Analysis): string {
  const { pooled, sharedTasks, heterogeneity, permutation, crossed, signTest, wilcoxon, options } = analysis;
  const rows: string[][] = [
    [
      'tau2, I2 (models independent)',
      `${significant(pooled.tau2)}, ${inPercent(pooled.i2)}`,
      `I2 from tau2; from Q ${inPercent(pooled.i2FromQ)}`,
    ],
  ];
  if (heterogeneity !== null) {
    rows.push([
      'tau2, I2 (tasks shared)',
      `${significant(heterogeneity.tau2)}, ${inPercent(heterogeneity.i2)}`,
      heterogeneity.sentence,
    ]);
  }
  if (sharedTasks !== null && sharedTasks.designEffect !== null) {
    rows.push([
      'design effect',
      fixed(sharedTasks.designEffect, 1),
      `${pooled.k === 1 ? '1 model carries' : `${count(pooled.k)} models carry`} what ${fixed(sharedTasks.effectiveModels, 1)} independent ones would`,
    ]);
  }
  if (permutation !== null) {
    rows.push([
      'permutation',
      `p ${pNumber(permutation.p)}, greater ${pNumber(permutation.pGreater)}`,
      `${count(permutation.permutations)} ${permutation.exact ? 'arrangements, all of them' : 'draws'}; spread of the null ${effectSpread(permutation.nullSd, pooled.measure)}`,
    ]);
  }
  if (crossed !== null) {
    const flag = crossed.coefficients.find((row) => row.term === 'hackable');
    rows.push([
      'crossed logistic model',
      `log odds ${fixed(flag?.estimate, 3)}, p ${pNumber(flag?.p, flag?.log10P)}`,
      `odds ratio ${fixed(crossed.oddsRatio?.estimate, 2)}, marginal risk difference ${effect(crossed.riskDifference?.estimate, 'RD')}; Laplace, models and tasks random`,
    ]);
  }
  if (analysis.resampling !== null) {
    const { bootstrap, jackknife } = analysis.resampling;
    rows.push([
      'jackknife over tasks',
      `SE ${effectSpread(jackknife.se, pooled.measure)}`,
      `${interval(jackknife.ciLower, jackknife.ciUpper, pooled.measure)}, model weights estimated again; the task-aware SE holds them: ${effectSpread(sharedTasks?.se, pooled.measure)}`,
    ]);
    if (bootstrap !== null) {
      rows.push([
        'bootstrap',
        `SE ${effectSpread(bootstrap.se, pooled.measure)}`,
        `${interval(bootstrap.ciLower, bootstrap.ciUpper, pooled.measure)}, percentiles of ${count(bootstrap.draws)} draws of ${options.generalise}`,
      ]);
    }
  }
  rows.push([
    'sign test',
    `${signTest.positive} up, ${signTest.negative} down, ${signTest.zero} zero`,
    `p ${pNumber(signTest.p, signTest.log10P)}; takes models as independent`,
  ]);
  rows.push([
    'Wilcoxon',
    `V ${wilcoxon.statistic === null ? NOT_ESTIMABLE : wilcoxon.statistic}`,
    `p ${pNumber(wilcoxon.p, wilcoxon.log10P)}; takes models as independent`,
  ]);
  return textTable([{ title: 'figure' }, { title: 'value' }, { title: 'how' }], rows);
}

function moderatorTable({ pooled }: Analysis, { levels }: Moderator): string {
  return textTable(
    [
      { title: 'level' },
      { title: 'k', align: 'right' },
      { title: 'gap', align: 'right' },
      { title: 'independent', align: 'right' },
      { title: 'task-aware', align: 'right' },
      { title: 'p', align: 'right' },
      { title: 'p adjusted', align: 'right' },
    ],
    levels.map((level) => [
      level.level,
      count(level.k),
      effectValue(level.pooled?.estimate, pooled.measure),
      intervalValue(level.pooled?.ciLower, level.pooled?.ciUpper, pooled.measure),
      intervalValue(level.sharedTasks?.ciLower, level.sharedTasks?.ciUpper, pooled.measure),
      pNumber(level.p),
      pNumber(level.pAdjusted),
    ]),
  );
}

function rulesTable({ sensitivity, pooled }: Analysis): string {
  return textTable(
    [
      { title: 'rule' },
      { title: 'k', align: 'right' },
      { title: 'gap', align: 'right' },
      { title: 'independent', align: 'right' },
      { title: 'task-aware', align: 'right' },
      { title: 'note' },
    ],
    sensitivity
      .filter((row) => row.method === 'MH' || row.name.startsWith('variance '))
      .map((row) => [
        row.name,
        count(row.k),
        effectValue(row.estimate, pooled.measure),
        intervalValue(row.ciLower, row.ciUpper, pooled.measure),
        intervalValue(row.taskCiLower, row.taskCiUpper, pooled.measure),
        row.reason ?? '',
      ]),
  );
}
