/** Covariance of the estimates from the Hessian of the deviance. */
import { eigenSymmetric, mapEigenvalues } from './symmetric.ts';

export interface Covariance {
  /** n x n; null when the deviance does not curve upwards in some direction at the answer. */
  readonly matrix: Float64Array | null;
  /** Unit direction along which the deviance falls, null when there is none. */
  readonly descent: Float64Array | null;
}

/**
 * 2 H^-1, as lme4's `vcov(fit, use.hessian = TRUE)`: over deviations and coefficients jointly, so that the
 * coefficients' errors carry the deviations' uncertainty. H is scaled to a unit diagonal first. Directions in
 * which it is flat (relative curvature below 1e-7: deviations that have no effect at the boundary) are left
 * out of the inverse.
 */
export function covarianceOf(hessian: Float64Array, n: number): Covariance {
  const scale = Float64Array.from({ length: n }, (_, i) => {
    const curvature = Math.abs(hessian[i * n + i]);
    return curvature > 1e-12 ? 1 / Math.sqrt(curvature) : 1;
  });
  const scaled = hessian.map((value, k) => value * scale[k % n] * scale[Math.floor(k / n)]);
  const eigen = eigenSymmetric(scaled, n);
  let lowest = 0;
  for (let j = 1; j < n; j++) if (eigen.values[j] < eigen.values[lowest]) lowest = j;
  if (!(eigen.values[lowest] > -1e-5)) {
    const descent = Float64Array.from({ length: n }, (_, i) => eigen.vectors[i * n + lowest] * scale[i]);
    return { matrix: null, descent };
  }
  const inverse = mapEigenvalues(eigen, (value) => (value > 1e-7 ? 2 / value : 0));
  return {
    matrix: inverse.map((value, k) => value * scale[k % n] * scale[Math.floor(k / n)]),
    descent: null,
  };
}
