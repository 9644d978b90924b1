/** Polarity of user feedback: shares, and how reliable the labels are. */
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { jackknife } from '../intervals/jackknife.ts';
import { share } from '../intervals/share.ts';
import type { Dropped, Estimate, Share } from '../types.ts';
import { krippendorffAlpha } from './agreement.ts';
import * as say from './messages.ts';
import type { FeedbackRow } from './tables.ts';

export interface PolarityShare {
  readonly polarity: string;
  readonly share: Share;
  /** With rounds of one user or session as a cluster; null where no row names one. */
  readonly clustered: ClusteredEstimate | null;
}

export interface FeedbackResult {
  readonly labels: number;
  readonly shares: readonly PolarityShare[];
  /** Krippendorff's nominal alpha over rounds with labels of several raters; null where there are none. */
  readonly reliability: (Estimate & { readonly items: number; readonly raters: number }) | null;
}

/** Shares over labels. Rows without an item are taken as they are; rows with one are checked for duplicates. */
export function feedback(
  rows: readonly Placed<FeedbackRow>[],
  options: { readonly level: number; readonly seed: number },
): { result: FeedbackResult; dropped: Dropped[]; warnings: string[] } {
  const { level, seed } = options;
  const named = withoutDuplicates(
    'feedback',
    rows.filter((row) => row.item !== undefined),
    ['item', 'rater'],
  );
  const kept = [...rows.filter((row) => row.item === undefined), ...named.rows];
  const labels = kept.reduce((sum, row) => sum + (row.count ?? 1), 0);
  const hasClusters = kept.some((row) => row.cluster !== undefined || row.item !== undefined);
  const clusters = [...groupBy(kept, clusterKey).values()];
  const countOf = (some: readonly FeedbackRow[]) => some.reduce((sum, row) => sum + (row.count ?? 1), 0);
  const polarities = [...groupBy(kept, (row) => row.polarity)].map(([polarity, own]) => ({
    polarity,
    share: share(countOf(own), labels, level, 'label'),
    clustered: hasClusters
      ? clusteredMean(
          clusters.map((some) => ({
            n: countOf(some),
            sum: countOf(some.filter((row) => row.polarity === polarity)),
          })),
          level,
          kept.some((row) => row.cluster !== undefined) ? 'cluster' : 'item',
          SHARE,
        )
      : null,
  }));
  const reliability = reliabilityOf(named.rows, level, seed);
  const warnings = reliability === null ? [say.noReliability()] : [];
  return { result: { labels, shares: polarities, reliability }, dropped: named.dropped, warnings };
}

function clusterKey(row: FeedbackRow, index: number): string {
  if (row.cluster !== undefined) return JSON.stringify(['cluster', row.cluster]);
  return row.item !== undefined ? JSON.stringify(['item', row.item]) : JSON.stringify(['row', index]);
}

function reliabilityOf(
  rows: readonly FeedbackRow[],
  level: number,
  seed: number,
): FeedbackResult['reliability'] {
  const words = [...new Set(rows.map((row) => row.polarity))];
  const items = [...groupBy(rows, (row) => row.item as string).values()]
    .map((own) => own.map((row) => words.indexOf(row.polarity)))
    .filter((codes) => codes.length >= 2);
  if (items.length === 0) return null;
  const estimate = jackknife(items, (kept) => krippendorffAlpha(kept, 'nominal'), {
    level,
    seed,
    unit: 'item',
    bounds: [-1, 1],
  });
  const raters = new Set(rows.map((row) => row.rater)).size;
  const reason = estimate.value === null ? say.noDisagreementPossible() : estimate.reason;
  return { ...estimate, reason, items: items.length, raters };
}
