/** Does a pattern go with passing? Each pattern against its baseline, and pooled over models. */
import { signTest } from '../../inference/sign-test.ts';
import { fitMeta } from '../../meta/fit.ts';
import type { MeanTest, MetaFit, Tau2Method } from '../../meta/types.ts';
import { groupBy } from '../evidence/rows.ts';
import {
  type ClusterCell,
  type ClusteredEstimate,
  clusteredContrast,
  clusteredDifference,
  clusteredMean,
  DIFFERENCE,
  SHARE,
} from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import type { Share } from '../types.ts';
import { fewModels, noContrast } from './messages.ts';
import { taskKey } from './rates.ts';
import type { TrajectoryRow } from './tables.ts';

export interface PatternModel {
  readonly model: string;
  /** Trajectories with and without the pattern. */
  readonly shown: number;
  readonly notShown: number;
  /** Pass rate with the pattern minus without, tasks as clusters. */
  readonly difference: ClusteredEstimate;
}

export interface PatternPooled {
  /** Random-effects fit of the differences, models taken as independent studies. */
  readonly independent: MetaFit;
  /** The same weighted mean with tasks as the independent units: models share the tasks. */
  readonly sharedTasks: ClusteredEstimate;
  readonly signTest: ReturnType<typeof signTest>;
}

export interface Pattern {
  readonly pattern: string;
  /** Trajectories that show it. */
  readonly trajectories: Share;
  readonly passRate: ClusteredEstimate;
  /** Pass rate with the pattern minus the pass rate of all trajectories. */
  readonly minusAll: ClusteredEstimate;
  /** Pass rate with the pattern minus the pass rate of the trajectories without it. */
  readonly minusWithout: ClusteredEstimate;
  readonly models: readonly PatternModel[];
  readonly pooled: PatternPooled | null;
  readonly reason: string | null;
}

export interface PatternOptions {
  readonly level: number;
  readonly method: Tau2Method;
  readonly test: MeanTest;
}

/** The name under which flagged trajectories as a whole stand beside the named patterns. */
export const ANY_FLAG = 'flagged';

/**
 * One entry for all flagged trajectories, then one a pattern, in order of first appearance.
 *
 * An association, not an effect: a pattern may be shown where a task is easy, or because nothing else works.
 */
export function patterns(rows: readonly TrajectoryRow[], options: PatternOptions): Pattern[] {
  const names = new Set(rows.flatMap((row) => row.pattern ?? []));
  return [
    patternOf(ANY_FLAG, rows, (row) => row.flagged, options),
    ...[...names].map((name) =>
      patternOf(name, rows, (row) => row.pattern?.includes(name) ?? false, options),
    ),
  ];
}

function patternOf(
  pattern: string,
  rows: readonly TrajectoryRow[],
  shows: (row: TrajectoryRow) => boolean,
  options: PatternOptions,
): Pattern {
  const { level } = options;
  const pairs = pairsByTask(rows, shows);
  const list = [...pairs.values()];
  const shown = list.reduce((sum, { arm1 }) => sum + arm1.n, 0);
  const models = [...groupBy(rows, (row) => row.model)].map(([model, own]): PatternModel => {
    const difference = clusteredDifference([...pairsByTask(own, shows).values()], level, 'task', DIFFERENCE);
    const withIt = own.filter(shows).length;
    return { model, shown: withIt, notShown: own.length - withIt, difference };
  });
  const minusWithout = clusteredDifference(list, level, 'task', DIFFERENCE);
  return {
    pattern,
    trajectories: share(shown, rows.length, level, 'trajectory'),
    passRate: clusteredMean(
      list.map((pair) => pair.arm1),
      level,
      'task',
      SHARE,
    ),
    minusAll: scaled(minusWithout, (rows.length - shown) / rows.length),
    minusWithout,
    models,
    ...pool(rows, shows, models, options),
  };
}

/** with - all = (1 - share with) (with - without); the share is held fixed. */
function scaled(estimate: ClusteredEstimate, factor: number): ClusteredEstimate {
  const times = (x: number | null) => (x === null ? null : x * factor);
  const { interval } = estimate;
  return {
    ...estimate,
    value: times(estimate.value),
    se: times(estimate.se),
    interval:
      interval === null
        ? null
        : { ...interval, lower: interval.lower * factor, upper: interval.upper * factor },
  };
}

function pool(
  rows: readonly TrajectoryRow[],
  shows: (row: TrajectoryRow) => boolean,
  models: readonly PatternModel[],
  { level, method, test }: PatternOptions,
): { pooled: PatternPooled | null; reason: string | null } {
  const usable = models.filter(({ difference }) => difference.interval !== null);
  if (models.length < 2) return { pooled: null, reason: fewModels(models.length) };
  if (usable.length < 2) return { pooled: null, reason: noContrast(usable.length, models.length) };
  const independent = fitMeta(
    {
      yi: models.map(({ difference }) => difference.value),
      vi: models.map(({ difference }) =>
        difference.interval === null ? null : (difference.se as number) ** 2,
      ),
      slab: models.map(({ model }) => model),
    },
    { method, test, level },
  );
  const weightOf = new Map(independent.slab.map((slab, i) => [slab, independent.weights[i] / 100]));
  const byModel = groupBy(rows, (row) => row.model);
  const pooledModels = usable.map(({ model }) => ({
    weight: weightOf.get(model) ?? 0,
    pairs: pairsByTask(byModel.get(model) ?? [], shows),
  }));
  const tasks = new Set(pooledModels.flatMap(({ pairs }) => [...pairs.keys()]));
  const none: ClusterCell = { n: 0, sum: 0 };
  const clusters = [...tasks].map((task) =>
    pooledModels.flatMap(({ pairs }) => {
      const pair = pairs.get(task);
      return [pair?.arm1 ?? none, pair?.arm0 ?? none];
    }),
  );
  const weights = pooledModels.flatMap(({ weight }) => [weight, -weight]);
  return {
    pooled: {
      independent,
      sharedTasks: clusteredContrast(clusters, weights, level, 'task', DIFFERENCE),
      signTest: signTest(usable.map(({ difference }) => difference.value as number)),
    },
    reason: null,
  };
}

function pairsByTask(
  rows: readonly TrajectoryRow[],
  shows: (row: TrajectoryRow) => boolean,
): Map<string, { arm1: ClusterCell; arm0: ClusterCell }> {
  const cell = (some: readonly TrajectoryRow[]): ClusterCell => ({
    n: some.length,
    sum: some.filter((row) => row.resolved).length,
  });
  return new Map(
    [...groupBy(rows, taskKey)].map(([task, own]) => [
      task,
      { arm1: cell(own.filter(shows)), arm0: cell(own.filter((row) => !shows(row))) },
    ]),
  );
}
