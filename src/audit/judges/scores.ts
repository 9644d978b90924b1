/** A judge's scores beside the truth: order, choice of the best, thresholds, and the pull of length. */

import { mean, quantile } from '../../stats/describe.ts';
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { type ClusteredEstimate, clusteredMean, type Range, SHARE } from '../intervals/clustered.ts';
import { jackknife } from '../intervals/jackknife.ts';
import { share } from '../intervals/share.ts';
import type { Dropped, Estimate, Share } from '../types.ts';
import { kendallTauB, partialSpearman, pearson, spearman } from './correlation.ts';
import * as say from './messages.ts';
import type { ScoreRow } from './tables.ts';

export interface BestOfN {
  /** Tasks with at least two scored items. */
  readonly tasks: number;
  /** Probability that the item with the highest score has the highest truth; ties are broken at random. */
  readonly accuracy: ClusteredEstimate;
  /** The same for an item drawn at random. */
  readonly chance: number | null;
  /** Mean truth of the chosen item, of a random one, and of the best one. */
  readonly chosenTruth: ClusteredEstimate;
  readonly randomTruth: number | null;
  readonly bestTruth: number | null;
}

export interface ThresholdRow {
  readonly threshold: number;
  /** Items with a score at or above the threshold. */
  readonly left: Share;
  readonly truth: ClusteredEstimate;
}

export interface LengthAssociation {
  readonly items: number;
  /** Spearman of score and length. */
  readonly plain: Estimate;
  /** The same with the truth held fixed: what length buys beyond being right. */
  readonly givenTruth: Estimate;
}

export interface RaterScores {
  readonly rater: string;
  readonly items: number;
  readonly pearson: Estimate;
  readonly spearman: Estimate;
  readonly kendall: Estimate;
  readonly bestOfN: BestOfN | null;
  readonly thresholds: readonly ThresholdRow[];
  readonly length: LengthAssociation | null;
}

export interface RaterPair {
  readonly raters: readonly [string, string];
  readonly items: number;
  readonly spearman: Estimate;
}

export interface ScoresResult {
  readonly byRater: readonly RaterScores[];
  /** Agreement of judges with each other on the items that both scored. */
  readonly between: readonly RaterPair[];
}

export interface ScoresOptions {
  readonly level: number;
  readonly seed: number;
  /** Default: tenths when all scores are in [0, 1], else the deciles of the scores. */
  readonly thresholds?: readonly number[];
}

/**
 * One entry a judge. Correlations have jackknife t intervals that leave out one task (one item where no row names a
 * task); means over tasks or items have t intervals with the same units.
 *
 * Edge cases: scores or truth without variance: correlations null with a reason. No task with two items: no
 * best-of-n. A threshold that nothing passes: its mean is null.
 */
export function scores(
  rows: readonly Placed<ScoreRow>[],
  options: ScoresOptions,
): { result: ScoresResult; dropped: Dropped[]; warnings: string[] } {
  const unique = withoutDuplicates('scores', rows, ['item', 'rater', 'task']);
  const byRater = groupBy(unique.rows, (row) => row.rater ?? 'judge');
  const warnings: string[] = [];
  const entries = [...byRater].map(([rater, own]): RaterScores => {
    const entry = raterScores(rater, own, options);
    if (entry.spearman.value === null) warnings.push(say.noScoreVariance(rater));
    return entry;
  });
  const names = [...byRater.keys()];
  const between = names.flatMap((a, i) =>
    names.slice(i + 1).map((b) => pairOf(a, b, byRater.get(a) ?? [], byRater.get(b) ?? [], options)),
  );
  return { result: { byRater: entries, between }, dropped: unique.dropped, warnings };
}

function raterScores(rater: string, rows: readonly ScoreRow[], options: ScoresOptions): RaterScores {
  const units = unitsOf(rows);
  const unit = unitName(rows);
  const over = (
    statistic: (x: number[], y: number[], rows: ScoreRow[]) => number | null,
    some: readonly ScoreRow[][],
  ): Estimate => {
    const estimate = jackknife(
      some,
      (kept) => {
        const flat = kept.flat();
        return statistic(
          flat.map((row) => row.score),
          flat.map((row) => row.truth),
          flat,
        );
      },
      { level: options.level, seed: options.seed, unit, bounds: [-1, 1] },
    );
    return estimate.value === null ? { ...estimate, reason: say.noVariance() } : estimate;
  };
  const measured = unitsOf(rows.filter((row) => row.length !== undefined));
  const lengths = (own: ScoreRow[]) => own.map((row) => row.length as number);
  return {
    rater,
    items: rows.length,
    pearson: over(pearson, units),
    spearman: over(spearman, units),
    kendall: over(kendallTauB, units),
    bestOfN: bestOfN(rows, options.level),
    thresholds: thresholdTable(rows, options),
    length:
      measured.length === 0
        ? null
        : {
            items: measured.flat().length,
            plain: over((score, _, own) => spearman(score, lengths(own)), measured),
            givenTruth: over((score, truth, own) => partialSpearman(score, lengths(own), truth), measured),
          },
  };
}

