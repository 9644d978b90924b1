/** Paired bootstrap over tasks: the same drawn tasks for every model, and for the raw and the corrected score. */
import { randomStream } from '../../stats/random.ts';
import type { Scores } from './scores.ts';

export interface Deviations {
  /** Draw d, ranked model i: score less its estimate, at d * models + i. */
  readonly raw: Float64Array;
  readonly corrected: Float64Array;
}

/**
 * In every cell (stratum x robust, hackable or unknown) of n tasks n - 1 are drawn with replacement, so that the variance
 * of a mean over them is S2 / n, not (n - 1) / n of it (Rao and Wu 1988, doi:10.1080/01621459.1988.10478591). The
 * number of tasks of each kind stays as it is. The drawn means come from the influence of tasks, which is exact for
 * complete cells and first order where some are missing. A lone robust task gets normal multipliers on the residuals it
 * borrows. Draws are cut into blocks of 100 with a stream each.
 */
export function bootstrapScores(
  scores: Scores,
  models: readonly number[],
  draws: number,
  seed: number,
): Deviations {
  const { all, robust } = scores.layouts;
  const raw = new Float64Array(draws * models.length);
  const corrected = new Float64Array(draws * models.length);
  const times = new Float64Array(all.columns);
  const robustTimes = new Float64Array(robust.columns);
  const twins = robust.blocks.map((block) => {
    const first = robust.cells[block.cell].tasks[0];
    return all.blocks.find(({ cell }) => all.cells[cell].tasks[0] === first)!;
  });
  let stream = randomStream(seed, 'deflate', 0);
  for (let d = 0; d < draws; d++) {
    if (d % 100 === 0) stream = randomStream(seed, 'deflate', d / 100);
    times.fill(0);
    for (const { from, to, borrowed } of all.blocks) {
      if (borrowed) continue;
      const n = to - from;
      const scale = Math.sqrt(n / (n - 1));
      for (let i = 1; i < n; i++) times[from + stream.below(n)] += scale;
    }
    robust.blocks.forEach(({ from, to, borrowed }, b) => {
      for (let i = from; i < to; i++) {
        robustTimes[i] = borrowed ? stream.normal() : times[twins[b].from + i - from];
      }
    });
    models.forEach((m, i) => {
      const at = d * models.length + i;
      raw[at] = dot(scores.rawRows, m * all.columns, times);
      corrected[at] = dot(scores.correctedRows, m * robust.columns, robustTimes);
    });
  }
  return { raw, corrected };
}

function dot(rows: Float64Array, from: number, times: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < times.length; i++) sum += rows[from + i] * times[i];
  return sum;
}
