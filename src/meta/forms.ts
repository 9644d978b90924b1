/**
 * What every tau2 estimator needs to know of a data set: quadratic forms and traces of
 *
 *     P = W - W X (X'WX)^-1 X'W,   W = diag(1 / (vi + tau2)),
 *
 * so that each estimator is written once and serves the plain mean (`mean-model.ts`, O(k), no allocation) and
 * moderators (`regression-model.ts`) alike. Kernels are pure and total: no throwing, NaN outside the domain.
 */
export abstract class Forms {
  /** Rows and columns of the design. */
  abstract readonly k: number;
  abstract readonly p: number;
  abstract readonly vMin: number;
  abstract readonly vMax: number;
  /** Mean of vi. */
  abstract readonly vMean: number;
  /** Residual sum of squares of the unweighted fit, and that of the plain mean (where SJ starts). */
  ssr = Number.NaN;
  ssMean = Number.NaN;

  /** Fills the fields below at weights 1 / (vi + tau2). */
  abstract at(tau2: number): void;
  /** Sums of w and w^2. */
  sumW = Number.NaN;
  sumW2 = Number.NaN;
  /** y'Py, y'PPy, y'PPPy. */
  yPy = Number.NaN;
  yPPy = Number.NaN;
  yPPPy = Number.NaN;
  /** Traces of P and PP. */
  trP = Number.NaN;
  trPP = Number.NaN;

  /** Fills yPy, trP, trPP and the three traces below at weights of any kind (null: all 1). */
  abstract atWeights(weights: ArrayLike<number> | null): void;
  /** Traces of PV, PVP and PVPV, V = diag(vi). */
  trPV = Number.NaN;
  trPVP = Number.NaN;
  trPVPV = Number.NaN;

  /** Log likelihood at tau2: full (ML) or restricted (REML, with the X'X term, as metafor). */
  abstract logLik(tau2: number, restricted: boolean): number;
}
