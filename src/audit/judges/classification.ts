/** Precision, recall and F1 of a rater against the truth. */
import { wilson } from '../../stats/proportion.ts';
import { share } from '../intervals/share.ts';
import type { Interval, Share } from '../types.ts';

export interface Confusion {
  readonly truePositive: number;
  readonly falsePositive: number;
  readonly falseNegative: number;
  readonly trueNegative: number;
}

export interface Classification extends Confusion {
  readonly items: number;
  /** Share of positive verdicts that are right. */
  readonly precision: Share;
  /** Share of true positives that are found. */
  readonly recall: Share;
  readonly accuracy: Share;
  readonly f1: { readonly value: number | null; readonly interval: Interval | null };
}

/**
 * Precision TP/(TP+FP), recall TP/(TP+FN) and F1 = 2 TP / (2 TP + FP + FN).
 *
 * F1 is a rising function of the Jaccard share J = TP / (TP + FP + FN): F1 = 2 J / (1 + J). Its interval is the
 * Wilson interval of J carried over by that function, so it stays in [0, 1] and has a width at 0 and 1.
 *
 * Edge cases: no positive verdict: precision null; no true positive in truth: recall null; neither: F1 null.
 *
 * @example classify({ truePositive: 8, falsePositive: 2, falseNegative: 4, trueNegative: 6 }, 95).f1.value // 8/11
 */
export function classify(confusion: Confusion, level: number): Classification {
  const { truePositive, falsePositive, falseNegative, trueNegative } = confusion;
  const items = truePositive + falsePositive + falseNegative + trueNegative;
  const union = truePositive + falsePositive + falseNegative;
  return {
    ...confusion,
    items,
    precision: share(truePositive, truePositive + falsePositive, level, 'item'),
    recall: share(truePositive, truePositive + falseNegative, level, 'item'),
    accuracy: share(truePositive + trueNegative, items, level, 'item'),
    f1: {
      value: union === 0 ? null : (2 * truePositive) / (union + truePositive),
      interval: f1Interval(truePositive, union, level),
    },
  };
}

function f1Interval(truePositive: number, union: number, level: number): Interval | null {
  const bounds = wilson(truePositive, union, level);
  if (bounds === null) return null;
  const f1 = (jaccard: number) => (2 * jaccard) / (1 + jaccard);
  return {
    kind: 'Wilson of TP/(TP+FP+FN), transformed',
    level,
    unit: 'item',
    lower: f1(bounds.lower),
    upper: f1(bounds.upper),
  };
}
