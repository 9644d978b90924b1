/** Counts where cells are 0/1 or missing: words of bits against the masks of the draws. */
import { countAnd } from '../../stats/bits.ts';
import { drawCounts, type ModelCounter } from './counts.ts';
import { BLOCK_DRAWS, type PermutationPlan, type Planes } from './plan.ts';
import { rowCounter } from './popcount-kernel.ts';

type BitPlanes = Extract<Planes, { kind: 'bits' }>;

export function bitCounter(plan: PermutationPlan, planes: BitPlanes, allowSimd: boolean): ModelCounter {
  const { strata, rowLength: words, models } = plan;
  const { passed, present } = planes;
  const many = strata.length;
  const starts = strata.map(({ from }) => from / 32);
  const ends = [...starts.slice(1), words];
  const counter = rowCounter(ends, BLOCK_DRAWS, allowSimd);
  const masks = new Uint32Array(BLOCK_DRAWS * words);
  const counts = drawCounts(many, false);
  const flagCounts = drawCounts(many, false);
  const flagRow = new Uint32Array(words);

  // Bits of all tasks, and of the tasks flagged in the data.
  const tasks = new Uint32Array(words);
  const flagged = new Uint32Array(words);
  for (const stratum of strata) {
    for (let i = 0; i < stratum.tasks; i++) {
      const word = (stratum.from + i) >>> 5;
      tasks[word] |= 1 << (i & 31);
      if (stratum.flags[i] === 1) flagged[word] |= 1 << (i & 31);
    }
  }

  const totalsOf = (plane: Uint32Array, from: number) =>
    strata.map((_, s) => countAnd(plane, from + starts[s], tasks, starts[s], ends[s] - starts[s]));
  const totals = new Int32Array(models * many);
  const sizes = new Int32Array(present === null ? 0 : models * many);
  for (let m = 0; m < models; m++) {
    totals.set(totalsOf(passed, m * words), m * many);
    if (present !== null) sizes.set(totalsOf(present, m * words), m * many);
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
    totals: present === null ? totals : null,
    arrange(arrange, draws) {
      counts.models = draws;
      flagCounts.models = draws;
      masks.fill(0, 0, draws * words);
      for (let d = 0; d < draws; d++) {
        const start = d * words;
        arrange(d, (s, hackable) => {
          const first = start + starts[s];
          for (let i = 0; i < hackable.length; i++) {
            masks[first + (hackable[i] >>> 5)] |= 1 << (hackable[i] & 31);
          }
          if (present !== null) return;
          for (const { n1, n0 } of [counts, flagCounts]) {
            n1[d * many + s] = hackable.length;
            n0[d * many + s] = strata[s].tasks - hackable.length;
          }
        });
      }
      counter.setMasks(masks, draws);
    },
    hackablePasses: (model) => counter.count(passed, model * words),
    count(model) {
      split(passed, model * words, totals, model * many, counts.x1, counts.x0);
      if (present !== null) split(present, model * words, sizes, model * many, counts.n1, counts.n0);
      return counts;
    },
    countFlags(model) {
      const from = model * words;
      for (let w = 0; w < words; w++) {
        flagRow[w] = present === null ? flagged[w] : flagged[w] & present[from + w];
      }
      split(flagRow, 0, totalsOf(flagRow, 0), 0, flagCounts.x1, flagCounts.x0);
      if (present !== null) split(present, from, sizes, model * many, flagCounts.n1, flagCounts.n0);
      return flagCounts;
    },
  };
}
