/** Every awkward kind of analysis that a figure, table or page has to stand. All made up. */
import type { Analysis } from '../../src/analysis/types.ts';
import { makeAnalysis } from './make-analysis.ts';

export const NASTY_NAMES = [
  '<script>alert(1)</script>',
  '</title></svg><img src=x onerror=alert(1)>',
  '"quoted" & \'single\'',
  '=HYPERLINK("http://example.org")',
  'model.v1[beta].2',
  "datum['x'] + 1",
  '👩‍🔬 emoji 🚀',
  'نموذج عربي ١٢٣',
  'right\u202eleft override',
  'lone \ud800 half and \u0000 control',
  '',
  'url(#clip) class="x" id="y" 1.23456789 #1c2430',
  '`code` | *star* _under_ [a](b) @someone',
  '50% & $1 #2 ~x^2 \\cmd {y}',
];

const plain = makeAnalysis({ models: 6 });

/** As if nothing could be estimated. */
function allNull(): Analysis {
  const fit = {
    estimate: null,
    se: null,
    ciLower: null,
    ciUpper: null,
    statistic: null,
    df: null,
    p: null,
    log10P: null,
  };
  return {
    ...plain,
    models: plain.models.map((model) => ({
      ...model,
      date: null,
      family: null,
      attempts: null,
      yi: null,
      vi: null,
      ciLower: null,
      ciUpper: null,
      weight: null,
      passRate: null,
      passRateFlagged: null,
      passRateRobust: null,
    })),
    tasks: plain.tasks.map((task) => ({ ...task, solveRate: null })),
    strata: plain.strata.map((stratum) => ({
      ...stratum,
      weight: 0,
      passRateHackable: null,
      passRateRobust: null,
      gap: null,
      ciLower: null,
      ciUpper: null,
    })),
    unstratified: { meanGap: null },
    pooled: {
      ...plain.pooled,
      ...fit,
      tau2: null,
      i2: null,
      i2FromQ: null,
      h2: null,
      q: null,
      qDf: null,
      qP: null,
      piLower: null,
      piUpper: null,
      k: 0,
      kDropped: plain.models.length,
    },
    sharedTasks: null,
    permutation: null,
    signTest: { positive: 0, negative: 0, zero: 0, p: null, pGreater: null, log10P: null },
    wilcoxon: { n: 0, zero: 0, statistic: null, p: null, pGreater: null, exact: false, log10P: null },
    moderators: plain.moderators.map((moderator) => ({
      ...moderator,
      levels: moderator.levels.map((level) => ({
        ...level,
        k: 0,
        pooled: null,
        sharedTasks: null,
        p: null,
        pAdjusted: null,
      })),
      qBetween: null,
      qBetweenDf: null,
      qBetweenP: null,
    })),
    robustness: {
      shares: [],
      leaveOneTaskOut: [],
      leaveOneStratumOut: [],
      unmeasured: null,
      measured: [],
      adjusted: [],
      warnings: [],
    },
    warnings: ['Made-up data: nothing can be estimated.'],
  };
}

/** Estimates without any interval. */
function noInterval(): Analysis {
  return {
    ...plain,
    models: plain.models.map((model) => ({ ...model, ciLower: null, ciUpper: null })),
    pooled: { ...plain.pooled, se: null, ciLower: null, ciUpper: null, piLower: null, piUpper: null },
    sharedTasks: plain.sharedTasks && {
      ...plain.sharedTasks,
      se: null,
      df: null,
      ciLower: null,
      ciUpper: null,
    },
    strata: plain.strata.map((stratum) => ({ ...stratum, ciLower: null, ciUpper: null })),
  };
}

/** One model whose interval is far wider than all others. */
function oneWide(): Analysis {
  const models = plain.models.map((model, m) => (m === 0 ? { ...model, ciLower: -9, ciUpper: 12 } : model));
  return { ...plain, models };
}

export const AWKWARD: readonly (readonly [string, () => Analysis])[] = [
  ['one model', () => makeAnalysis({ models: 1 })],
  ['two models', () => makeAnalysis({ models: 2 })],
  ['134 models', () => makeAnalysis({ models: 134 })],
  ['500 models', () => makeAnalysis({ models: 500 })],
  ['no interval', noInterval],
  ['all null', allNull],
  ['one wide interval', oneWide],
  [
    'names of 80 characters',
    () => makeAnalysis({ models: 12, name: (m) => `${m}${'-long-name'.repeat(8)}`.slice(0, 80) }),
  ],
  [
    'nasty names',
    () =>
      makeAnalysis({
        models: 28,
        name: (m) => NASTY_NAMES[m % NASTY_NAMES.length],
        taskName: (t) => NASTY_NAMES[t % NASTY_NAMES.length],
      }),
  ],
  ['equal names', () => makeAnalysis({ models: 5, name: () => 'the same' })],
  [
    'log risk ratios',
    () => ({
      ...plain,
      options: { ...plain.options, measure: 'RR' },
      pooled: { ...plain.pooled, measure: 'RR' },
    }),
  ],
  ['one stratum', () => ({ ...plain, strata: [{ ...plain.strata[0], stratum: '' }], moderators: [] })],
];
