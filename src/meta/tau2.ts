/**
 * The estimators of tau2, each written once over `Forms`. Pure and total; the caller checks the input.
 *
 * Closed forms (may be negative: the raw value):
 *   DL   (Q - (k-p)) / tr P at weights 1/vi                      DerSimonian & Laird 1986, 10.1016/0197-2456(86)90046-2
 *   HE   (SSR - tr(PV)) / (k-p) at weights 1                     Hedges & Olkin 1985
 *   HS   (Q - k) / sum(1/vi)                                     Hunter & Schmidt 1990
 *   SJ   t0 y'Py / (k-p) at weights 1/(vi+t0), t0 = sum (yi - mean)^2 / k Sidik & Jonkman 2005, 10.1111/j.1467-9876.2005.00489.x
 *   GENQ (y'Py - tr(PV)) / tr P at weights of the user            DerSimonian & Kacker 2007, 10.1016/j.cct.2006.04.004
 *   DL2  GENQ at weights 1/(vi + tau2 of DL), one further step    the same
 * Iterated:
 *   ML, REML  the highest root of the score, see `maximiseLikelihood`   Viechtbauer 2005, 10.3102/10769986030003261
 *   PM = EB   the root of Q(tau2) = k-p; PMM: = median of chi2(k-p)     Paule & Mandel 1982; Viechtbauer 2021
 */
import type { Forms } from './forms.ts';

export const TAU2_METHODS = [
  'EE',
  'DL',
  'HE',
  'HS',
  'SJ',
  'ML',
  'REML',
  'EB',
  'PM',
  'PMM',
  'GENQ',
  'DL2',
] as const;
export type Tau2Method = (typeof TAU2_METHODS)[number];

/** How the search went. One object is reused by a kernel, so read it before the next call. */
export interface Tau2Search {
  /** The estimate before it is set to 0 where negative; equal to tau2 for the iterated estimators. */
  raw: number;
  iterations: number;
  converged: boolean;
  /** ML and REML: the score at the answer (half of y'PPy - tr P, or - sum w); else 0. */
  gradient: number;
  /** ML and REML: local maxima of the likelihood found by the grid. */
  modes: number;
  /** The next best mode and how far its log likelihood lies below the best one (NaN without one). */
  otherMode: number;
  otherModeDrop: number;
}

export function newSearch(): Tau2Search {
  return {
    raw: 0,
    iterations: 0,
    converged: true,
    gradient: 0,
    modes: 1,
    otherMode: Number.NaN,
    otherModeDrop: Number.NaN,
  };
}

/** Step of Newton's method, relative to tau2 + min(vi), below which the next iterate is the answer. */
const TOLERANCE = 1e-12;
const MAX_ITERATIONS = 200;

/**
 * tau2 by `method`; details into `search`. `weights` are those of GENQ; `medianChi2` the median of chi2(k-p),
 * needed by PMM only. With k = p nothing is left to estimate from: the answer is NaN.
 */
export function estimateTau2(
  forms: Forms,
  method: Tau2Method,
  search: Tau2Search,
  weights: ArrayLike<number> | null = null,
  medianChi2 = Number.NaN,
): number {
  search.raw = 0;
  search.iterations = 0;
  search.converged = true;
  search.gradient = 0;
  search.modes = 1;
  search.otherMode = Number.NaN;
  search.otherModeDrop = Number.NaN;
  const free = forms.k - forms.p;
  if (method === 'EE') return 0;
  if (free <= 0) return Number.NaN;
  switch (method) {
    case 'DL':
    case 'DL2':
    case 'HS':
      search.raw = byMoments(forms, method);
      break;
    case 'HE':
      forms.atWeights(null);
      search.raw = (forms.yPy - forms.trPV) / free;
      break;
    case 'GENQ':
      forms.atWeights(weights);
      search.raw = (forms.yPy - forms.trPV) / forms.trP;
      break;
    case 'SJ': {
      const start = forms.ssMean / forms.k;
      if (start > 0) {
        forms.at(start);
        search.raw = (start * forms.yPy) / free;
      }
      break;
    }
    case 'PM':
    case 'EB':
      search.raw = generalisedQRoot(forms, free, search);
      break;
    case 'PMM':
      search.raw = generalisedQRoot(forms, medianChi2, search);
      break;
    default:
      search.raw = maximiseLikelihood(forms, method === 'REML', search);
  }
  return search.raw > 0 ? search.raw : search.raw <= 0 ? 0 : Number.NaN;
}

