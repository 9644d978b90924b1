/** How far the decisions depend on weights that nobody tuned. */
import { COMPONENT_NAMES } from './components.ts';
import {
  type Components,
  DECISIONS,
  type Decision,
  decide,
  type EqsWeights,
  score,
  type Thresholds,
} from './score.ts';

export interface WeightGrid {
  /** Distance between grid points and the most that a weight moves. */
  readonly step: number;
  readonly reach: number;
  readonly points: number;
  /** Tasks with a score. */
  readonly tasks: number;
  /** Tasks whose decision is not the same at every point. */
  readonly tasksThatChange: number;
  /** Mean and most decisions, over points, that differ from the decisions at the chosen weights. */
  readonly meanChanged: number | null;
  readonly mostChanged: number;
  /** The weights where most decisions differ; the first of them. */
  readonly worst: EqsWeights | null;
  readonly perTask: readonly {
    readonly task: string;
    readonly decisions: Readonly<Record<Decision, number>>;
  }[];
}

/** Every weight moved by 0, +-step, .. +-reach, all that still sum to 1 and stay at 0 or above. */
export function weightGrid(base: EqsWeights, step = 0.05, reach = 0.1): EqsWeights[] {
  const steps = Math.round(reach / step);
  const grid: EqsWeights[] = [];
  for (let v = -steps; v <= steps; v++) {
    for (let h = -steps; h <= steps; h++) {
      for (let f = -steps; f <= steps; f++) {
        const d = -(v + h + f);
        if (Math.abs(d) > steps) continue;
        const weights = {
          V: base.V + v * step,
          H: base.H + h * step,
          F1: base.F1 + f * step,
          D: base.D + d * step,
        };
        if (COMPONENT_NAMES.every((name) => weights[name] > -1e-12)) grid.push(clean(weights));
      }
    }
  }
  return grid;
}

/** Decisions of all scored tasks at every grid point. A point has no say over a task that lacks a component. */
export function decisionsOverGrid(
  tasks: readonly { readonly task: string; readonly components: Components }[],
  base: EqsWeights,
  thresholds: Thresholds,
  step = 0.05,
  reach = 0.1,
): WeightGrid {
  const scored = tasks.filter(({ components }) => score(components, base) !== null);
  const grid = weightGrid(base, step, reach);
  const atBase = scored.map(({ components }) => decide(score(components, base) as number, thresholds));
  const tallies = scored.map(({ task }) => ({ task, decisions: { KEEP: 0, FIX: 0, DROP: 0 } }));
  let sum = 0;
  let mostChanged = 0;
  let worst: EqsWeights | null = null;
  for (const weights of grid) {
    let changed = 0;
    scored.forEach(({ components }, i) => {
      const eqs = score(components, weights);
      if (eqs === null) return;
      const decision = decide(eqs, thresholds);
      tallies[i].decisions[decision]++;
      if (decision !== atBase[i]) changed++;
    });
    sum += changed;
    if (changed > mostChanged) {
      mostChanged = changed;
      worst = weights;
    }
  }
  return {
    step,
    reach,
    points: grid.length,
    tasks: scored.length,
    tasksThatChange: tallies.filter(({ decisions }) => DECISIONS.filter((d) => decisions[d] > 0).length > 1)
      .length,
    meanChanged: scored.length === 0 ? null : sum / grid.length,
    mostChanged,
    worst,
    perTask: tallies,
  };
}

function clean(weights: EqsWeights): EqsWeights {
  const round = (x: number) => Math.max(0, Number(x.toPrecision(12)));
  return { V: round(weights.V), H: round(weights.H), F1: round(weights.F1), D: round(weights.D) };
}
