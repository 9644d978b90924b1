/** Permutation tests of the levels of a moderator, and of differences between them. */
import { NO_GAP } from '../../effects/gaps.ts';
import type { BlockResult } from './engine.ts';
import type { PermutationPlan } from './plan.ts';
import { column, countHits, type Draws, pValue } from './summary.ts';

/** One way to split the models. */
export interface ModeratorGroups {
  readonly name: string;
  readonly levels: readonly { readonly level: string; readonly models: readonly number[] }[];
}

export interface ModeratorTest {
  readonly name: string;
  readonly levels: readonly {
    readonly level: string;
    /** Pooled gap of the level's models; null when none could be pooled. */
    readonly observed: number | null;
    readonly p: number | null;
    /** By max-T over the levels. */
    readonly pAdjusted: number | null;
  }[];
  /** Of the largest standardised difference between two levels; null with fewer than two levels. */
  readonly p: number | null;
}

/**
 * All levels are pooled again in every draw of the same flags, so that what the levels share (the tasks) is kept.
 *
 * - p: the level's own pooled gap, two-sided.
 * - pAdjusted, never below p: share of draws whose largest |gap| / s over the levels is at least the level's own
 *   (single-step max-T; Westfall and Young 1993), s the root mean square of the level's gap over the draws, so that no
 *   level rules by its scale.
 * - joint p: the same with the differences of all pairs of levels, the largest one observed: an omnibus test.
 *
 * Flags are permuted within strata: difficulty is held fixed, and models keep their level (restricted permutation).
 * The null is that flags are exchangeable, so that no model has a gap at all; the joint p is read after the overall
 * test.
 */
export function moderatorTests(
  plan: PermutationPlan,
  draws: Draws,
  observed: BlockResult['statistics'],
  moderators: readonly ModeratorGroups[],
): ModeratorTest[] {
  let group = 1;
  return moderators.map(({ name, levels }) => {
    const columns = levels.map((_, i) => column(draws, group + i));
    const values = levels.map((_, i) => observed[group + i]);
    group += levels.length;
    const own = columns.map((values_, i) =>
      pValue(plan, draws.count, countHits(values_, values[i]).twoSided),
    );
    const adjusted = maxT(plan, columns, values);
    const pairs: { columns: Float64Array; observed: number }[] = [];
    for (let i = 0; i < levels.length; i++) {
      for (let j = 0; j < i; j++) {
        const difference = columns[i].map((value, d) => value - columns[j][d]);
        pairs.push({ columns: difference, observed: values[i] - values[j] });
      }
    }
    const known = pairs.filter((pair) => !Number.isNaN(pair.observed));
    const joint = maxT(plan, known.map((pair) => pair.columns), known.map((pair) => pair.observed)); // biome-ignore format: one call
    return {
      name,
      levels: levels.map(({ level }, i) => {
        if (Number.isNaN(values[i])) return { level, observed: null, p: null, pAdjusted: null };
        return { level, observed: values[i], p: own[i], pAdjusted: adjusted[i] };
      }),
      p: known.length === 0 ? null : Math.min(...joint),
    };
  });
}

/**
 * Adjusted p of each of several statistics. A draw without a value for one of them counts as a hit for that one, as in
 * its own p, and says nothing about the others.
 */
function maxT(
  plan: PermutationPlan,
  columns: readonly Float64Array[],
  observed: readonly number[],
): number[] {
  if (columns.length === 0) return [];
  const scale = columns.map((values) => {
    let [sum, count] = [0, 0];
    for (const value of values) {
      if (Number.isNaN(value)) continue;
      sum += value * value;
      count++;
    }
    const size = Math.sqrt(sum / count);
    return size > NO_GAP ? size : 1;
  });
  const largest = columns[0].map((_, d) => {
    let most = 0;
    for (let i = 0; i < columns.length; i++) {
      const value = Math.abs(columns[i][d]) / scale[i];
      if (value > most) most = value;
    }
    return most;
  });
  return observed.map((value, i) => {
    const against = largest.map((most, d) => (Number.isNaN(columns[i][d]) ? Number.NaN : most));
    return pValue(plan, largest.length, countHits(against, Math.abs(value) / scale[i]).twoSided);
  });
}
