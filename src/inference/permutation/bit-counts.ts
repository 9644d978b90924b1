/** Counts where cells are 0/1 or missing: words of bits against the masks of the draws. */
import { popcount } from '../../stats/bits.ts';
import { flagCount } from './arrangement.ts';
import { drawCounts, type ModelCounter } from './counts.ts';
import { BLOCK_DRAWS, type PermutationPlan, type Planes } from './plan.ts';
import { rowCounter } from './popcount-kernel.ts';

type BitPlanes = Extract<Planes, { kind: 'bits' }>;

/** Bits of row m in stratum s at m * strata + s. What lies between strata is 0 in every row. */
export function rowTotals({ strata, rowLength: words }: PermutationPlan, plane: Uint32Array): Int32Array {
  const totals = new Int32Array((plane.length / words) * strata.length);
  const ends = [...strata.slice(1).map(({ from }) => from / 32), words];
  let [w, at] = [0, 0];
  while (w < plane.length) {
    const row = w;
    for (const end of ends) {
      for (; w < row + end; w++) totals[at] += popcount(plane[w]);
      at++;
    }
  }
  return totals;
}

export function bitCounter(
  plan: PermutationPlan,
  planes: BitPlanes,
  totals: Int32Array,
  allowSimd: boolean,
): ModelCounter {
  const { strata, rowLength: words } = plan;
  const { passed, present } = planes;
  const many = strata.length;
  const starts = strata.map(({ from }) => from / 32);
  const ends = [...starts.slice(1), words];
  const counter = rowCounter(ends, BLOCK_DRAWS, allowSimd);
  const masks = new Uint32Array(BLOCK_DRAWS * words);
  const counts = drawCounts(many, false);
  const flagCounts = drawCounts(many, false);
  const flagRow = new Uint32Array(words);
  const chosen = new Int32Array(flagCount(strata));

  const flagged = new Uint32Array(words);
  for (const { from, flags } of strata) {
    flags.forEach((flag, i) => {
      flagged[(from + i) >>> 5] |= flag << (i & 31);
    });
  }
  const sizes = present === null ? null : rowTotals(plan, present);
  if (sizes === null) {
    // The arms have the same sizes in every draw.
    for (const { n1, n0 } of [counts, flagCounts]) {
      for (let i = 0; i < n1.length; i++) {
        const { tasks, hackable } = strata[i % many];
        n1[i] = hackable;
        n0[i] = tasks - hackable;
      }
    }
  }

  /** Bits of a row in both arms: hackable by the masks, robust as what is left of the total. */
  const split = (
    plane: Uint32Array,
    from: number,
    total: ArrayLike<number>,
    offset: number,
    one: Float64Array,
    zero: Float64Array,
  ) => {
    const hits = counter.count(plane, from);
    const size = counts.models * many;
    for (let i = 0, s = 0; i < size; i++) {
      one[i] = hits[i];
      zero[i] = total[offset + s] - hits[i];
      if (++s === many) s = 0;
    }
  };

  return {
    arrange(arrange, draws) {
      counts.models = draws;
      flagCounts.models = draws;
      masks.fill(0, 0, draws * words);
      for (let d = 0; d < draws; d++) {
        arrange(d, chosen, 0);
        let at = 0;
        for (let s = 0; s < many; s++) {
          const first = d * words + starts[s];
          for (let i = 0; i < strata[s].hackable; i++, at++) {
            masks[first + (chosen[at] >>> 5)] |= 1 << (chosen[at] & 31);
          }
        }
      }
      counter.setMasks(masks, draws);
    },
    hackablePasses: (model) => counter.count(passed, model * words),
    count(model) {
      split(passed, model * words, totals, model * many, counts.x1, counts.x0);
      if (sizes !== null) split(present!, model * words, sizes, model * many, counts.n1, counts.n0);
      return counts;
    },
    countFlags(model) {
      const from = model * words;
      for (let w = 0; w < words; w++) {
        flagRow[w] = present === null ? flagged[w] : flagged[w] & present[from + w];
      }
      split(flagRow, 0, rowTotals(plan, flagRow), 0, flagCounts.x1, flagCounts.x0);
      if (sizes !== null) split(present!, from, sizes, model * many, flagCounts.n1, flagCounts.n0);
      return flagCounts;
    },
  };
}
