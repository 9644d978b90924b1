/** Runs blocks of draws of a plan: counts, gaps, variances, tau2 and weights afresh for every draw. */
import { gapsInto, stratumWeight } from '../../effects/gaps.ts';
import { stratumEffect } from '../../effects/stratum-effect.ts';
import { type Arrange, arrangements } from './arrangement.ts';
import { type ModelCounter, modelCounter } from './counts.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';
import { poolDraws } from './pool.ts';

export interface BlockResult {
  readonly block: number;
  readonly draws: number;
  /** Pooled gap of draw d and group g at d * groups + g; NaN where no model could be pooled. */
  readonly statistics: Float64Array;
  /** The pooled gap of all models with the observed model weights held. */
  readonly held: Float64Array;
  /** What a shift of 1 of the observed hackable tasks' scores adds to `held`. */
  readonly shift: Float64Array;
}

export interface PermutationEngine {
  run(block: number): BlockResult;
  /** The observed flags through the same arithmetic: one draw. */
  observed(): BlockResult;
}

/** Entries of the largest table of effects that is worth making. */
const TABLE_LIMIT = 4_000_000;

/**
 * An engine for one thread. A model at a time: its passes under all draws of the block are counted by bits, and its
 * gaps under all draws are made by `gapsInto`, the very function of the analysis. With 0/1 cells and none missing a
 * stratum's effect depends on x1 alone (x0 is the rest), so that effects are looked up in a table made once by
 * `stratumEffect`. Then the draws are pooled one by one.
 */
export function permutationEngine(plan: PermutationPlan, allowSimd = true): PermutationEngine {
  const { models, strata, groups } = plan;
  const counter = modelCounter(plan, allowSimd);
  const table = effectTable(plan, counter.totals);
  const pool = poolDraws(plan.method, models);
  const yi = new Float64Array(models * BLOCK_DRAWS);
  const vi = new Float64Array(models * BLOCK_DRAWS);
  const pooled = new Float64Array(BLOCK_DRAWS);
  const used = Int32Array.from(new Set(groups.flatMap((group) => [...group])));

  function run(arrange: Arrange, block: number, draws: number): BlockResult {
    counter.arrange(arrange, draws);
    for (let u = 0; u < used.length; u++) {
      const m = used[u];
      const drawYi = yi.subarray(m * BLOCK_DRAWS, (m + 1) * BLOCK_DRAWS);
      const drawVi = vi.subarray(m * BLOCK_DRAWS, (m + 1) * BLOCK_DRAWS);
      if (table === null) gapsInto(counter.count(m), plan.effects, drawYi, drawVi);
      else lookUp(table, m, counter.hackablePasses(m), draws, strata.length, drawYi, drawVi);
    }
    const statistics = new Float64Array(draws * groups.length);
    groups.forEach((group, g) => {
      pool({ yi, vi }, group, draws, pooled);
      for (let d = 0; d < draws; d++) statistics[d * groups.length + g] = pooled[d];
    });
    return { block, draws, statistics, ...heldStatistics(plan, counter, yi, draws) };
  }

  return {
    run(block) {
      const draws = Math.min(BLOCK_DRAWS, plan.draws - block * BLOCK_DRAWS);
      return run(arrangements(plan, block), block, draws);
    },
    observed() {
      const arrange: Arrange = (_, each) => {
        strata.forEach(({ flags }, s) => {
          each(s, Int32Array.from([...flags.keys()].filter((i) => flags[i] === 1)));
        });
      };
      return run(arrange, -1, 1);
    },
  };
}

/** The pooled gap with the observed weights, and what a shift of the observed hackable tasks adds to it. */
function heldStatistics(
  { modelWeights, effects }: PermutationPlan,
  counter: ModelCounter,
  yi: Float64Array,
  draws: number,
): { held: Float64Array; shift: Float64Array } {
  const held = new Float64Array(draws);
  const shift = new Float64Array(draws);
  const weight = new Float64Array(draws);
  const [flagGap, noVariance] = [new Float64Array(BLOCK_DRAWS), new Float64Array(BLOCK_DRAWS)];
  // With no cell missing the flags' own gap is the same for every model.
  const isCommon = counter.totals !== null;
  let done = false;
  for (let m = 0; m < modelWeights.length; m++) {
    const a = modelWeights[m];
    if (!(a > 0)) continue;
    if (!isCommon || !done) {
      gapsInto(counter.countFlags(m), { ...effects, measure: 'RD', variance: 'raw' }, flagGap, noVariance);
      done = true;
    }
    const row = m * BLOCK_DRAWS;
    for (let d = 0; d < draws; d++) {
      if (Number.isNaN(yi[row + d])) continue;
      held[d] += a * yi[row + d];
      shift[d] += a * flagGap[d];
      weight[d] += a;
    }
  }
  for (let d = 0; d < draws; d++) {
    held[d] /= weight[d];
    shift[d] /= weight[d];
  }
  return { held, shift };
}

/** w_s d and w_s^2 v of model m and stratum s at x1 hackable passes: at offset[m * strata + s] + 2 x1 and beside it. */
interface EffectTable {
  readonly offset: Int32Array;
  readonly parts: Float64Array;
}

/** null where cells are k/n or missing, or where the table would cost more than it saves. */
function effectTable(plan: PermutationPlan, totals: Int32Array | null): EffectTable | null {
  if (totals === null) return null;
  const { models, strata, effects } = plan;
  const perModel = strata.reduce((sum, { hackable }) => sum + hackable + 1, 0);
  if (perModel > plan.draws * strata.length || perModel * models > TABLE_LIMIT) return null;
  const scale = strata.reduce(
    (sum, { tasks, hackable }) => sum + stratumWeight(effects.weights, hackable, tasks - hackable),
    0,
  );
  const offset = new Int32Array(models * strata.length);
  const parts = new Float64Array(2 * models * perModel);
  const out = new Float64Array(3);
  let at = 0;
  for (let m = 0; m < models; m++) {
    strata.forEach(({ tasks, hackable }, s) => {
      const [n1, n0] = [hackable, tasks - hackable];
      const w = stratumWeight(effects.weights, n1, n0) / scale;
      const total = totals[m * strata.length + s];
      offset[m * strata.length + s] = at;
      for (let x1 = 0; x1 <= n1; x1++, at += 2) {
        const x0 = total - x1;
        if (x0 < 0 || x0 > n0) continue;
        stratumEffect(effects.measure, effects.variance, x1, n1, null, x0, n0, null, out);
        parts[at] = w * out[0];
        parts[at + 1] = w * w * out[1];
      }
    });
  }
  return { offset, parts };
}

/** Sums the strata's parts of one model for every draw. */
function lookUp(
  { offset, parts }: EffectTable,
  m: number,
  counts: Int32Array,
  draws: number,
  strata: number,
  yi: Float64Array,
  vi: Float64Array,
): void {
  const first = m * strata;
  for (let d = 0, i = 0; d < draws; d++) {
    let y = 0;
    let v = 0;
    for (let s = 0; s < strata; s++, i++) {
      const at = offset[first + s] + 2 * counts[i];
      y += parts[at];
      v += parts[at + 1];
    }
    yi[d] = y;
    vi[d] = v;
  }
}
