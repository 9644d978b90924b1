/**
 * The u at which a tail's log equals `target`, for a log tail that is monotone in u.
 *
 * Newton on the log tail, kept inside a bracket: a step that leaves it is replaced by a doubling stride while one
 * end is open, by halving after; so is a step after one that did not halve the gap (a far upper tail falls like
 * exp(-exp(u)), where Newton crawls). Ends when u moves by less than 1e-15 of max(1, |u|), at the latest after 2,000
 * evaluations; about 10 are usual, 100 rare. `at` gives the log tail and the log of its absolute slope in u.
 */
export function invertLogTail(
  at: (u: number) => { logTail: number; logSlope: number },
  target: number,
  rising: boolean,
  start: number,
): number {
  const sign = rising ? 1 : -1;
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let u = start;
  let stride = 1;
  let lastGap = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 2000; i++) {
    const { logTail, logSlope } = at(u);
    const gap = sign * (logTail - target);
    if (gap === 0) break;
    if (gap > 0) high = u;
    else low = u;
    let next = u - gap / Math.exp(logSlope - logTail);
    const closed = low > Number.NEGATIVE_INFINITY && high < Number.POSITIVE_INFINITY;
    const slow = closed && Math.abs(gap) > 0.5 * lastGap;
    lastGap = Math.abs(gap);
    if (slow || !(next > low && next < high)) {
      if (low === Number.NEGATIVE_INFINITY) next = u - stride;
      else if (high === Number.POSITIVE_INFINITY) next = u + stride;
      else next = 0.5 * (low + high);
      stride *= 2;
    }
    const still = Math.abs(next - u) <= 1e-15 * Math.max(1, Math.abs(u));
    u = next;
    if (still) break;
  }
  return u;
}