function byMoments(forms: Forms, method: 'DL' | 'DL2' | 'HS'): number {
  const free = forms.k - forms.p;
  forms.at(0);
  if (method === 'HS') return (forms.yPy - forms.k) / forms.sumW;
  const first = (forms.yPy - free) / forms.trP;
  if (method === 'DL') return first;
  // At weights 1/(vi+t): tr(PV) = (k-p) - t tr P.
  const t = Math.max(0, first);
  forms.at(t);
  return t + (forms.yPy - free) / forms.trP;
}

/**
 * The tau2 >= 0 at which Q(tau2) = y'Py falls to `target`; 0 where Q(0) is at or below it already.
 *
 * 1/Q is concave and increasing in tau2 (Cauchy-Schwarz on P), so Newton's method on it starts at 0, climbs
 * without overshooting and converges quadratically; with equal vi it is exact after one step. Also gives the
 * ends of the Q-profile interval.
 */
export function generalisedQRoot(forms: Forms, target: number, search: Tau2Search): number {
  let t = 0;
  for (let i = 1; i <= MAX_ITERATIONS; i++) {
    search.iterations = i;
    forms.at(t);
    if (!(forms.yPy > target)) return t;
    const step = (forms.yPy / forms.yPPy) * ((forms.yPy - target) / target);
    t += step;
    if (step <= TOLERANCE * (t + forms.vMin)) return t;
  }
  search.converged = false;
  return t;
}

/** How far `hasOneMode` stays below the bound of 2, where a root would be ill-conditioned. */
const ONE_MODE = 1.9;

/**
 * Has the (restricted) likelihood at most one mode, surely? `trace` and `trace2` are tr P and tr PP at weights 1/vi for
 * REML, sum w and sum w^2 for ML. Sufficient, not necessary: Q trace2 < 2 trace^2.
 *
 * P(t) = P (I + t P)^-1, so that with the eigenvalues l of P = P(0) and q = l z^2, z the coordinates of y,
 *
 *     y'P(t)P(t)y = sum q l / (1 + t l)^2,   Q = sum q,   tr P(t) = sum l / (1 + t l).
 *
 * l / (1 + t l)^2 is below its tangent at m = y'PPy / Q where t m <= 1, and below 1 / (4 t) everywhere; l / (1 + t l) is
 * l times a convex function of l (Jensen). So
 *
 *     y'P(t)P(t)y <= y'PPy / (1 + t m)^2, or Q / (4 t) where t m > 1,   tr P(t) >= trace / (1 + t trace2 / trace),
 *
 * and under the condition a score that is not positive at 0 is negative at every t > 0. The condition at 0 implies that
 * at any t (start from there instead): Q falls, and trace2 / trace^2 too, since l / (1 + t l) evens the l out. So every
 * root is crossed downwards and none follows it. For ML the same with w in the place of l in the traces.
 */
export function hasOneMode(q: number, trace: number, trace2: number): boolean {
  return q * trace2 <= ONE_MODE * trace * trace;
}

/** Half the derivative of twice the log likelihood; with `forms.at` done at tau2. */
function score(forms: Forms, restricted: boolean): number {
  return forms.yPPy - (restricted ? forms.trP : forms.sumW);
}

/**
 * The tau2 >= 0 with the highest (restricted) likelihood.
 *
 * Where `hasOneMode`, it is 0 or the one root of the score, by Newton's method from one step of Fisher's scoring at 0.
 * Else all modes are looked for:
 *
 * Upper end: with s = tau2 + min(vi), d = max(vi) - min(vi), n = k-p, the score is below SSR/s^2 - n/(s+d), so
 * it's negative once s exceeds (SSR + sqrt(SSR^2 + 4 n SSR d)) / 2n. Between 0 and there a grid, geometric in s
 * with steps of at most a factor 2 (4 to 64 points), brackets every change of sign from + to -; each is polished by
 * Newton's method kept inside its bracket. Several modes: the likelihoods decide and the search says so.
 */
