/** Profile likelihood interval of tau2, for ML and REML. */
import { InputError } from '../errors.ts';
import { chi2Quantile } from '../stats/distributions.ts';
import { MeanModel } from './mean-model.ts';
import { badOption, profileDisjoint } from './messages.ts';
import { checkLevel } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import { estimateTau2, newSearch } from './tau2.ts';
import type { EffectData } from './types.ts';

export interface Tau2Profile {
  readonly method: 'ML' | 'REML';
  /** Percent. */
  readonly level: number;
  readonly tau2: number;
  readonly tau2Lower: number;
  readonly tau2Upper: number;
  /** Percent. */
  readonly i2Lower: number;
  readonly i2Upper: number;
  /** Log likelihood at tau2, and the one at which the interval ends. */
  readonly logLik: number;
  readonly cut: number;
  readonly warnings: readonly string[];
}

/**
 * The tau2 >= 0 whose (restricted) log likelihood, the mean profiled out, lies no more than half the `level` quantile
 * of chi2(1) below its maximum, as R's `metafor::confint(type = "PL")`. Hardy & Thompson 1996,
 * 10.1002/(SICI)1097-0258(19960330)15:6<619::AID-SIM188>3.0.CO;2-A.
 *
 * Ends by Newton's method kept in a bracket, to 1e-12 relative to tau2 + min(vi); the lower end is 0 where the
 * likelihood at 0 is high enough. Where a second mode makes the set fall apart the outermost ends are given and
 * `warnings` says so.
 *
 * @returns null for k below 2, where tau2 cannot be estimated.
 * @throws InputError as `fitMeta`.
 * @example
 * const yi = [-0.581, 0.53, 0.771, 1.031, 0.553, 0.295, 0.078, 0.573, -0.176, -0.232];
 * const vi = [0.023, 0.052, 0.06, 0.115, 0.095, 0.203, 0.2, 0.211, 0.051, 0.04];
 * profileTau2({ yi, vi }, 'REML')?.tau2Upper // 0.789108976166343
 */
export function profileTau2(data: EffectData, method: 'ML' | 'REML', level = 95): Tau2Profile | null {
  if (method !== 'ML' && method !== 'REML') throw new InputError(badOption('method', method, 'ML or REML'));
  checkLevel(level);
  const rows = effectRows(data);
  if (rows.k < 2) return null;
  const { unit, y, v } = scaleRows(rows);
  const restricted = method === 'REML';
  const model = new MeanModel().load(y, v, rows.k);
  const tau2 = estimateTau2(model, method, newSearch());
  const logLik = model.logLik(tau2, restricted);
  const cut = logLik - chi2Quantile(level / 100, 1) / 2;
  const above = (t: number) => model.logLik(t, restricted) - cut;

  const free = rows.k - 1;
  const { vMin, vMax, ssr } = model;
  const top = (ssr + Math.sqrt(ssr) * Math.sqrt(ssr + 4 * free * (vMax - vMin))) / (2 * free);
  let lower = 0;
  let upper = tau2;
  let crossings = 0;
  let previous = 0;
  let previousAbove = above(0);
  const inside0 = previousAbove >= 0;
  // Beyond `top` the likelihood only falls, so the first point below the cut there ends the search.
  for (let s = vMin * 1.5, more = true; more; s *= 1.5) {
    const t = s - vMin;
    const value = above(t);
    if (previousAbove < 0 !== value < 0) {
      const end = crossing(model, restricted, cut, previous, t);
      if (value < 0) upper = end;
      else if (crossings === 0) lower = end;
      crossings++;
    }
    more = s <= top || value >= 0 || upper < tau2;
    previous = t;
    previousAbove = value;
  }
  model.at(0);
  const typical = free / model.trP;
  const shift = (restricted ? free : rows.k) * Math.log(unit);
  const disjoint = crossings > (inside0 ? 1 : 2);
  return {
    method,
    level,
    tau2: tau2 * unit * unit,
    tau2Lower: lower * unit * unit,
    tau2Upper: upper * unit * unit,
    i2Lower: (100 * lower) / (lower + typical),
    i2Upper: (100 * upper) / (upper + typical),
    logLik: logLik - shift,
    cut: cut - shift,
    warnings: disjoint ? [profileDisjoint(method)] : [],
  };
}

/** Where the log likelihood crosses `cut` between a and b. */
function crossing(model: MeanModel, restricted: boolean, cut: number, a: number, b: number): number {
  let lo = a;
  let hi = b;
  const rising = model.logLik(lo, restricted) < cut;
  let t = 0.5 * (lo + hi);
  for (let i = 0; i < 200; i++) {
    const f = model.logLik(t, restricted) - cut;
    if (f < 0 === rising) lo = t;
    else hi = t;
    const slope = 0.5 * (model.yPPy - (restricted ? model.trP : model.sumW));
    let next = t - f / slope;
    if (!(next > lo && next < hi)) next = 0.5 * (lo + hi);
    if (Math.abs(next - t) <= 1e-13 * (t + model.vMin)) return next;
    t = next;
  }
  return t;
}
