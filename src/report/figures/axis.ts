/** The axis of effects: its domain from finite values only (case G8), its title and its grid. */
import { effectNumber, effectUnit, measureName } from '../../format.ts';
import { finite } from './figure.ts';

export interface Span {
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** Title of an axis of gaps. */
export function effectTitle(measure: string): string {
  if (measure === 'RD') return 'Gap: hackable minus robust pass rate (percentage points)';
  return `Gap: ${measureName(measure)} of hackable against robust (${effectUnit(measure)})`;
}

/** "Standard error (pp)", or without brackets where the measure has no unit. */
export function titleWithUnit(title: string, measure: string): string {
  const unit = effectUnit(measure);
  return unit === '' ? title : `${title} (${unit})`;
}

/**
 * From the smallest to the largest estimate with 0, then outwards to the ends of the intervals, but no further
 * than half the span of the estimates or 1.25 times the median half-width, whichever is more: what lies beyond is
 * drawn clipped with an arrow, so that one wide interval does not squeeze all others. Units of the axis.
 * With `clip` false all ends are inside; with `zero` false 0 need not be. Without a finite value: -1 to 1, or -10 to 10 pp.
 */
export function effectDomain(
  spans: readonly Span[],
  measure: string,
  { clip = true, zero = true }: { readonly clip?: boolean; readonly zero?: boolean } = {},
): [number, number] {
  const on = (x: number | null) => (finite(x) ? effectNumber(x, measure) : Number.NaN);
  const centres = [...(zero ? [0] : []), ...spans.map((span) => on(span.estimate)).filter(Number.isFinite)];
  if (centres.length === 0) centres.push(0);
  const ends = spans.flatMap((span) => [on(span.lower), on(span.upper)]).filter(Number.isFinite);
  const inner: [number, number] = [Math.min(...centres), Math.max(...centres)];
  const halves = spans
    .map((span) => (on(span.upper) - on(span.lower)) / 2)
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  const median = halves[Math.floor(halves.length / 2)] ?? 0;
  const room = clip ? Math.max(0.5 * (inner[1] - inner[0]), 1.25 * median) : Number.POSITIVE_INFINITY;
  const low = Math.max(Math.min(inner[0], ...ends), inner[0] - room);
  const high = Math.min(Math.max(inner[1], ...ends), inner[1] + room);
  if (high - low < 1e-9) return measure === 'RD' ? [-10, 10] : [-1, 1];
  const pad = 0.03 * (high - low);
  return [low - pad, high + pad];
}

/** Where rows stand: at whole numbers of a linear scale, the first at the top; field `row` if no other is named. */
export const rowAxis = (domain: readonly [number, number], field = 'row') => ({
  field,
  type: 'quantitative',
  axis: null,
  scale: { domain, reverse: true, nice: false, zero: false },
});
