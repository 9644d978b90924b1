/** What is left when equal numbers made in different ways are taken from each other. */

/** Far above the rounding of sums of a million rates, far below any difference of counted passes. */
const ROUNDING = 1e-12;

/**
 * Is a number rounding only, made by taking numbers of this size from each other? A spread of rounding would be a
 * standard error of 1e-17 and a p of anything.
 *
 * @example isRounding(1 / 3 - (1 / 3 + 1 / 3 + 1 / 3 + 1 / 3 + 1 / 3) / 5, 1) // true
 */
export const isRounding = (difference: number, size: number): boolean =>
  Math.abs(difference) <= ROUNDING * Math.abs(size);

/** a - b, 0 where that is rounding: of rates and gaps, whose parts are about 1 or as large as they are. */
export function spreadOf(a: number, b: number): number {
  const difference = a - b;
  return isRounding(difference, Math.max(1, Math.abs(a))) ? 0 : difference;
}
