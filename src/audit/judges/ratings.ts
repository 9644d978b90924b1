/** Verdicts of several raters: each against the truth, and all against each other. */
import { InputError, quoteValue } from '../../errors.ts';
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { jackknife } from '../intervals/jackknife.ts';
import type { Dropped, Estimate } from '../types.ts';
import {
  ALPHA_METRICS,
  type AlphaMetric,
  cohenKappa,
  fleissKappa,
  krippendorffAlpha,
  type Ratings,
} from './agreement.ts';
import { type Classification, classify } from './classification.ts';
import * as say from './messages.ts';
import type { RatingRow } from './tables.ts';

export interface RaterClassification extends Classification {
  readonly rater: string;
}

export interface PairKappa {
  readonly raters: readonly [string, string];
  /** Items that both rated. */
  readonly items: number;
  readonly kappa: Estimate;
  /** Quadratic disagreement weights; null where ratings have no order. */
  readonly weightedKappa: Estimate | null;
}

export interface Agreement {
  readonly categories: readonly string[];
  /** Do the categories have an order (all numbers, or `order` given)? */
  readonly ordered: boolean;
  readonly pairs: readonly PairKappa[];
  readonly fleiss: Estimate;
  /** Ordinal needs an order, interval needs numbers; null without. */
  readonly alpha: Readonly<Record<AlphaMetric, Estimate | null>>;
}

export interface RatingsResult {
  readonly items: number;
  readonly raters: readonly string[];
  readonly classification: readonly RaterClassification[];
  readonly agreement: Agreement;
}

export interface RatingsOptions {
  readonly level: number;
  readonly seed: number;
  /** Words that count as positive; case doesn't matter. */
  readonly positive?: readonly string[];
  /** Categories from lowest to highest, where they are words with an order. */
  readonly order?: readonly string[];
}

export const DEFAULT_POSITIVE: readonly string[] = [
  '1',
  'true',
  'yes',
  'good',
  'correct',
  'pass',
  'positive',
];

/**
 * Classification and agreement of raters. Intervals of kappa and alpha are jackknife t intervals over items. With a
 * `criterion` column an item is good for a rater when every criterion is positive, and bad otherwise.
 *
 * Edge cases: one rater: agreement null with a reason. One category only: kappa and alpha undefined, null.
 */
export function ratings(
  rows: readonly Placed<RatingRow>[],
  options: RatingsOptions,
): { result: RatingsResult; dropped: Dropped[]; warnings: string[] } {
  const unique = withoutDuplicates('ratings', rows, ['item', 'rater', 'criterion']);
  const isPositive = positiveTest(options.positive ?? DEFAULT_POSITIVE);
  const truths = truthsOf(unique.rows);
  const verdicts = combineCriteria(unique.rows, isPositive);
  const raters = [...new Set(verdicts.map((row) => row.rater))];
  const withTruth = verdicts.filter((row) => truths.has(row.item));
  const classification = [...groupBy(withTruth, (row) => row.rater)].map(([rater, own]) => {
    const confusion = { truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 0 };
    for (const row of own) {
      const truth = isPositive(truths.get(row.item) as string);
      const said = isPositive(row.rating);
      if (said) confusion[truth ? 'truePositive' : 'falsePositive']++;
      else confusion[truth ? 'falseNegative' : 'trueNegative']++;
    }
    return { rater, ...classify(confusion, options.level) };
  });
  const items = new Set(verdicts.map((row) => row.item)).size;
  const agreement = agreementOf(verdicts, raters, options);
  const warnings: string[] = [];
  if (raters.length === 1) warnings.push(say.oneRater(raters[0]));
  if (agreement.categories.length === 1) warnings.push(say.oneCategory(agreement.categories[0]));
  if (truths.size > 0 && truths.size < items) warnings.push(say.itemsWithoutTruth(items - truths.size));
  return { result: { items, raters, classification, agreement }, dropped: unique.dropped, warnings };
}

interface Verdict {
  readonly item: string;
  readonly rater: string;
  readonly rating: string;
}