function bestOfN(rows: readonly ScoreRow[], level: number): BestOfN | null {
  const groups = [
    ...groupBy(
      rows.filter((row) => row.task !== undefined),
      (row) => row.task as string,
    ).values(),
  ];
  const tasks = groups.filter((own) => own.length >= 2);
  if (tasks.length === 0) return null;
  const each = tasks.map((own) => {
    const top = Math.max(...own.map((row) => row.score));
    const best = Math.max(...own.map((row) => row.truth));
    const chosen = own.filter((row) => row.score === top);
    const isBest = (row: ScoreRow) => row.truth === best;
    return {
      right: chosen.filter(isBest).length / chosen.length,
      chance: own.filter(isBest).length / own.length,
      chosen: mean(chosen.map((row) => row.truth)),
      random: mean(own.map((row) => row.truth)),
      best,
    };
  });
  const over = (values: readonly number[], range?: Range) =>
    clusteredMean(
      values.map((value) => ({ n: 1, sum: value })),
      level,
      'task',
      range,
    );
  return {
    tasks: tasks.length,
    accuracy: over(
      each.map((task) => task.right),
      SHARE,
    ),
    chance: mean(each.map((task) => task.chance)),
    chosenTruth: over(each.map((task) => task.chosen)),
    randomTruth: mean(each.map((task) => task.random)),
    bestTruth: mean(each.map((task) => task.best)),
  };
}

function thresholdTable(rows: readonly ScoreRow[], { level, thresholds }: ScoresOptions): ThresholdRow[] {
  const inUnit = rows.every((row) => row.score >= 0 && row.score <= 1);
  const cuts = thresholds ?? (inUnit ? tenths() : deciles(rows.map((row) => row.score)));
  return cuts.map((threshold) => {
    const left = rows.filter((row) => row.score >= threshold);
    const cells = unitsOf(left).map((own) => ({
      n: own.length,
      sum: own.reduce((sum, row) => sum + row.truth, 0),
    }));
    return {
      threshold,
      left: share(left.length, rows.length, level, 'item'),
      truth: clusteredMean(cells, level, unitName(rows)),
    };
  });
}

function pairOf(
  a: string,
  b: string,
  first: readonly ScoreRow[],
  second: readonly ScoreRow[],
  { level, seed }: ScoresOptions,
): RaterPair {
  const other = new Map(second.map((row) => [JSON.stringify([row.task, row.item]), row]));
  const both = first.flatMap((row) => {
    const match = other.get(JSON.stringify([row.task, row.item]));
    return match === undefined ? [] : [{ row, match }];
  });
  const units = [...groupBy(both, ({ row }) => unitKey(row)).values()];
  const estimate = jackknife(
    units,
    (kept) => {
      const flat = kept.flat();
      return spearman(
        flat.map(({ row }) => row.score),
        flat.map(({ match }) => match.score),
      );
    },
    { level, seed, unit: unitName(first), bounds: [-1, 1] },
  );
  const reason = both.length === 0 ? say.noCommonItem() : say.noVariance();
  return {
    raters: [a, b],
    items: both.length,
    spearman: estimate.value === null ? { ...estimate, reason } : estimate,
  };
}

/** Rows that are not independent, together. */
function unitsOf(rows: readonly ScoreRow[]): ScoreRow[][] {
  return [...groupBy(rows, unitKey).values()];
}

function unitKey(row: ScoreRow): string {
  return row.task === undefined ? JSON.stringify(['item', row.item]) : JSON.stringify(['task', row.task]);
}

function unitName(rows: readonly ScoreRow[]): string {
  return rows.some((row) => row.task !== undefined) ? 'task' : 'item';
}

function tenths(): number[] {
  return [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
}

function deciles(values: readonly number[]): number[] {
  return [...new Set(tenths().map((p) => quantile(values, p)))];
}
