/** How far a figure is from its reference: relative, or against `floor` where the reference is nearly 0. */
export function relativeError(found: number | null, wanted: number, floor = 1e-300): number {
  if (found === null || Number.isNaN(found)) return Number.POSITIVE_INFINITY;
  if (found === wanted) return 0;
  return Math.abs(found - wanted) / Math.max(Math.abs(wanted), floor);
}
