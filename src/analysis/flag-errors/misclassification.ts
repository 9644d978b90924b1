/** The gap between tasks that are hackable and tasks that are not, from flags that err at known rates. */
import type { Contrast } from '../../effects/arms.ts';
import type { Weights } from '../../effects/types.ts';
import { tQuantile } from '../../stats/student-t.ts';
import { type StratumScores, satterthwaite, stratumScores } from '../sensitivity/task-scores.ts';
import * as messages from './messages.ts';
import type { MisclassifiedGap, MisclassifiedStratum } from './types.ts';

/**
 * Corrects the gap for flags of sensitivity Se (a hackable task is flagged) and specificity Sp (another is not), by the
 * matrix method within strata, on task scores u.
 *
 * With the share q of a stratum's audited tasks flagged, the share that is hackable is pi = (q + Sp - 1) / (Se + Sp - 1)
 * (Rogan and Gladen 1978, doi:10.1093/oxfordjournals.aje.a112510); of the flagged ones PPV = Se pi / q are hackable, of
 * the others NPV = Sp (1 - pi) / (1 - q) are not. If an error in the flag does not depend on the score given the truth
 * (non-differential), the arm means are mixtures,
 *
 *     m1 = PPV mu1 + (1 - PPV) mu0,    m0 = (1 - NPV) mu1 + NPV mu0,
 *
 * so that mu1 - mu0 = (m1 - m0) / f with f = PPV + NPV - 1 = (q + Sp - 1)(Se - q) / ((Se + Sp - 1) q (1 - q)). A missed
 * hackable task thus dilutes the gap, and the corrected one is larger. Strata are combined with the weights of the
 * true arms: `flagged` n pi, `all` n, `mh` n pi (1 - pi).
 *
 * Variance: w^2 (S2_1 / n1 + S2_0 / n0) / f^2 over tasks, plus what the sampled share q adds by the delta method,
 * w^2 (d f' / f^2)^2 q (1 - q) / n; Se and Sp count as known. t with Satterthwaite df.
 *
 * Edge cases: q at or below 1 - Sp, or at or above Se, can't come from these rates: the stratum is left out and says so.
 * Se + Sp at or below 1: flags that say nothing. A corrected rate outside 0 .. 1 speaks against the rates given, or is
 * chance in a small stratum; it is kept. Unlike the flags here, tasks found by attack may be those that are solved most:
 * then errors do depend on the score, and this correction does not hold.
 *
 * @param level percent
 * @example
 * // 100 tasks, 40 hackable with score 0.8, 60 not with 0.4; Se 0.75, Sp 0.9: flagged 30 + 6 (mean 0.7333), others
 * // 10 + 54 (mean 0.4625): plain gap 0.2708, corrected 0.4
 */
export function misclassifiedGap(
  scores: ArrayLike<number>,
  contrast: Contrast,
  weights: Weights,
  sensitivity: number,
  specificity: number,
  level: number,
): MisclassifiedGap {
  const cells = stratumScores(scores, contrast);
  const none = {
    sensitivity,
    specificity,
    estimate: null,
    se: null,
    df: null,
    ciLower: null,
    ciUpper: null,
  };
  if (sensitivity + specificity <= 1) return { ...none, strata: [], reason: messages.saysNothing() };
  const solved = cells.map((cell) => solveStratum(cell, weights, sensitivity, specificity));
  const total = solved.reduce((sum, one) => sum + one.weight, 0);
  const strata = cells.map((cell, i): MisclassifiedStratum => {
    const { f: _f, slope: _slope, ...rest } = solved[i];
    const weight = total === 0 ? 0 : solved[i].weight / total;
    return { stratum: contrast.strata[cell.stratum], ...rest, weight };
  });
  if (total === 0) {
    const reason = cells.length === 0 ? messages.noContrast() : messages.impossible(strata);
    return { ...none, strata, reason };
  }
  let estimate = 0;
  const parts: { variance: number; df: number }[] = [];
  cells.forEach(({ hackable, robust }, i) => {
    const { f, slope, gap, flagged } = solved[i];
    if (gap === null) return;
    const w = strata[i].weight;
    estimate += w * gap;
    const n = hackable.n + robust.n;
    parts.push(
      { variance: ((w / f) ** 2 * hackable.variance) / hackable.n, df: hackable.df },
      { variance: ((w / f) ** 2 * robust.variance) / robust.n, df: robust.df },
      { variance: ((w * gap * slope) ** 2 * flagged * (1 - flagged)) / n, df: n - 1 },
    );
  });
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (!(variance > 0)) return { ...none, estimate, strata, reason: messages.noSpread() };
  const df = satterthwaite(parts);
  const se = Math.sqrt(variance);
  const half = tQuantile(0.5 + level / 200, df) * se;
  return {
    ...none,
    estimate,
    se,
    df,
    ciLower: estimate - half,
    ciUpper: estimate + half,
    strata,
    reason: null,
  };
}

interface Solved extends Omit<MisclassifiedStratum, 'stratum'> {
  readonly f: number;
  /** f' / f at the observed q; exactly 0 without error. */
  readonly slope: number;
}

function solveStratum({ hackable, robust }: StratumScores, weights: Weights, se: number, sp: number): Solved {
  const n = hackable.n + robust.n;
  const q = hackable.n / n;
  const youden = se + sp - 1;
  const pi = (q + sp - 1) / youden;
  const f = ((q + sp - 1) * (se - q)) / (youden * q * (1 - q));
  const nothing = { hackable: null, ppv: null, npv: null, rateHackable: null, rateRobust: null, gap: null };
  if (!(q > 1 - sp) || !(q < se)) {
    return { flagged: q, ...nothing, weight: 0, f, slope: 0, reason: messages.outOfReach(q, se, sp) };
  }
  const ppv = (se * pi) / q;
  const npv = (sp * (1 - pi)) / (1 - q);
  const rateHackable = (npv * hackable.mean - (1 - ppv) * robust.mean) / f;
  const rateRobust = (ppv * robust.mean - (1 - npv) * hackable.mean) / f;
  const weight = weights === 'flagged' ? n * pi : weights === 'all' ? n : n * pi * (1 - pi);
  return {
    flagged: q,
    hackable: pi,
    ppv,
    npv,
    rateHackable,
    rateRobust,
    gap: (hackable.mean - robust.mean) / f,
    weight,
    f,
    slope: 1 / (q + sp - 1) - 1 / (se - q) - 1 / q + 1 / (1 - q),
    reason: null,
  };
}
