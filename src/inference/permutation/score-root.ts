/** Where the score of the (restricted) likelihood vanishes, for a draw whose likelihood has one mode. */

/** Newton's steps before the general search is asked instead. */
const MAX_STEPS = 12;

/**
 * The tau2 > 0 where the score of REML (or ML) vanishes, by Newton's method from `start`; NaN where that does not
 * settle. Meant for a likelihood with one mode (`hasOneMode`): any root is the answer then.
 *
 * With b = w / (1 + tau2 w) = 1 / (vi + tau2), m the mean at weights b, and e = y - m:
 *
 *     score = sum b^2 e^2 - tr P,   slope = tr PP - 2 (sum b^3 e^2 - (sum b^2 e)^2 / sum b)
 *     tr P = sum b - sum b^2 / sum b,   tr PP = sum b^2 - 2 sum b^3 / sum b + (sum b^2 / sum b)^2,
 *
 * and sum b, sum b^2 in their places for ML; all from sums of products of b and b y, one division a row. Steps
 * end at 1e-7 of tau2 + 1 / max w: the last one squares the error.
 */
export function scoreRoot(
  w: Float64Array,
  wy: Float64Array,
  k: number,
  start: number,
  isRestricted: boolean,
): number {
  let tau2 = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    let [largest, b1, b2, b3, y1, y2, y3, yy2, yy3] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < k; i++) {
      const share = 1 / (1 + tau2 * w[i]);
      const b = share * w[i];
      const by = share * wy[i];
      const bb = b * b;
      const bby = b * by;
      const byy = by * by;
      if (b > largest) largest = b;
      b1 += b;
      y1 += by;
      b2 += bb;
      y2 += bby;
      yy2 += byy;
      b3 += b * bb;
      y3 += b * bby;
      yy3 += b * byy;
    }
    const mean = y1 / b1;
    const ratio = b2 / b1;
    const yPPy = yy2 - mean * (2 * y2 - mean * b2);
    const b2e = y2 - mean * b2;
    const yPPPy = yy3 - mean * (2 * y3 - mean * b3) - (b2e * b2e) / b1;
    const score = yPPy - (isRestricted ? b1 - ratio : b1);
    const slope = (isRestricted ? b2 - (2 * b3) / b1 + ratio * ratio : b2) - 2 * yPPPy;
    const change = score / slope;
    if (!(slope < 0 && tau2 - change > 0)) return Number.NaN;
    tau2 -= change;
    // 1 / largest is tau2 + min vi.
    if (Math.abs(change) * largest <= 1e-7) return tau2;
  }
  return Number.NaN;
}
