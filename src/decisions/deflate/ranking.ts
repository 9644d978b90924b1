/** Ranks with intervals that cover, tiers, and how far two rankings are apart. */
import { normalLogSf } from '../../stats/normal.ts';
import { tLogSf } from '../../stats/student-t.ts';
import type { KendallDistance, RankInterval } from './types.ts';

/** Scores closer than this are tied. */
const TIE = 1e-12;

export interface RankInput {
  readonly scores: ArrayLike<number>;
  /** Draw d, model i: score less its estimate, at d * models + i. */
  readonly deviations: Float64Array;
  readonly draws: number;
  /** Plain and smoothed standard error of the difference of two models, at i * models + j. */
  readonly pairSe: Float64Array;
  readonly pairSeSmoothed: Float64Array;
  /** Of those standard errors; Infinity for the normal distribution. */
  readonly df: number;
  /** Percent. */
  readonly level: number;
}

export interface Ranking {
  readonly ranks: readonly RankInterval[];
  /** Tier of each model, 1 the best. */
  readonly tiers: readonly number[];
}

/**
 * Rank intervals by the comparisons that hold at once (Mogstad, Romano, Shaikh and Wilhelm 2024,
 * doi:10.1093/restud/rdad006): model j is told apart from k when |score_j - score_k| / se_jk exceeds the level's quantile
 * of max_k |deviation_j - deviation_k| / se_jk over bootstrap draws. Its rank then lies between 1 + the models told
 * apart above it and M - those below. The maximum is over k for the interval of one model, over all pairs for the
 * joint intervals, which hold for all models together; both cover at least at their level up to the error of the
 * bootstrap. Percentiles of bootstrapped ranks would not: near ties they are off whatever the number of tasks (Xie, Singh
 * and Zhang 2009, doi:10.1198/jasa.2009.0142).
 *
 * With few tasks two guards are added: the quantile c becomes the t value with the same tail as c has under the normal
 * distribution, and the se of the comparison is smoothed (`pairSpread`). Pairs without spread stay out of the maximum.
 *
 * Tiers: the best model opens the first; each next model joins while it is not told apart (jointly) from the one that
 * opened the tier, else opens the next.
 */
export function rankIntervals(input: RankInput): Ranking {
  const { scores, deviations, draws, pairSe, pairSeSmoothed, df, level } = input;
  const models = scores.length;
  const own = Array.from({ length: models }, () => new Float64Array(draws));
  const joint = new Float64Array(draws);
  for (let d = 0; d < draws; d++) {
    const row = d * models;
    for (let i = 0; i < models; i++) {
      for (let j = i + 1; j < models; j++) {
        const se = pairSe[i * models + j];
        if (!(se > 0)) continue;
        const value = Math.abs(deviations[row + i] - deviations[row + j]) / se;
        if (value > own[i][d]) own[i][d] = value;
        if (value > own[j][d]) own[j][d] = value;
        if (value > joint[d]) joint[d] = value;
      }
    }
  }
  const critical = own.map((values) => toStudent(upperQuantile(values, level), df));
  const jointCritical = toStudent(upperQuantile(joint, level), df);
  const apart = (i: number, j: number, c: number) => {
    const difference = scores[i] - scores[j];
    return Math.abs(difference) > TIE && Math.abs(difference) > c * pairSeSmoothed[i * models + j];
  };
  const bounds = (i: number, c: number) => {
    let [above, below] = [0, 0];
    for (let j = 0; j < models; j++) {
      if (j === i || !apart(i, j, c)) continue;
      if (scores[j] > scores[i]) above++;
      else below++;
    }
    return [1 + above, models - below] as const;
  };
  const ranks = Array.from({ length: models }, (_, i): RankInterval => {
    let better = 0;
    for (let j = 0; j < models; j++) if (scores[j] - scores[i] > TIE) better++;
    const [lower, upper] = bounds(i, critical[i]);
    const [jointLower, jointUpper] = bounds(i, jointCritical);
    return { rank: 1 + better, lower, upper, jointLower, jointUpper };
  });
  const order = [...ranks.keys()].sort((i, j) => scores[j] - scores[i] || i - j);
  const tiers = new Array<number>(models).fill(1);
  let [first, tier] = [order[0], 1];
  for (const i of order) {
    if (apart(first, i, jointCritical)) {
      tier++;
      first = i;
    }
    tiers[i] = tier;
  }
  return { ranks, tiers };
}

