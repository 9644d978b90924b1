/** Best@k and Pass@k over tasks, with bands that treat tasks as the independent units. */
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { bestAtK, bestAtKOfSets, passAtK } from './at-k.ts';
import { type Candidate, executionBasedScores, hybridScores } from './scores.ts';

export type Selector = 'pass' | 'executionBased' | 'executionFree' | 'hybrid';

export interface CurvePoint {
  readonly k: number;
  readonly estimate: ClusteredEstimate;
  /** Tasks of the curve with fewer than k patches: not estimable there, left out of this point. */
  readonly notEstimable: number;
}

export interface Curve {
  readonly selector: Selector;
  /** Tasks that have what the selector needs. */
  readonly tasks: number;
  readonly points: readonly CurvePoint[];
  /** How each task's value was made. */
  readonly method: string;
}

export interface CurveOptions {
  readonly level: number;
  readonly seed: number;
  readonly draws: number;
  /** k of the curves; default 1, 2, 4, .. and the most patches of a task. */
  readonly ks?: readonly number[];
  /** Patches that the execution-free score lets through to the hybrid; default half of the set, rounded up. */
  readonly hybridTop?: number;
}

/** The four curves; one whose evidence no task has is left out. */
export function curves(tasks: ReadonlyMap<string, readonly Candidate[]>, options: CurveOptions): Curve[] {
  if (tasks.size === 0) return [];
  const most = Math.max(...[...tasks.values()].map((patches) => patches.length));
  const ks = options.ks ?? defaultKs(most);
  const hasTests = (patches: readonly Candidate[]) => patches.some((patch) => patch.tests !== null);
  const hasFree = (patches: readonly Candidate[]) => patches.every((patch) => patch.executionFree !== null);
  const top = (size: number) => options.hybridTop ?? Math.ceil(size / 2);
  const { seed, draws } = options;
  let sampled = false;
  const ofSets =
    (scores: (set: readonly Candidate[]) => readonly number[]): AtK =>
    (task, patches, k) => {
      const found = bestAtKOfSets(patches, k, scores, { seed, label: task, draws });
      if (found !== null && !found.exact) sampled = true;
      return found === null ? null : found.value;
    };
  const build = (selector: Selector, needs: (patches: readonly Candidate[]) => boolean, atK: AtK): Curve => {
    const eligible = [...tasks].filter(([, patches]) => needs(patches));
    sampled = false;
    const points = ks.map((k) => pointOf(eligible, k, atK, options.level));
    const method = sampled
      ? `unbiased; mean over ${draws} random k-subsets where there are more than 2000`
      : 'unbiased, exact';
    return { selector, tasks: eligible.length, points, method };
  };
  const all = [
    build(
      'pass',
      () => true,
      (_, patches, k) => passAtK(patches.length, patches.filter((p) => p.correct).length, k),
    ),
    build('executionBased', hasTests, ofSets(executionBasedScores)),
    build('executionFree', hasFree, (_, patches, k) =>
      bestAtK(
        patches.map(({ correct, executionFree }) => ({ correct, score: executionFree as number })),
        k,
      ),
    ),
    build(
      'hybrid',
      (patches) => hasTests(patches) && hasFree(patches),
      ofSets((set) => hybridScores(set, top(set.length))),
    ),
  ];
  return all.filter((curve) => curve.tasks > 0);
}

type AtK = (task: string, patches: readonly Candidate[], k: number) => number | null;

function pointOf(
  tasks: readonly [string, readonly Candidate[]][],
  k: number,
  atK: AtK,
  level: number,
): CurvePoint {
  const values = tasks.map(([task, patches]) => atK(task, patches, k)).filter((value) => value !== null);
  const estimate = clusteredMean(
    values.map((value) => ({ n: 1, sum: value })),
    level,
    'task',
    SHARE,
  );
  return { k, estimate, notEstimable: tasks.length - values.length };
}

function defaultKs(most: number): number[] {
  const ks: number[] = [];
  for (let k = 1; k < most; k *= 2) ks.push(k);
  return [...ks, most];
}
