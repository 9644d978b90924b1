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
 * @returns lower and upper end; -Infinity and Infinity where so few draws can reject no shift
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
    // R = 1 is the observed arrangement itself, R = -1 its mirror: no shift tells them apart from the data.
    const alike = Number.isNaN(t) || 1 - Math.abs(r) < 1e-12;
    const a = alike ? Number.NEGATIVE_INFINITY : (observed - t) / (1 - r);
    const b = alike ? Number.POSITIVE_INFINITY : (observed + t) / (1 + r);
    lower[d] = Math.min(a, b);
    upper[d] = Math.max(a, b);
  }
  lower.sort();
  upper.sort();
  // p(delta) > alpha needs more than alpha (draws + added) - added hits. Guard against rounding of the product.
  const needed = Math.floor(alpha * (draws + added) * (1 + 1e-12) - added) + 1;
  if (needed < 1 || needed > draws) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [lower[needed - 1], upper[draws - needed]];
}
