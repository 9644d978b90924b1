/** Counts where cells are k/n: sums of rates, and of their squares, over the tasks of both arms. */
import { flagCount } from './arrangement.ts';
import { type DrawCounts, drawCounts, type ModelCounter } from './counts.ts';
import { BLOCK_DRAWS, type PermutationPlan } from './plan.ts';

/** @param rates models x columns, NaN where a cell is missing */
export function rateCounter(plan: PermutationPlan, rates: Float64Array): ModelCounter {
  const { strata, rowLength: columns } = plan;
  const hackable = new Uint8Array(BLOCK_DRAWS * columns);
  const chosen = new Int32Array(flagCount(strata));
  const flags = new Float64Array(columns);
  for (const stratum of strata) flags.set(stratum.flags, stratum.from);
  const counts = drawCounts(strata.length, true);
  const flagCounts = drawCounts(strata.length, true);

  /** Sums of `values[offset + column]` over the columns where `rates[from + column]` is there. */
  const fill = (into: DrawCounts, from: number, values: Float64Array, offset: number) => {
    const { x1, n1, x0, n0 } = into;
    const [ss1, ss0] = [into.ss1!, into.ss0!];
    for (let d = 0; d < into.models; d++) {
      for (let s = 0; s < strata.length; s++) {
        let [x, n, ss, y1, m1, yy1] = [0, 0, 0, 0, 0, 0];
        const end = strata[s].from + strata[s].tasks;
        for (let i = strata[s].from; i < end; i++) {
          if (Number.isNaN(rates[from + i])) continue;
          const y = values[offset + i];
          if (hackable[d * columns + i] === 1) {
            y1 += y;
            yy1 += y * y;
            m1++;
          } else {
            x += y;
            ss += y * y;
            n++;
          }
        }
        const at = d * strata.length + s;
        [x1[at], n1[at], ss1[at], x0[at], n0[at], ss0[at]] = [y1, m1, yy1, x, n, ss];
      }
    }
    return into;
  };

  return {
    arrange(arrange, draws) {
      counts.models = draws;
      flagCounts.models = draws;
      hackable.fill(0);
      for (let d = 0; d < draws; d++) {
        arrange(d, chosen, 0);
        let at = 0;
        for (const stratum of strata) {
          const start = d * columns + stratum.from;
          for (let i = 0; i < stratum.hackable; i++) hackable[start + chosen[at++]] = 1;
        }
      }
    },
    hackablePasses: () => new Int32Array(0),
    count: (model) => fill(counts, model * columns, rates, model * columns),
    countFlags: (model) => fill(flagCounts, model * columns, flags, 0),
  };
}