function maximiseLikelihood(forms: Forms, restricted: boolean, search: Tau2Search): number {
  const { vMin, vMax, ssr } = forms;
  const free = forms.k - forms.p;
  const top = (ssr + Math.sqrt(ssr) * Math.sqrt(ssr + 4 * free * (vMax - vMin))) / (2 * free);
  forms.at(0);
  let left = 0;
  let leftScore = score(forms, restricted);
  search.gradient = 0.5 * leftScore;
  if (!(top > vMin)) return 0;
  const trace = restricted ? forms.trP : forms.sumW;
  const trace2 = restricted ? forms.trPP : forms.sumW2;
  if (hasOneMode(forms.yPy, trace, trace2)) {
    if (leftScore <= 0) return 0;
    const mode = polish(forms, restricted, 0, top * (1 + 1e-9) - vMin, leftScore / trace2, search);
    search.gradient = 0.5 * score(forms, restricted);
    return mode;
  }
  const bottom = Math.max(vMin, top * 1e-18);
  const steps = Math.min(64, Math.max(4, Math.ceil(Math.log2(top / bottom))));
  const factor = (top / bottom) ** (1 / steps);

  let best = Number.NaN;
  let bestLogLik = Number.NEGATIVE_INFINITY;
  let modes = 0;
  let bestGradient = search.gradient;
  if (leftScore <= 0) {
    best = 0;
    modes = 1;
  }
  let s = bottom;
  for (let j = 1; j <= steps; j++) {
    s *= factor;
    const right = j === steps ? top * (1 + 1e-9) - vMin : s - vMin;
    forms.at(right);
    const rightScore = score(forms, restricted);
    if (leftScore > 0 && rightScore <= 0) {
      const middle = Math.sqrt((left + vMin) * (right + vMin)) - vMin;
      const mode = polish(forms, restricted, left, right, middle, search);
      const gradient = 0.5 * score(forms, restricted);
      modes++;
      if (modes === 1) {
        best = mode;
        bestGradient = gradient;
      } else {
        if (modes === 2) bestLogLik = forms.logLik(best, restricted);
        const logLik = forms.logLik(mode, restricted);
        const drop = Math.abs(bestLogLik - logLik);
        const better = logLik > bestLogLik;
        if (!(drop > search.otherModeDrop)) {
          search.otherMode = better ? best : mode;
          search.otherModeDrop = drop;
        }
        if (better) {
          best = mode;
          bestLogLik = logLik;
          bestGradient = gradient;
        }
      }
    }
    left = right;
    leftScore = rightScore;
  }
  search.modes = modes;
  search.gradient = bestGradient;
  return modes === 0 ? 0 : best;
}

/** Newton's method on the score inside [lo, hi], where it goes from + to -; bisection where a step leaves. */
function polish(
  forms: Forms,
  restricted: boolean,
  lo: number,
  hi: number,
  start: number,
  search: Tau2Search,
): number {
  const { vMin } = forms;
  let a = lo;
  let b = hi;
  let t = start;
  if (!(t > a && t < b)) t = 0.5 * (a + b);
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    search.iterations++;
    forms.at(t);
    const f = score(forms, restricted);
    if (f > 0) a = t;
    else b = t;
    const slope = (restricted ? forms.trPP : forms.sumW2) - 2 * forms.yPPPy;
    let next = t - f / slope;
    if (!(next > a && next < b)) {
      if (Math.abs(f / slope) <= TOLERANCE * (t + vMin) || b - a <= TOLERANCE * (t + vMin)) return t;
      next = 0.5 * (a + b);
    }
    const done = Math.abs(next - t) <= TOLERANCE * (t + vMin);
    t = next;
    if (done) {
      forms.at(t);
      return t;
    }
  }
  search.converged = false;
  return t;
}
