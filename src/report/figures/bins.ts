/** Histogram bins with readable edges, counted by us so that the drawing and the table hold the same counts. */

export interface Bin {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

/**
 * Bins of width 1, 2, 2.5 or 5 times a power of ten, with an edge at 0, about `wanted` of them over the values.
 * A value on an edge counts to the bin above. No finite value gives no bin.
 */
export function bins(values: readonly number[], wanted = 20): Bin[] {
  const own = values.filter(Number.isFinite);
  if (own.length === 0) return [];
  const low = Math.min(...own);
  const high = Math.max(...own);
  const width = niceWidth((high - low) / wanted || Math.abs(low) / wanted || 1);
  const from = Math.floor(low / width + 1e-9);
  const to = Math.max(Math.floor(high / width + 1e-9), from);
  const counts = new Array<number>(to - from + 1).fill(0);
  for (const value of own)
    counts[Math.min(Math.max(Math.floor(value / width + 1e-9) - from, 0), to - from)]++;
  return counts.map((count, i) => ({
    lower: round((from + i) * width),
    upper: round((from + i + 1) * width),
    count,
  }));
}

function niceWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const factor = [1, 2, 2.5, 5, 10].find((f) => f * power >= width * (1 - 1e-9))!;
  return factor * power;
}

const round = (x: number): number => Number(x.toPrecision(12));
