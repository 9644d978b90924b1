/** From the statistics of all draws to p values, the interval and the histogram. */

import { NO_GAP } from '../../effects/gaps.ts';
import * as messages from '../messages.ts';
import type { Permutation } from '../types.ts';
import type { BlockResult } from './engine.ts';
import { invertShift } from './interval.ts';
import { type ModeratorGroups, type ModeratorTest, moderatorTests } from './moderators.ts';
import type { PermutationPlan } from './plan.ts';

/** Relative to the observed value of a statistic. */
const TIE = 1e-12;

/** Values this close to an observed one tie with it and count as hits. */
export const tieSlack = (observed: number): number => Math.max(TIE * Math.abs(observed), NO_GAP);
const BINS = 40;

export interface PermutationResult {
  readonly permutation: Permutation;
  readonly moderators: readonly ModeratorTest[];
}

/** All draws of the finished blocks, in the order of the blocks. */
export interface Draws {
  readonly count: number;
  readonly groups: number;
  readonly statistics: Float64Array;
  readonly held: Float64Array;
  readonly shift: Float64Array;
}

export function collect(plan: PermutationPlan, blocks: readonly BlockResult[]): Draws {
  const sorted = [...blocks].sort((a, b) => a.block - b.block);
  const count = sorted.reduce((sum, block) => sum + block.draws, 0);
  const groups = plan.groups.length;
  const draws = {
    count,
    groups,
    statistics: new Float64Array(count * groups),
    held: new Float64Array(count),
    shift: new Float64Array(count),
  };
  let at = 0;
  for (const block of sorted) {
    draws.statistics.set(block.statistics, at * groups);
    draws.held.set(block.held, at);
    draws.shift.set(block.shift, at);
    at += block.draws;
  }
  return draws;
}

/** Draws at least as far from 0 as `observed`, ties included; a draw without an estimate counts as a hit. */
export function countHits(null_: Float64Array, observed: number): { twoSided: number; greater: number } {
  const slack = tieSlack(observed);
  const [size, least] = [Math.abs(observed) - slack, observed - slack];
  let [twoSided, greater] = [0, 0];
  for (let d = 0; d < null_.length; d++) {
    if (!(Math.abs(null_[d]) < size)) twoSided++;
    if (!(null_[d] < least)) greater++;
  }
  return { twoSided, greater };
}

/**
 * (1 + hits) / (1 + draws) for random draws. With all arrangements enumerated hits / arrangements, where what was not
 * done before an interruption counts as hits.
 */
export function pValue(plan: PermutationPlan, done: number, hits: number): number {
  return plan.exact ? (hits + plan.draws - done) / plan.draws : (1 + hits) / (1 + done);
}

/** null when no block was done, or the data have no pooled gap. */
export function summarise(
  plan: PermutationPlan,
  observedBlock: BlockResult,
  blocks: readonly BlockResult[],
  moderators: readonly ModeratorGroups[],
  level: number,
): PermutationResult | null {
  const draws = collect(plan, blocks);
  const observed = observedBlock.statistics[0];
  if (draws.count === 0 || Number.isNaN(observed)) return null;
  const ofAll = column(draws, 0);
  const hits = countHits(ofAll, observed);
  const finite = ofAll.filter((value) => !Number.isNaN(value));
  const interrupted = draws.count < plan.draws;
  const warnings: string[] = [];
  if (interrupted) warnings.push(messages.interrupted(draws.count, plan.draws));
  if (finite.length < draws.count) warnings.push(messages.noEstimate(draws.count - finite.length));

  const alpha = 1 - level / 100;
  let [ciLower, ciUpper]: (number | null)[] = [null, null];
  if (plan.effects.measure !== 'RD') {
    warnings.push(messages.intervalOnlyForRd());
  } else if (!(plan.exact && interrupted)) {
    const added = plan.exact ? 0 : 1;
    const ends = invertShift(observedBlock.held[0], draws.held, draws.shift, alpha, added);
    if (ends.every(Number.isFinite)) [ciLower, ciUpper] = ends;
    else warnings.push(messages.tooFewDraws(draws.count, level));
  }
  const largest = finite.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const mean = average(finite);
  return {
    permutation: {
      statistic: messages.permutationStatistic(plan, draws.count),
      observed,
      p: pValue(plan, draws.count, hits.twoSided),
      pGreater: pValue(plan, draws.count, hits.greater),
      permutations: draws.count,
      exact: plan.exact && !interrupted,
      log10Arrangements: plan.log10Arrangements,
      smallestP: plan.exact ? countHits(ofAll, largest).twoSided / plan.draws : 1 / (1 + draws.count),
      interrupted,
      ciLower,
      ciUpper,
      histogram: histogram(finite, observed),
      nullMean: mean,
      nullSd: Math.sqrt(average(finite.map((value) => (value - mean) ** 2))),
      warnings,
    },
    moderators: moderatorTests(plan, draws, observedBlock.statistics, moderators),
  };
}

/** Statistic g of every draw. */
export function column(draws: Draws, g: number): Float64Array {
  return Float64Array.from({ length: draws.count }, (_, d) => draws.statistics[d * draws.groups + g]);
}

function average(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Forty bins over the null and the observed value. */
function histogram(values: Float64Array, observed: number): Permutation['histogram'] {
  const low = values.reduce((least, value) => Math.min(least, value), observed);
  const high = values.reduce((most, value) => Math.max(most, value), observed);
  const width = (high - low) / BINS || 1;
  const counts = new Array<number>(BINS).fill(0);
  for (const value of values) counts[Math.min(BINS - 1, Math.floor((value - low) / width))]++;
  return { edges: Array.from({ length: BINS + 1 }, (_, i) => low + i * width), counts };
}
