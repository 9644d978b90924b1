/** What a fit is given and what it answers. All answers are plain JSON. */
import type { Tau2Method } from './tau2.ts';

export type { Tau2Method } from './tau2.ts';

/** Normal, Knapp-Hartung (t with k-1 df), or Knapp-Hartung with an SE never below the one of z. */
export type MeanTest = 'z' | 'knha' | 'adhoc';
export const MEAN_TESTS: readonly MeanTest[] = ['z', 'knha', 'adhoc'];

/** Reference distribution of the prediction interval. */
export type PredictionDf = 'k-1' | 'k-2' | 'z';
export const PREDICTION_DFS: readonly PredictionDf[] = ['k-1', 'k-2', 'z'];

/** One effect a row. `null` is missing: the row is dropped and counted. */
export interface EffectData {
  /** Effects, any unit. */
  readonly yi: ArrayLike<number | null>;
  /** Sampling variances, the unit of yi squared. */
  readonly vi: ArrayLike<number | null>;
  /** Labels; '1', '2', ... where not given. Need not be unique. */
  readonly slab?: readonly string[];
  /** Weights of method GENQ. */
  readonly weights?: ArrayLike<number>;
}

export interface MetaOptions {
  /** Default REML. */
  readonly method?: Tau2Method;
  /** Default knha. */
  readonly test?: MeanTest;
  /** Percent; default 95. */
  readonly level?: number;
  /** Default k-1 with knha and adhoc, z with z, as metafor. */
  readonly predictionDf?: PredictionDf;
}

export interface DroppedRow {
  /** 1-based row of the input. */
  readonly row: number;
  readonly slab: string;
  readonly reason: string;
}

/** A tested number with its interval. `df` is null under the normal distribution. */
export interface MeanEstimate {
  readonly estimate: number | null;
  readonly se: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
  readonly statistic: number | null;
  readonly df: number | null;
  /** Two sided; `log10P` stays finite where p underflows to 0. */
  readonly p: number | null;
  readonly log10P: number | null;
}

export interface MetaFit extends MeanEstimate {
  readonly method: Tau2Method;
  readonly test: MeanTest;
  /** The test that made se and interval: differs from `test` for k = 1 (z) and without residual spread (adhoc). */
  readonly testUsed: MeanTest;
  /** Percent. */
  readonly level: number;

  readonly tau2: number | null;
  /** Before it was set to 0 where negative. ML, REML, PM, PMM and EB search tau2 >= 0 only: equal to tau2. */
  readonly tau2Raw: number | null;
  readonly seTau2: number | null;
  /** Q-profile interval. */
  readonly tau2Lower: number | null;
  readonly tau2Upper: number | null;
  /** Percent, from tau2 and the typical variance (EE: from Q). */
  readonly i2: number | null;
  /** Percent, 100 (Q - df) / Q, not below 0. */
  readonly i2FromQ: number | null;
  readonly i2Lower: number | null;
  readonly i2Upper: number | null;
  readonly h2: number | null;
  readonly h2Lower: number | null;
  readonly h2Upper: number | null;
  readonly q: number | null;
  readonly qDf: number | null;
  readonly qP: number | null;
  readonly qLog10P: number | null;

  readonly piLower: number | null;
  readonly piUpper: number | null;
  readonly piDf: PredictionDf;

  readonly k: number;
  readonly kSupplied: number;
  readonly kDropped: number;
  readonly dropped: readonly DroppedRow[];
  /** Of the used rows, in their order: 1-based input row, label, weight in percent. */
  readonly rows: readonly number[];
  readonly slab: readonly string[];
  readonly weights: readonly number[];
  /** Percent. */
  readonly largestWeight: number | null;

  /** Knapp-Hartung SE over the SE of z; below 1 it narrows the interval. */
  readonly seRatio: number | null;
  readonly alternatives: {
    readonly z: MeanEstimate;
    readonly knha: MeanEstimate | null;
    readonly adhoc: MeanEstimate | null;
  } | null;

  /** Log likelihood at the fit, restricted for REML; AIC and BIC of the same kind. */
  readonly logLik: number | null;
  readonly logLikMl: number | null;
  readonly logLikReml: number | null;
  readonly aic: number | null;
  readonly bic: number | null;

  readonly converged: boolean;
  readonly iterations: number;
  /** ML and REML: slope of the log likelihood at the answer (0 inside, negative on the boundary). */
  readonly gradient: number;
  /** ML and REML: local maxima found. */
  readonly modes: number;
  readonly warnings: readonly string[];
}

/** A column that may explain the effects. `null` is missing: the row is dropped and counted. */
export interface Moderator {
  readonly name: string;
  readonly values: ArrayLike<number | string | null>;
  /** Default: numeric when all values are numbers, else factor. */
  readonly kind?: 'numeric' | 'factor';
  /** Reference level of a factor; default the first in code-point order. */
  readonly reference?: string;
}

export interface Coefficient extends MeanEstimate {
  readonly term: string;
  readonly moderator: string | null;
  readonly level: string | null;
}

export interface OmnibusTest {
  readonly name: string;
  /** chi2 with df1 where df2 is null, else F. */
  readonly statistic: number;
  readonly df1: number;
  readonly df2: number | null;
  readonly p: number;
  readonly log10P: number;
}

export interface MetaRegressionFit {
  readonly coefficients: readonly Coefficient[];
  readonly vcov: readonly (readonly number[])[];
  /** Joint test of each moderator with more than one column. */
  readonly factors: readonly OmnibusTest[];
  /** Joint test of all coefficients but the intercept. */
  readonly qm: number | null;
  readonly qmDf1: number | null;
  readonly qmDf2: number | null;
  readonly qmP: number | null;
  readonly qmLog10P: number | null;
  /** Percent of tau2 that the moderators account for. */
  readonly r2: number | null;
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly testUsed: MeanTest;
  readonly level: number;
  /** Residual tau2, its Q-profile interval, and tau2 without moderators. */
  readonly tau2: number;
  readonly tau2Raw: number;
  readonly seTau2: number | null;
  readonly tau2Lower: number;
  readonly tau2Upper: number;
  readonly tau2Without: number;
  readonly i2: number;
  readonly i2FromQ: number;
  readonly h2: number;
  /** Residual heterogeneity (QE). */
  readonly q: number;
  readonly qDf: number;
  readonly qP: number;
  readonly qLog10P: number;
  readonly seRatio: number;
  readonly k: number;
  /** Coefficients, the intercept among them. */
  readonly p: number;
  readonly kSupplied: number;
  readonly kDropped: number;
  readonly dropped: readonly DroppedRow[];
  readonly rows: readonly number[];
  readonly droppedColumns: readonly { readonly term: string; readonly reason: string }[];
  readonly logLik: number;
  readonly logLikMl: number;
  readonly logLikReml: number;
  readonly aic: number;
  readonly converged: boolean;
  readonly iterations: number;
  readonly warnings: readonly string[];
}
