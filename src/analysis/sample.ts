/** What is analysed: the models kept, the tasks in the contrast, and the counts of both. */
import { type ArmCounts, type Contrast, countArms } from '../effects/arms.ts';
import { contrastOf } from '../effects/contrast.ts';
import { stratumWeight } from '../effects/gaps.ts';
import { countMissing, missingAsFail, passAtOneModels, selectModels } from '../leaderboard/filter.ts';
import type { Leaderboard, Status } from '../leaderboard/types.ts';
import { excludeTasks } from './exclusions.ts';
import type { AnalyzeOptions } from './options.ts';
import { type Rates, rates } from './rates.ts';
import type { Counts, StratumSummary, TaskResult } from './types.ts';

export interface Sample {
  /** After the filters of the options. */
  readonly leaderboard: Leaderboard;
  readonly contrast: Contrast;
  readonly counts: ArmCounts;
  readonly rates: Rates;
  /** Models that the filters left out. */
  readonly filtered: readonly { readonly model: string; readonly reason: string }[];
}

/** Applies `attempts`, `missing` and `exclude`, then counts the arms. */
export function chooseSample(whole: Leaderboard, options: AnalyzeOptions): Sample {
  const kept = options.attempts === '1' ? passAtOneModels(whole) : whole.models.map((_, m) => m);
  const isKept = new Set(kept);
  const filtered = whole.models.flatMap((model, m) =>
    isKept.has(m)
      ? []
      : [
          {
            model: model.id,
            reason: `attempts is ${model.attempts ?? 'not said'}, --attempts 1 keeps pass@1 only`,
          },
        ],
  );
  const selected = kept.length === whole.models.length ? whole : selectModels(whole, kept);
  const filled = options.missing === 'fail' ? missingAsFail(selected) : selected;
  const leaderboard = excludeTasks(filled, options.exclude);
  const contrast = contrastOf(leaderboard.tasks, options.stratify);
  return {
    leaderboard,
    contrast,
    counts: countArms(leaderboard.outcomes, contrast),
    rates: rates(leaderboard.outcomes),
    filtered,
  };
}

/** Everything that is counted and shown beside the figures. */
export function countSample(
  whole: Leaderboard,
  sample: Sample,
  dropped: Counts['modelsDropped'],
  saturatedModels: number,
  correctedTables: number,
): Counts {
  const { leaderboard, contrast, counts } = sample;
  const tasks = leaderboard.tasks;
  const withStatus = (status: Status) => tasks.filter((task) => task.status === status).length;
  const [hackable, robust] = [withStatus('hackable'), withStatus('robust')];
  const open = openStrata(contrast);
  const inContrast = contrast.stratum.filter((s) => s >= 0 && open[s]).length;
  const { solveRate, modelsRun } = sample.rates;
  const attempts = whole.models.map((model) => model.attempts);
  return {
    models: whole.models.length,
    modelsUsed: leaderboard.models.length - dropped.length,
    modelsDropped: [...sample.filtered, ...dropped],
    tasks: tasks.length,
    audited: hackable + robust + withStatus('ambiguous') + withStatus('excluded'),
    hackable,
    robust,
    ambiguous: withStatus('ambiguous'),
    excluded: withStatus('excluded'),
    unaudited: withStatus('unaudited'),
    inContrast,
    outOfContrast: hackable + robust - inContrast,
    missingCells: countMissing(leaderboard.outcomes),
    saturatedArms: saturatedArms(counts),
    saturatedModels,
    correctedTables,
    neverSolved: solveRate.filter((rate, t) => modelsRun[t] > 0 && rate === 0).length,
    alwaysSolved: solveRate.filter((rate, t) => modelsRun[t] > 0 && rate === 1).length,
    neverRun: modelsRun.filter((n) => n === 0).length,
    attempts: {
      one: attempts.filter((text) => text === '1').length,
      more: attempts.filter((text) => text !== null && text !== '1').length,
      unknown: attempts.filter((text) => text === null).length,
    },
  };
}

/** Strata with tasks in both arms. */
export function openStrata(contrast: Contrast): boolean[] {
  const size = armSizes(contrast);
  return contrast.strata.map((_, s) => size.n1[s] > 0 && size.n0[s] > 0);
}

/** Tasks of each stratum in both arms. */
export function armSizes(contrast: Contrast): { n1: number[]; n0: number[] } {
  const n1 = new Array<number>(contrast.strata.length).fill(0);
  const n0 = new Array<number>(contrast.strata.length).fill(0);
  contrast.arm.forEach((arm, t) => {
    if (arm === 1) n1[contrast.stratum[t]]++;
    if (arm === 0) n0[contrast.stratum[t]]++;
  });
  return { n1, n0 };
}

/** Size, weight and mean pass rates of each stratum; the gap of a stratum is the mean over models. */
export function summariseStrata(
  sample: Sample,
  options: AnalyzeOptions,
  interval: (stratum: number) => { ciLower: number | null; ciUpper: number | null },
): StratumSummary[] {
  const { contrast, counts } = sample;
  const { n1, n0 } = armSizes(contrast);
  const weights = contrast.strata.map((_, s) =>
    n1[s] > 0 && n0[s] > 0 ? stratumWeight(options.weights, n1[s], n0[s]) : 0,
  );
  const total = weights.reduce((sum, w) => sum + w, 0);
  return contrast.strata.map((stratum, s) => {
    const passRateHackable = meanRate(counts.x1, counts.n1, counts, s);
    const passRateRobust = meanRate(counts.x0, counts.n0, counts, s);
    const gap =
      passRateHackable === null || passRateRobust === null ? null : passRateHackable - passRateRobust;
    return {
      stratum,
      hackable: n1[s],
      robust: n0[s],
      weight: total === 0 ? 0 : weights[s] / total,
      passRateHackable,
      passRateRobust,
      gap,
      ...interval(s),
    };
  });
}

/** Status and solve rate of every task. */
export function summariseTasks(sample: Sample): TaskResult[] {
  return sample.leaderboard.tasks.map((task, t) => ({
    task: task.id,
    stratum: task.stratum,
    status: task.status,
    solveRate: sample.rates.modelsRun[t] === 0 ? null : sample.rates.solveRate[t],
  }));
}

/** Mean over models of an arm's pass rate in one stratum. */
function meanRate(x: Float64Array, n: Float64Array, counts: ArmCounts, stratum: number): number | null {
  let sum = 0;
  let models = 0;
  for (let m = 0; m < counts.models; m++) {
    const at = m * counts.strata + stratum;
    if (n[at] === 0) continue;
    sum += x[at] / n[at];
    models++;
  }
  return models === 0 ? null : sum / models;
}

function saturatedArms(counts: ArmCounts): number {
  const { x1, n1, x0, n0 } = counts;
  let saturated = 0;
  for (let at = 0; at < n1.length; at++) {
    if (n1[at] === 0 || n0[at] === 0) continue;
    if (x1[at] === 0 || x1[at] === n1[at]) saturated++;
    if (x0[at] === 0 || x0[at] === n0[at]) saturated++;
  }
  return saturated;
}