/**
 * Standard errors of all pairwise differences from the influence rows, plain and smoothed.
 *
 * Models that solve nearly the same tasks differ in few of them, and then the plain variance can be 0 by chance. The
 * smoothed one adds what the two pseudo-tasks of Agresti and Min (2005, doi:10.1002/sim.1781) add in each cell, one
 * solved by the one model only and one by the other in halves: w_s^2 / (n_s + 2)^2.
 *
 * @param rows influence of `columns` on each model's score, models x columns
 * @param floor sum of w_s^2 / (n_s + 2)^2
 */
export function pairSpread(
  rows: Float64Array,
  columns: number,
  models: readonly number[],
  floor: number,
): { plain: Float64Array; smoothed: Float64Array } {
  const size = models.length;
  const [plain, smoothed] = [new Float64Array(size * size), new Float64Array(size * size)];
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const [a, b] = [models[i] * columns, models[j] * columns];
      let variance = 0;
      for (let c = 0; c < columns; c++) variance += (rows[a + c] - rows[b + c]) ** 2;
      plain[i * size + j] = Math.sqrt(variance);
      smoothed[i * size + j] = Math.sqrt(variance + floor);
      smoothed[j * size + i] = smoothed[i * size + j];
    }
  }
  return { plain, smoothed };
}

/**
 * Kendall's distance of two rankings: pairs in opposite order, and one half for each pair tied in one of them only (Fagin
 * et al. 2006, doi:10.1137/05063088X). null for fewer than two models.
 *
 * @example kendallDistance([3, 2, 1], [3, 1, 2]) // 1 reversed of 3 pairs, distance 1
 */
export function kendallDistance(a: ArrayLike<number>, b: ArrayLike<number>): KendallDistance | null {
  const models = a.length;
  if (models < 2) return null;
  const sign = (x: number) => (Math.abs(x) <= TIE ? 0 : Math.sign(x));
  let [reversed, tiedInOne] = [0, 0];
  for (let i = 0; i < models; i++) {
    for (let j = i + 1; j < models; j++) {
      const [first, second] = [sign(a[i] - a[j]), sign(b[i] - b[j])];
      if (first * second < 0) reversed++;
      else if ((first === 0) !== (second === 0)) tiedInOne++;
    }
  }
  const pairs = (models * (models - 1)) / 2;
  const distance = reversed + tiedInOne / 2;
  return { pairs, reversed, tiedInOne, distance, share: distance / pairs };
}

/** Share of draws in which `i` is ahead of `j`, ties one half. */
export function shareAhead(
  scores: ArrayLike<number>,
  deviations: Float64Array,
  draws: number,
  i: number,
  j: number,
): number {
  const models = scores.length;
  let ahead = 0;
  for (let d = 0; d < draws; d++) {
    const difference = scores[i] + deviations[d * models + i] - scores[j] - deviations[d * models + j];
    ahead += Math.abs(difference) <= TIE ? 0.5 : difference > 0 ? 1 : 0;
  }
  return ahead / draws;
}

/** The value with at most 1 - level of the (draws + 1) above it; Infinity with too few draws for the level. */
function upperQuantile(values: Float64Array, level: number): number {
  const sorted = values.slice().sort();
  const at = Math.ceil((level / 100) * (values.length + 1)) - 1;
  return at < sorted.length ? sorted[at] : Number.POSITIVE_INFINITY;
}

/** The t value whose upper tail is that of `z` under the normal distribution, by bisection to 1e-10. */
export function toStudent(z: number, df: number): number {
  if (df === Number.POSITIVE_INFINITY || !(z > 0) || z === Number.POSITIVE_INFINITY) return z;
  if (!(df > 0)) return Number.POSITIVE_INFINITY;
  const tail = normalLogSf(z);
  let [low, high] = [z, 2 * z + 1];
  while (tLogSf(high, df) > tail && high < 1e12) high *= 2;
  while (high - low > 1e-10 * high) {
    const middle = 0.5 * (low + high);
    if (tLogSf(middle, df) > tail) low = middle;
    else high = middle;
  }
  return high;
}
