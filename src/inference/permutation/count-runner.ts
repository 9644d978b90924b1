/** Draws by counting: any cells, any number of tasks and models. */
import { gapsInto } from '../../effects/gaps.ts';
import { type ModelCounter, modelCounter } from './counts.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';
import { poolDraws } from './pool.ts';
import type { DrawRunner } from './runner.ts';
import { stratumParts } from './stratum-parts.ts';

/** Entries of the largest table of effects that is worth making. */
const TABLE_LIMIT = 4_000_000;

/**
 * A model at a time: its passes under all draws of the block are counted by bits, and its gaps under all draws are
 * made by `gapsInto`, the very function of the analysis. Where `totals` is given and the draws are many, a stratum's
 * part in them is looked up instead. Then the draws are pooled one by one.
 */
export function countRunner(plan: PermutationPlan, totals: Int32Array | null, allowSimd = true): DrawRunner {
  const { models, strata, groups } = plan;
  const counter = modelCounter(plan, totals, allowSimd);
  const table = effectTable(plan, totals);
  const pool = poolDraws(plan.method, models);
  const yi = new Float64Array(models * BLOCK_DRAWS);
  const vi = new Float64Array(models * BLOCK_DRAWS);
  const pooled = new Float64Array(BLOCK_DRAWS);
  const used = Int32Array.from(new Set(groups.flatMap((group) => [...group])));

  return (arrange, draws) => {
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
    return { statistics, ...heldStatistics(plan, counter, totals !== null, yi, draws) };
  };
}

/** The pooled gap with the observed weights, and what a shift of the observed hackable tasks adds to it. */
function heldStatistics(
  { modelWeights, effects }: PermutationPlan,
  counter: ModelCounter,
  // With no cell missing the flags' own gap is the same for every model.
  isCommon: boolean,
  yi: Float64Array,
  draws: number,
): { held: Float64Array; shift: Float64Array } {
  const held = new Float64Array(draws);
  const shift = new Float64Array(draws);
  const weight = new Float64Array(draws);
  const [flagGap, noVariance] = [new Float64Array(BLOCK_DRAWS), new Float64Array(BLOCK_DRAWS)];
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
  const write = stratumParts(strata, effects);
  const offset = new Int32Array(models * strata.length);
  const parts = new Float64Array(2 * models * perModel);
  let at = 0;
  for (let row = 0; row < totals.length; row++) {
    offset[row] = at;
    at = write(row % strata.length, totals[row], parts, at);
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
