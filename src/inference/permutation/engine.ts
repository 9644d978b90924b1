/** Runs blocks of draws of a plan: counts, gaps, variances, tau2 and weights afresh for every draw. */
import { gapsInto, stratumWeight } from '../../effects/gaps.ts';
import { stratumEffect } from '../../effects/stratum-effect.ts';
import type { EffectOptions } from '../../effects/types.ts';
import { type Arrange, arrangements } from './arrangement.ts';
import { modelCounter } from './counts.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';
import { poolEstimate } from './pool.ts';

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
  const { models, strata, groups, modelWeights } = plan;
  const counter = modelCounter(plan, allowSimd);
  const table = effectTable(plan, counter.totals);
  const pool = poolEstimate(plan.method);
  const yi = new Float64Array(models * BLOCK_DRAWS);
  const vi = new Float64Array(models * BLOCK_DRAWS);
  const [drawYi, drawVi] = [new Float64Array(BLOCK_DRAWS), new Float64Array(BLOCK_DRAWS)];
  const [shiftYi, shiftVi] = [new Float64Array(BLOCK_DRAWS), new Float64Array(BLOCK_DRAWS)];
  const shiftEffects: EffectOptions = { ...plan.effects, measure: 'RD', variance: 'raw' };
  const [groupYi, groupVi] = [new Float64Array(models), new Float64Array(models)];
  const used = Int32Array.from(new Set(groups.flatMap((group) => [...group])));

  function run(arrange: Arrange, block: number, draws: number): BlockResult {
    const held = new Float64Array(draws);
    const shift = new Float64Array(draws);
    const weight = new Float64Array(draws);
    let shifted = false;
    counter.arrange(arrange, draws);
    for (const m of used) {
      if (table === null) {
        gapsInto(counter.count(m), plan.effects, drawYi, drawVi);
      } else {
        lookUp(table, m, counter.hackablePasses(m), draws, strata.length, drawYi, drawVi);
      }
      const a = modelWeights[m];
      if (a > 0) {
        // With no cell missing the shift is the same for every model.
        if (counter.totals === null || !shifted)
          gapsInto(counter.countFlags(m), shiftEffects, shiftYi, shiftVi);
        shifted = true;
        for (let d = 0; d < draws; d++) {
          if (Number.isNaN(drawYi[d])) continue;
          held[d] += a * drawYi[d];
          shift[d] += a * shiftYi[d];
          weight[d] += a;
        }
      }
      for (let d = 0; d < draws; d++) {
        yi[d * models + m] = drawYi[d];
        vi[d * models + m] = drawVi[d];
      }
    }
    const statistics = new Float64Array(draws * groups.length);
    for (let d = 0; d < draws; d++) {
      held[d] /= weight[d];
      shift[d] /= weight[d];
      for (let g = 0; g < groups.length; g++) {
        let k = 0;
        for (const m of groups[g]) {
          const v = vi[d * models + m];
          if (!(v > 0)) continue;
          groupYi[k] = yi[d * models + m];
          groupVi[k] = v;
          k++;
        }
        statistics[d * groups.length + g] = k === 0 ? Number.NaN : pool(groupYi, groupVi, k);
      }
    }
    return { block, draws, statistics, held, shift };
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

/** w_s d and w_s^2 v of model m and stratum s at x1 hackable passes: index offset[m * strata + s] + x1. */
interface EffectTable {
  readonly offset: Int32Array;
  readonly effect: Float64Array;
  readonly variance: Float64Array;
}

/** null where cells are k/n or missing, or where the table would cost more than it saves. */
function effectTable(plan: PermutationPlan, totals: Int32Array | null): EffectTable | null {
  if (totals === null) return null;
  const { models, strata, effects } = plan;
  const perModel = strata.reduce((sum, { hackable }) => sum + hackable + 1, 0);
  if (perModel > plan.draws * strata.length || perModel * models > TABLE_LIMIT) return null;
  const scale = strata.reduce(
    (sum, s) => sum + stratumWeight(effects.weights, s.hackable, s.tasks - s.hackable),
    0,
  );
  const offset = new Int32Array(models * strata.length);
  const effect = new Float64Array(models * perModel);
  const variance = new Float64Array(models * perModel);
  const out = new Float64Array(3);
  let at = 0;
  for (let m = 0; m < models; m++) {
    strata.forEach(({ tasks, hackable }, s) => {
      const [n1, n0] = [hackable, tasks - hackable];
      const w = stratumWeight(effects.weights, n1, n0) / scale;
      const total = totals[m * strata.length + s];
      offset[m * strata.length + s] = at;
      for (let x1 = 0; x1 <= n1; x1++, at++) {
        const x0 = total - x1;
        if (x0 < 0 || x0 > n0) continue;
        stratumEffect(effects.measure, effects.variance, x1, n1, null, x0, n0, null, out);
        effect[at] = w * out[0];
        variance[at] = w * w * out[1];
      }
    });
  }
  return { offset, effect, variance };
}

function lookUp(
  table: EffectTable,
  m: number,
  counts: Int32Array,
  draws: number,
  strata: number,
  yi: Float64Array,
  vi: Float64Array,
): void {
  const { offset, effect, variance } = table;
  yi.fill(0, 0, draws);
  vi.fill(0, 0, draws);
  for (let s = 0; s < strata; s++) {
    const start = offset[m * strata + s];
    for (let d = 0, i = s; d < draws; d++, i += strata) {
      const at = start + counts[i];
      yi[d] += effect[at];
      vi[d] += variance[at];
    }
  }
}
