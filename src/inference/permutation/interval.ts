/** Interval by inversion of the permutation test for a constant shift of hackable task scores. */

/**
 * The shifts that the two-sided test does not reject at level alpha.
 *
 * Under H(delta) the hackable tasks' scores are delta above what they would be unflagged, the same for every model.
 * Taking delta off and permuting gives, with the model weights held at their observed values so that the statistic
 * is linear in the scores, T(draw) - delta R(draw) against T - delta: T(draw) is the held pooled gap of the draw and
 * R(draw) the gap that the observed flags themselves show under the draw's flags, -1 .. 1. A draw is a hit where
 * |T(draw) - delta R(draw)| >= |T - delta|, which holds exactly for delta between
 *
 *     (T - T(draw)) / (1 - R(draw))   and   (T + T(draw)) / (1 + R(draw)).
 *
 * T lies in every such range, so that p(delta) falls on both sides of it and the interval's ends are order
 * statistics of the ranges' ends: exact, no search, O(draws log draws).
 *
 * @param added 1 for random draws (p = (1 + hits) / (1 + draws)), 0 when all arrangements are there
 * @example
 * // Three tasks with scores 1 0 0, the first flagged: the other two arrangements give T = R = -1/2, and both reject
 * // every shift but 1. At alpha = 1/2 two hits of three are needed.
 * invertShift(1, Float64Array.of(1, -0.5, -0.5), Float64Array.of(1, -0.5, -0.5), 0.5, 0) // [1, 1]
 *
 * @returns lower and upper end; infinite where the draws can reject no shift to that side
 */
export function invertShift(
  observed: number,
  held: Float64Array,
  shift: Float64Array,
  alpha: number,
  added: 0 | 1,
): [number, number] {
  const draws = held.length;
  const lower = new Float64Array(draws);
  const upper = new Float64Array(draws);
  for (let d = 0; d < draws; d++) {
    const [t, r] = [held[d], shift[d]];
    const a = quotient(observed - t, 1 - r);
    const b = quotient(observed + t, 1 + r);
    const always = Number.isNaN(a) || Number.isNaN(b);
    lower[d] = always ? Number.NEGATIVE_INFINITY : Math.min(a, b);
    upper[d] = always ? Number.POSITIVE_INFINITY : Math.max(a, b);
  }
  lower.sort();
  upper.sort();
  // p(delta) > alpha needs more than alpha (draws + added) - added hits. Guard against rounding of the product.
  const needed = Math.floor(alpha * (draws + added) * (1 + 1e-12) - added) + 1;
  if (needed < 1 || needed > draws) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [lower[needed - 1], upper[draws - needed]];
}

/**
 * top / bottom; NaN for 0 / 0, where every shift is a hit: the observed arrangement (R = 1) or its mirror (R = -1).
 * With cells missing other draws have R = 1 or -1 too: their range is open to one side.
 */
function quotient(top: number, bottom: number): number {
  if (bottom > 1e-12) return top / bottom;
  return Math.abs(top) <= 1e-12 ? Number.NaN : top * Number.POSITIVE_INFINITY;
}
