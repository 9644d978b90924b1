/** Permutation test of the mean: the signs of the effects are exchangeable when the true mean is 0. */
import { InputError } from '../errors.ts';
import { randomStream } from '../stats/random.ts';
import { meanFitter } from './mean-summary.ts';
import { badDraws, fewDraws, monteCarlo, needRows } from './messages.ts';
import { type CheckedOptions, checkOptions } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MetaOptions } from './types.ts';

export interface PermutationOptions {
  /** Random arrangements when there are too many to list; default 10,000. */
  readonly draws?: number;
  readonly seed?: number;
}

export interface PermutationTest {
  /** The z or t value of the fit. */
  readonly statistic: number;
  /** Two sided, and that the mean is above or below 0. */
  readonly p: number;
  readonly pGreater: number;
  readonly pLess: number;
  readonly exact: boolean;
  /** Arrangements listed, or drawn. */
  readonly permutations: number;
  readonly log10Arrangements: number;
  /** The smallest two-sided p that this test can give. */
  readonly smallestP: number;
  readonly seed: number | null;
  readonly warnings: readonly string[];
}

/** Arrangements up to this number are all listed. */
export const EXACT_LIMIT = 100_000;
/** Statistics this close (relative) count as equal. */
export const TIE = 1e-10;
/** Draws that share a random stream. */
export const BLOCK = 1000;

/**
 * Signs of the effects flipped in every way (2^k arrangements up to 100,000, that is k <= 16), else `draws` random
 * ways; each refit estimates tau2 anew and gives the z or t value of `options.test`. Exact: p = share of arrangements
 * whose statistic is as extreme as the observed one, ties within 1e-10 counted in. Monte Carlo: (1 + hits) /
 * (1 + draws), never 0. As R's `metafor::permutest(exact = TRUE)`. Follmann & Proschan 1999,
 * 10.1111/j.0006-341X.1999.00732.x.
 *
 * @throws InputError as `fitMeta`; fewer than 2 usable rows; draws that are no whole number of 1 or more.
 * @example
 * // Five positive effects: 2 of 32 arrangements are as extreme (case D2).
 * permuteMean({ yi: [0.1, 0.12, 0.11, 0.09, 0.105], vi: [0.01, 0.02, 0.015, 0.01, 0.02] }).p // 0.0625
 */
export function permuteMean(
  data: EffectData,
  options: MetaOptions = {},
  { draws = 10_000, seed = 1 }: PermutationOptions = {},
): PermutationTest {
  const checked = checkOptions(options, data);
  checkDraws(draws);
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 2) throw new InputError(needRows('a permutation test', 2, k));
  const { y, v } = scaleRows(rows);
  const statistic = statisticOf(checked, v, rows.weights);
  const observed = statistic(y);
  const exact = 2 ** k <= EXACT_LIMIT;
  const counts = exact ? flipAll(y, observed, statistic) : flipRandomly(y, observed, statistic, draws, seed);
  const permutations = exact ? 2 ** k : draws;
  const share = (hits: number) => (exact ? hits / permutations : (1 + hits) / (1 + permutations));
  const warnings: string[] = [];
  if (!exact) warnings.push(monteCarlo(k * Math.log10(2), draws));
  const smallestP = exact ? 2 ** (1 - k) : 1 / (1 + draws);
  if (smallestP > (100 - checked.level) / 100) warnings.push(fewDraws(smallestP));
  return {
    statistic: observed,
    p: share(counts.both),
    pGreater: share(counts.greater),
    pLess: share(counts.less),
    exact,
    permutations,
    log10Arrangements: k * Math.log10(2),
    smallestP,
    seed: exact ? null : seed,
    warnings,
  };
}

type Statistic = (y: Float64Array) => number;

function statisticOf(options: CheckedOptions, v: Float64Array, weights: Float64Array | null): Statistic {
  const pool = meanFitter(options);
  return (y) => {
    const { estimate, variance } = pool(y, v, y.length, weights);
    return estimate / Math.sqrt(variance);
  };
}

interface Counts {
  both: number;
  greater: number;
  less: number;
}

/** Every sign pattern; the mirror image of a pattern has the opposite statistic, so half are fitted. */
function flipAll(y: Float64Array, observed: number, statistic: Statistic): Counts {
  const k = y.length;
  const flipped = Float64Array.from(y);
  const counts = { both: 0, greater: 0, less: 0 };
  for (let pattern = 0; pattern < 2 ** (k - 1); pattern++) {
    for (let i = 0; i < k - 1; i++) flipped[i] = (pattern >> i) & 1 ? -y[i] : y[i];
    const value = statistic(flipped);
    count(counts, value, observed);
    count(counts, -value, observed);
  }
  return counts;
}

function flipRandomly(
  y: Float64Array,
  observed: number,
  statistic: Statistic,
  draws: number,
  seed: number,
): Counts {
  const k = y.length;
  const flipped = new Float64Array(k);
  const counts = { both: 0, greater: 0, less: 0 };
  for (let start = 0, block = 0; start < draws; start += BLOCK, block++) {
    const stream = randomStream(seed, 'meta-sign-flips', block);
    for (let draw = start; draw < Math.min(draws, start + BLOCK); draw++) {
      let word = 0;
      for (let i = 0; i < k; i++) {
        if (i % 32 === 0) word = stream.next();
        flipped[i] = (word >>> (i % 32)) & 1 ? -y[i] : y[i];
      }
      count(counts, statistic(flipped), observed);
    }
  }
  return counts;
}

function count(counts: Counts, value: number, observed: number): void {
  const slack = TIE * Math.abs(observed);
  if (Math.abs(value) >= Math.abs(observed) - slack) counts.both++;
  if (value >= observed - slack) counts.greater++;
  if (value <= observed + slack) counts.less++;
}

export function checkDraws(draws: unknown): void {
  if (!(typeof draws === 'number' && Number.isInteger(draws) && draws >= 1 && draws <= 1e9)) {
    throw new InputError(badDraws(draws));
  }
}
