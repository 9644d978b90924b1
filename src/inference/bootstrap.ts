/** Two-way cluster bootstrap of the pooled gap: models, and tasks within stratum and arm, drawn with replacement. */

import { type ArmCounts, type Contrast, countArms } from '../effects/arms.ts';
import { gapsInto } from '../effects/gaps.ts';
import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';
import { percentile } from '../stats/percentile.ts';
import { randomStream } from '../stats/random.ts';
import type { JackknifeInput } from './jackknife.ts';
import { pooledGap } from './pooled-gap.ts';
import type { Generalise } from './types.ts';

export interface BootstrapInput extends JackknifeInput {
  readonly draws: number;
  readonly seed: number;
  /** Percent. */
  readonly level: number;
  /** What is drawn anew: tasks, models or both. Default both. */
  readonly generalise?: Generalise;
}

export interface Bootstrap {
  readonly draws: number;
  readonly se: number;
  /** Percentiles of the draws. */
  readonly ciLower: number;
  readonly ciUpper: number;
}

/**
 * Every draw takes M models and, in each cell (stratum x arm), as many tasks as it has, with replacement, and runs the
 * whole analysis. The interval is that of percentiles (inverse of the empirical distribution).
 *
 * A cross-check: in a cell of N tasks the bootstrap's variance is (N - 1) / N of the right one, and a cell of one task
 * never varies, so that with few hackable tasks it is too narrow; with both ways drawn the noise of single cells is
 * counted about three times instead of once, so that it is too wide where that noise rules (Owen 2007,
 * doi:10.1214/07-AOAS122, calls it the pigeonhole bootstrap).
 *
 * @example
 * // One model, 5 of 8 hackable and 2 of 10 robust tasks passed, tasks drawn: the se tends to
 * // sqrt(5/8 3/8 / 8 + 2/10 8/10 / 10) = 0.213
 *
 * @returns null when fewer than two draws give a pooled gap
 */
export function bootstrap(input: BootstrapInput): Bootstrap | null {
  const { outcomes, contrast, effects, method, draws, seed, level } = input;
  const what = input.generalise ?? 'both';
  const counts = input.counts ?? countArms(outcomes, contrast);
  const resampled: ArmCounts = emptyCounts(counts);
  const cells = cellsOf(outcomes, contrast);
  const stream = randomStream(seed, 'bootstrap');
  const { models } = outcomes;
  const pooled = pooledGap(method, models);
  const [yi, vi] = [new Float64Array(models), new Float64Array(models)];
  const [y, v] = [new Float64Array(models), new Float64Array(models)];
  const found: number[] = [];
  for (let d = 0; d < draws; d++) {
    if (what !== 'models') {
      for (const cell of cells) {
        const times = new Uint32Array(cell.tasks.length);
        for (let i = 0; i < times.length; i++) times[stream.below(times.length)]++;
        fillCell(resampled, cell, times);
      }
    }
    gapsInto(what === 'models' ? counts : resampled, effects, yi, vi);
    for (let i = 0; i < models; i++) {
      const m = what === 'tasks' ? i : stream.below(models);
      y[i] = yi[m];
      v[i] = vi[m];
    }
    const gap = pooled(y, v);
    if (!Number.isNaN(gap)) found.push(gap);
  }
  if (found.length < 2) return null;
  const mean = found.reduce((sum, gap) => sum + gap, 0) / found.length;
  const squares = found.reduce((sum, gap) => sum + (gap - mean) ** 2, 0);
  found.sort((a, b) => a - b);
  const tail = (100 - level) / 200;
  return {
    draws: found.length,
    se: Math.sqrt(squares / (found.length - 1)),
    ciLower: percentile(found, tail),
    ciUpper: percentile(found, 1 - tail),
  };
}

interface Cell {
  readonly stratum: number;
  readonly arm: 0 | 1;
  readonly tasks: readonly number[];
  /** Task by model, NaN where missing. */
  readonly rates: readonly Float64Array[];
}

function cellsOf(outcomes: Outcomes, contrast: Contrast): Cell[] {
  return contrast.strata.flatMap((_, stratum) =>
    ([1, 0] as const).map((arm) => {
      const tasks = [...contrast.arm.keys()].filter(
        (t) => contrast.arm[t] === arm && contrast.stratum[t] === stratum,
      );
      const rates = tasks.map((t) =>
        Float64Array.from({ length: outcomes.models }, (_, m) => rateAt(outcomes, m, t)),
      );
      return { stratum, arm, tasks, rates };
    }),
  );
}

/** Counts of one cell with task i taken `times[i]` times. */
function fillCell(counts: ArmCounts, { stratum, arm, rates }: Cell, times: Uint32Array): void {
  const [x, n, ss] = arm === 1 ? [counts.x1, counts.n1, counts.ss1] : [counts.x0, counts.n0, counts.ss0];
  for (let m = 0; m < counts.models; m++) {
    let [sum, size, squares] = [0, 0, 0];
    for (let i = 0; i < times.length; i++) {
      const rate = rates[i][m];
      if (times[i] === 0 || Number.isNaN(rate)) continue;
      sum += times[i] * rate;
      size += times[i];
      squares += times[i] * rate * rate;
    }
    const at = m * counts.strata + stratum;
    x[at] = sum;
    n[at] = size;
    if (ss !== null) ss[at] = squares;
  }
}

function emptyCounts({ models, strata, x1, ss1 }: ArmCounts): ArmCounts {
  const fresh = () => new Float64Array(x1.length);
  const squares = ss1 === null ? null : fresh;
  return {
    models,
    strata,
    x1: fresh(),
    n1: fresh(),
    x0: fresh(),
    n0: fresh(),
    ss1: squares === null ? null : squares(),
    ss0: squares === null ? null : squares(),
  };
}
