/**
 * What every tau2 estimator needs to know of a data set: quadratic forms and traces of
 *
 *     P = W - W X (X'WX)^-1 X'W,   W = diag(1 / (vi + tau2)),
 *
 * so that each estimator is written once and serves the plain mean (`mean-model.ts`, O(k), no allocation) and
 * moderators (`regression-model.ts`) alike. Kernels are pure and total: no throwing, NaN outside the domain.
 */
export interface Forms {
  /** Rows and columns of the design. */
  readonly k: number;
  readonly p: number;
  readonly vMin: number;
  readonly vMax: number;
  /** Mean of vi. */
  readonly vMean: number;
  /** Residual sum of squares of the unweighted fit, and that of the plain mean (where SJ starts). */
  readonly ssr: number;
  readonly ssMean: number;

  /** Fills the fields below at weights 1 / (vi + tau2). */
  at(tau2: number): void;
  /** Sums of w and w^2. */
  sumW: number;
  sumW2: number;
  /** y'Py, y'PPy, y'PPPy. */
  yPy: number;
  yPPy: number;
  yPPPy: number;
  /** Traces of P and PP. */
  trP: number;
  trPP: number;

  /** Fills yPy, trP, trPP and the three traces below at weights of any kind (null: all 1). */
  atWeights(weights: ArrayLike<number> | null): void;
  /** Traces of PV, PVP and PVPV, V = diag(vi). */
  trPV: number;
  trPVP: number;
  trPVPV: number;

  /** Log likelihood at tau2: full (ML) or restricted (REML, with the X'X term, as metafor). */
  logLik(tau2: number, restricted: boolean): number;
}