function positiveTest(words: readonly string[]): (word: string) => boolean {
  const positive = new Set(words.map((word) => word.toLowerCase()));
  return (word) => positive.has(word.toLowerCase());
}

function truthsOf(rows: readonly Placed<RatingRow>[]): Map<string, string> {
  const truths = new Map<string, string>();
  for (const row of rows) {
    if (row.truth === undefined) continue;
    const known = truths.get(row.item);
    if (known !== undefined && known !== row.truth) {
      throw new InputError(
        say.twoTruths(quoteValue(row.item), quoteValue(known), quoteValue(row.truth)),
        row.place,
      );
    }
    truths.set(row.item, row.truth);
  }
  return truths;
}

function combineCriteria(
  rows: readonly RatingRow[],
  isPositive: (word: string) => boolean,
): readonly Verdict[] {
  if (!rows.some((row) => row.criterion !== undefined)) return rows;
  return [...groupBy(rows, (row) => JSON.stringify([row.item, row.rater])).values()].map((own) => ({
    item: own[0].item,
    rater: own[0].rater,
    rating: own.every((row) => isPositive(row.rating)) ? '1' : '0',
  }));
}

function agreementOf(
  verdicts: readonly Verdict[],
  raters: readonly string[],
  options: RatingsOptions,
): Agreement {
  const words = [...new Set(verdicts.map((row) => row.rating))];
  const numeric = words.every((word) => word.trim() !== '' && Number.isFinite(Number(word)));
  const order = options.order ?? [];
  const unknown = words.find((word) => order.length > 0 && !order.includes(word));
  if (unknown !== undefined) throw new InputError(say.notInOrder(quoteValue(unknown), order));
  const ordered = numeric || order.length > 0;
  const code = (word: string) =>
    order.length > 0 ? order.indexOf(word) : numeric ? Number(word) : words.indexOf(word);
  const byItem = [...groupBy(verdicts, (row) => row.item).values()].map(
    (own) => new Map(own.map((row) => [row.rater, code(row.rating)])),
  );
  const all = byItem.map((said): Ratings => [...said.values()]);
  const { level, seed } = options;
  const over = <U>(units: readonly U[], statistic: (kept: readonly U[]) => number | null): Estimate =>
    jackknife(units, statistic, { level, seed, unit: 'item', bounds: [-1, 1] });
  const explain = (estimate: Estimate, why: string): Estimate =>
    estimate.value === null ? { ...estimate, reason: why } : estimate;
  const undefinedWhy = raters.length === 1 ? say.needsTwoRaters() : say.noDisagreementPossible();
  const alpha = (metric: AlphaMetric): Estimate | null => {
    if (metric !== 'nominal' && !ordered) return null;
    if (metric === 'interval' && !(numeric && order.length === 0)) return null;
    return explain(
      over(all, (kept) => krippendorffAlpha(kept, metric)),
      undefinedWhy,
    );
  };
  const rated = all.filter((some) => some.length >= 2);
  const equal = new Set(rated.map((some) => some.length)).size <= 1;
  const [nominal, ordinal, interval] = ALPHA_METRICS.map(alpha);
  return {
    categories: words,
    ordered,
    pairs: pairsOf(raters).map(([a, b]) => {
      const both = byItem.filter((said) => said.has(a) && said.has(b));
      const pairs = both.map((said) => [said.get(a), said.get(b)] as [number, number]);
      const why = pairs.length === 0 ? say.noCommonItem() : say.noDisagreementPossible();
      const squared = (x: number, y: number) => (x - y) ** 2;
      return {
        raters: [a, b],
        items: pairs.length,
        kappa: explain(
          over(pairs, (kept) => cohenKappa(kept)),
          why,
        ),
        weightedKappa: ordered
          ? explain(
              over(pairs, (kept) => cohenKappa(kept, squared)),
              why,
            )
          : null,
      };
    }),
    fleiss: explain(over(rated, fleissKappa), equal ? undefinedWhy : say.unequalRatings()),
    alpha: { nominal, ordinal, interval },
  };
}

function pairsOf(raters: readonly string[]): [string, string][] {
  return raters.flatMap((a, i) => raters.slice(i + 1).map((b): [string, string] => [a, b]));
}
