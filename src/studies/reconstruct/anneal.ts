/** Simulated annealing from one random start to the first assignment that gives the targets. */
import type { RandomStream } from '../../stats/random.ts';
import type { Assignment } from './assignment.ts';
import { FIGURES, type FigureKernel } from './kernel.ts';
import type { Surrogate } from './surrogate.ts';
import type { Distance } from './targets.ts';

/** Temperatures in units of `distanceTo`; the second is reached at the last step. */
const HOT = 1;
const COLD = 0.1;
/** Moves drawn for each evaluation at most: an end where a search has nowhere to go. */
const DRAWS_PER_STEP = 60;

export interface Annealing {
  readonly found: boolean;
  readonly evaluations: number;
  /** Figures of the closest assignment met, and their distance. `assignment` itself is in its end state. */
  readonly distance: number;
  readonly figures: Float64Array;
}

/** What scores an assignment under one rule. */
export interface Scorer {
  readonly kernel: FigureKernel;
  readonly surrogate: Surrogate;
  readonly distanceOf: Distance;
}

/**
 * Metropolis steps in two stages (delayed acceptance; Christen and Fox 2005, doi:10.1198/106186005X76983): a move
 * first has to pass on the forecast of `surrogate`; only then is it made, evaluated and judged on what the forecast
 * missed. The temperature falls geometrically from HOT to COLD. Ends at the first assignment of distance 0, which
 * `assignment` then is, or after `steps` evaluations.
 */
export function anneal(
  assignment: Assignment,
  { kernel, surrogate, distanceOf }: Scorer,
  steps: number,
  stream: RandomStream,
): Annealing {
  const out = new Float64Array(FIGURES);
  const passes = (rise: number) => rise <= 0 || stream.uniform() < Math.exp(-rise / temperature);
  const cooling = (COLD / HOT) ** (1 / steps);
  let temperature = HOT;
  assignment.randomise(stream);
  kernel.evaluate(assignment, out);
  let distance = distanceOf(out);
  let forecast = surrogate.learn(assignment, kernel.weights);
  let closest = distance;
  let figures = out.slice();
  let evaluations = 1;
  for (let draws = 0; distance > 0 && evaluations < steps && draws < steps * DRAWS_PER_STEP; draws++) {
    if (!assignment.propose(stream)) continue;
    const nextForecast = surrogate.after(assignment);
    if (!passes(nextForecast - forecast)) continue;
    assignment.apply();
    kernel.evaluate(assignment, out);
    const next = distanceOf(out);
    evaluations++;
    if (temperature > COLD) temperature *= cooling;
    if (next > 0 && !passes(next - distance - (nextForecast - forecast))) {
      assignment.apply();
      continue;
    }
    distance = next;
    forecast = surrogate.learn(assignment, kernel.weights);
    if (distance < closest) {
      closest = distance;
      figures = out.slice();
    }
  }
  return { found: distance === 0, evaluations, distance: closest, figures };
}
