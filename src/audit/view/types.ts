/** A part as it is shown: text that is rounded already, the same in terminal, Markdown and page. */
import { count, levelText, percent, signed } from '../../format.ts';
import type { ClusteredEstimate } from '../intervals/clustered.ts';
import type { Estimate, Interval, PartName, PartResult, Share } from '../types.ts';

export interface ViewColumn {
  readonly title: string;
  readonly align: 'left' | 'right';
}

export interface ViewTable {
  readonly name: string;
  readonly caption: string;
  readonly columns: readonly ViewColumn[];
  readonly rows: readonly (readonly string[])[];
}

export interface PartView {
  readonly part: PartName;
  readonly title: string;
  /** Sentences; the first is the headline. */
  readonly sentences: readonly string[];
  readonly tables: readonly ViewTable[];
  readonly notes: readonly string[];
}

/** `columns('task', '>H')`: a column that begins with `>` is aligned to the right. */
export function columns(...titles: readonly string[]): ViewColumn[] {
  return titles.map((title) =>
    title.startsWith('>') ? { title: title.slice(1), align: 'right' } : { title, align: 'left' },
  );
}

/** Warnings and dropped rows of a part as notes. */
export function notesOf(result: PartResult): string[] {
  const dropped = result.dropped.map(
    ({ table, rows, reason }) => `${count(rows)} row${rows === 1 ? '' : 's'} of ${table} left out: ${reason}`,
  );
  return [...result.warnings, ...dropped];
}

/** "14 of 49 = 28.6 %". */
export function shareText({ count: n, of, value }: Share): string {
  return `${count(n)} of ${count(of)} = ${percent(value)}`;
}

/** "28.6 % (14/49)". */
export function rateText({ count: n, of, value }: Share): string {
  return `${percent(value)} (${count(n)}/${count(of)})`;
}

export function bounds(interval: Interval | null | undefined): string {
  return interval === null || interval === undefined
    ? 'n/a'
    : `${percent(interval.lower)} to ${percent(interval.upper)}`;
}

/** Of a share: the interval of that kind. */
export function boundsOf(share: Share, kind: 'Wilson' | 'Clopper-Pearson'): string {
  return bounds(share.intervals.find((interval) => interval.kind === kind));
}

/** "28.6 %, 95 % interval 17.8 % to 42.4 % (Wilson, over tasks)". */
export function shareWithInterval(share: Share): string {
  const wilson = share.intervals[0];
  if (wilson === undefined) return shareText(share);
  return `${shareText(share)}, ${levelText(wilson.level)} interval ${bounds(wilson)} (${wilson.kind}, over ${wilson.unit}s)`;
}

/** A difference of shares in percentage points: "+12.4 pp [+1.0, +23.7]". */
export function pointsText(estimate: Estimate): string {
  if (estimate.value === null) return 'n/a';
  return `${signed(100 * estimate.value, 2)} pp ${pointsBounds(estimate)}`.trim();
}

export function pointsBounds({ interval }: Estimate): string {
  if (interval === null) return '';
  return `[${signed(100 * interval.lower, 2)}, ${signed(100 * interval.upper, 2)}]`;
}

/** A coefficient such as kappa: "0.400 [0.141, 0.659]". */
export function coefficient(estimate: Estimate | null): string {
  if (estimate === null || estimate.value === null) return 'n/a';
  const { interval, value } = estimate;
  if (interval === null) return value.toFixed(3);
  return `${value.toFixed(3)} [${interval.lower.toFixed(3)}, ${interval.upper.toFixed(3)}]`;
}

export function meanPercent(estimate: ClusteredEstimate): string {
  if (estimate.value === null) return 'n/a';
  return estimate.interval === null
    ? percent(estimate.value)
    : `${percent(estimate.value)} (${bounds(estimate.interval)})`;
}
