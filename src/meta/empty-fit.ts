/** The fit of no rows: every figure is null, the reason stands in the warnings. */
import { NO_HETEROGENEITY } from './heterogeneity.ts';
import { noRows } from './messages.ts';
import type { CheckedOptions } from './options.ts';
import type { EffectRows } from './rows.ts';
import type { MetaFit } from './types.ts';

export function emptyFit(rows: EffectRows, { method, test, level, piDf }: CheckedOptions): MetaFit {
  const none = null;
  return {
    estimate: none,
    se: none,
    ciLower: none,
    ciUpper: none,
    statistic: none,
    df: none,
    p: none,
    log10P: none,
    method,
    test,
    testUsed: test,
    level,
    tau2: none,
    tau2Raw: none,
    ...NO_HETEROGENEITY,
    q: none,
    qDf: none,
    qP: none,
    qLog10P: none,
    piLower: none,
    piUpper: none,
    piDf,
    k: 0,
    kSupplied: rows.kSupplied,
    kDropped: rows.dropped.length,
    dropped: rows.dropped,
    rows: [],
    slab: [],
    weights: [],
    largestWeight: none,
    seRatio: none,
    alternatives: none,
    logLik: none,
    logLikMl: none,
    logLikReml: none,
    aic: none,
    bic: none,
    converged: true,
    iterations: 0,
    gradient: 0,
    modes: 0,
    warnings: [noRows(rows.kSupplied)],
  };
}
