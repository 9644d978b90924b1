/**
 * Made-up analyses for the tests of the report. Outcomes are drawn at random and summed up with short formulas of
 * this file's own; the figures mean nothing. What they have is the shape, and every awkward kind of it.
 */
import { type CellGrid, packCells } from '../../src/analysis/cells.ts';
import { DEFAULT_OPTIONS } from '../../src/analysis/options.ts';
import type {
  Analysis,
  ModelResult,
  Moderator,
  PooledFit,
  SharedTasks,
  StratumSummary,
  TaskResult,
} from '../../src/analysis/types.ts';
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import { fitMeta } from '../../src/meta/fit.ts';
import { type RandomStream, randomStream } from '../../src/stats/random.ts';
import { grid, method, STRATA, standsOn } from './made-up-choices.ts';

export interface MadeUp {
  readonly models?: number;
  readonly tasks?: number;
  readonly seed?: number;
  /** Name of model m. */
  readonly name?: (m: number) => string;
  /** Name of task t. */
  readonly taskName?: (t: number) => string;
}

const FAMILIES = ['anthropic', 'openai', 'google', 'open weights', null];

/** An analysis of `models` x `tasks` made-up outcomes. */
export function makeAnalysis({ models = 20, tasks = 49, seed = 7, name, taskName }: MadeUp = {}): Analysis {
  const stream = randomStream(seed, 'made-up');
  const board = drawTasks(tasks, stream, taskName);
  const people = Array.from({ length: models }, (_, m) => drawModel(m, board, stream, name));
  const pooled = pool(people.filter((model) => model.vi !== null && model.vi > 0));
  const weighted = people.map((model) => ({
    ...model,
    weight: model.vi === null || model.vi === 0 ? null : (100 / model.vi) * inverseSum(people),
  }));
  const strata = STRATA.map((stratum) => summarise(stratum, board, stream));
  return {
    schema: 'passgap-analysis-1',
    version: '0.0.0',
    title: 'Made-up leaderboard',
    options: DEFAULT_OPTIONS,
    estimand: 'Made-up data: mean gap in pass rate between hackable and robust tasks of the same difficulty.',
    verdict: 'Made-up data: this sentence stands where the verdict stands.',
    counts: {
      models,
      modelsUsed: models,
      modelsDropped: [],
      tasks,
      audited: tasks,
      hackable: board.filter((task) => task.status === 'hackable').length,
      robust: board.filter((task) => task.status === 'robust').length,
      ambiguous: 0,
      excluded: 0,
      unaudited: 0,
      inContrast: tasks,
      outOfContrast: 0,
      missingCells: 0,
      saturatedArms: 3,
      saturatedModels: 0,
      correctedTables: 0,
      neverSolved: 2,
      alwaysSolved: 1,
      neverRun: 0,
      attempts: { one: Math.ceil(models / 2), more: Math.floor(models / 2), unknown: 0 },
    },
    strata,
    models: weighted,
    tasks: board,
    cells: outcomes(models, board, stream),
    unstratified: { meanGap: 0.2 },
    pooled,
    sharedTasks: widen(pooled),
    heterogeneity: null,
    permutation: permutation(pooled.estimate ?? 0, stream),
    crossed: null,
    resampling: null,
    signTest: sign(weighted),
    wilcoxon: { n: models, zero: 0, statistic: 12, p: 0.004, pGreater: 0.002, exact: false, log10P: -2.4 },
    moderators: [moderator('family', weighted), moderator('era', weighted)],
    sensitivity: grid(pooled),
    robustness: standsOn(pooled.estimate, board),
    calibration: {
      draws: 400,
      level: 95,
      hackable: 14,
      audited: 49,
      seed,
      trueSpread: 0.086,
      methods: [
        method('independence z', 328),
        method('sign test', 324, true),
        method('task-aware t', 20),
        method('permutation', 16, true),
      ],
      shareI2Zero: 0.98,
      from: 'leaderboard',
      strata: STRATA.map((stratum) => ({ stratum, tasks: 100, audited: 12, hackable: 3 })),
      truth: 0,
      estimateMean: 0,
      interrupted: false,
      warnings: [],
    },
    provenance: {
      inputs: [{ role: 'outcomes', source: 'made-up.csv', sha256: 'ab'.repeat(32) }],
      command: 'passgap analyze --outcomes made-up.csv --flags made-up-flags.csv',
      notes: ['Made-up data.'],
    },
    warnings: ['Made-up data: the figures mean nothing.'],
  };
}

function drawTasks(tasks: number, stream: RandomStream, taskName?: (t: number) => string): TaskResult[] {
  return Array.from({ length: tasks }, (_, t) => {
    const stratum = t % 10 < 4 ? 0 : t % 10 < 8 ? 1 : t % 10 < 9 ? 2 : 3;
    return {
      task: taskName?.(t) ?? `made__up-${1000 + t}`,
      stratum: STRATA[stratum],
      status: stream.uniform() < 0.3 ? ('hackable' as const) : ('robust' as const),
      solveRate: Math.min(1, Math.max(0, 0.75 - 0.2 * stratum + 0.25 * stream.normal())),
    };
  });
}

/** Cells of their own: they don't add up to the rates of the models. */
function outcomes(models: number, board: readonly TaskResult[], stream: RandomStream): CellGrid {
  const builder = outcomesBuilder(models, board.length);
  for (let m = 0; m < models; m++) {
    board.forEach((task, t) => {
      builder.set(m, t, stream.uniform() < (task.solveRate ?? 0) ? 1 : 0, 1);
    });
  }
  return packCells(builder.build());
}

function drawModel(
  m: number,
  board: readonly TaskResult[],
  stream: RandomStream,
  name?: (m: number) => string,
): ModelResult {
  const ability = stream.uniform() - 0.5;
  const rate = (status: string) => {
    const own = board.filter((task) => task.status === status);
    const passed = own.filter((task) => stream.uniform() < (task.solveRate ?? 0) + ability * 0.6).length;
    return own.length === 0 ? null : passed / own.length;
  };
  const hackable = rate('hackable');
  const robust = rate('robust');
  const yi = hackable === null || robust === null ? null : hackable - robust;
  const vi = yi === null ? null : 0.012 + 0.006 * stream.uniform();
  const half = 1.96 * Math.sqrt(vi ?? 0);
  const id = name?.(m) ?? `2025${String((m % 12) + 1).padStart(2, '0')}01_made_up_model_${m + 1}`;
  return {
    model: `${m}-${id}`,
    label: id,
    date: `${2023 + (m % 3)}-${String((m % 12) + 1).padStart(2, '0')}-01`,
    family: FAMILIES[m % FAMILIES.length],
    attempts: m % 2 === 0 ? '1' : '2+',
    yi,
    vi,
    ciLower: yi === null ? null : yi - half,
    ciUpper: yi === null ? null : yi + half,
    weight: null,
    passRate: hackable === null || robust === null ? null : 0.3 * hackable + 0.7 * robust,
    passRateFlagged: hackable,
    passRateRobust: robust,
    tasksRun: board.length,
  };
}

const inverseSum = (models: readonly ModelResult[]): number =>
  1 / models.reduce((sum, { vi }) => sum + (vi === null || vi === 0 ? 0 : 1 / vi), 0);

/** DerSimonian-Laird with a z interval. */
function pool(models: readonly ModelResult[]): PooledFit {
  const fit = fitMeta(
    { yi: models.map((model) => model.yi), vi: models.map((model) => model.vi) },
    { method: 'DL', test: 'z', level: 95 },
  );
  const { rows: _r, slab: _s, weights: _w, dropped: _d, alternatives: _a, ...rest } = fit;
  return { ...rest, measure: 'RD' };
}

/** A task-aware interval seven times as wide. */
function widen(pooled: PooledFit): SharedTasks | null {
  if (pooled.estimate === null || pooled.se === null) return null;
  const se = 7 * pooled.se;
  return {
    measure: pooled.measure,
    generalise: 'tasks',
    estimate: pooled.estimate,
    se,
    df: 35.24,
    ciLower: pooled.estimate - 2.03 * se,
    ciUpper: pooled.estimate + 2.03 * se,
    statistic: pooled.estimate / se,
    p: 0.11,
    log10P: Math.log10(0.11),
    designEffect: 49,
    effectiveModels: pooled.k / 49,
    borrowedCells: 1,
    varianceTasks: se * se,
    varianceModels: null,
    varianceCells: null,
    warnings: [],
  };
}

function permutation(observed: number, stream: RandomStream): Analysis['permutation'] {
  const counts = new Array<number>(40).fill(0);
  const edges = Array.from({ length: 41 }, (_, i) => -0.4 + 0.02 * i);
  let beyond = 0;
  for (let draw = 0; draw < 2000; draw++) {
    const value = 0.09 * stream.normal();
    if (Math.abs(value) >= Math.abs(observed)) beyond++;
    counts[Math.min(39, Math.max(0, Math.floor((value + 0.4) / 0.02)))]++;
  }
  return {
    statistic: 'pooled gap, DL; flags shuffled within strata in 2,000 made-up draws',
    observed,
    p: (1 + beyond) / 2001,
    pGreater: (1 + beyond / 2) / 2001,
    permutations: 2000,
    exact: false,
    log10Arrangements: 10.2,
    smallestP: 1 / 2001,
    interrupted: false,
    ciLower: observed - 0.2,
    ciUpper: observed + 0.2,
    histogram: { edges, counts },
    nullMean: 0,
    nullSd: 0.09,
    warnings: [],
  };
}

function sign(models: readonly ModelResult[]): Analysis['signTest'] {
  const signs = models.map((model) => Math.sign(model.yi ?? 0));
  const positive = signs.filter((s) => s > 0).length;
  const negative = signs.filter((s) => s < 0).length;
  return {
    positive,
    negative,
    zero: signs.length - positive - negative,
    p: 1e-5,
    pGreater: 5e-6,
    log10P: -5,
  };
}

function moderator(name: 'family' | 'era', models: readonly ModelResult[]): Moderator {
  const level = (model: ModelResult) =>
    (name === 'family' ? model.family : model.date?.slice(0, 4)) ?? 'not said';
  const names = [...new Set(models.map(level))].sort();
  return {
    name,
    levels: names.map((each) => {
      const own = models.filter((model) => level(model) === each && model.vi !== null);
      const pooled = own.length < 2 ? null : pool(own);
      return {
        level: each,
        k: own.length,
        pooled,
        sharedTasks: pooled && widen(pooled),
        p: 0.2,
        pAdjusted: 0.5,
      };
    }),
    qBetween: names.length < 2 ? null : 1.2,
    qBetweenDf: names.length < 2 ? null : names.length - 1,
    qBetweenP: names.length < 2 ? null : 0.55,
    permutationP: null,
    warnings: [],
  };
}

function summarise(stratum: string, board: readonly TaskResult[], stream: RandomStream): StratumSummary {
  const own = board.filter((task) => task.stratum === stratum);
  const mean = (status: string) => {
    const rates = own.filter((task) => task.status === status).map((task) => task.solveRate ?? 0);
    return rates.length === 0 ? null : rates.reduce((sum, r) => sum + r, 0) / rates.length;
  };
  const passRateHackable = mean('hackable');
  const passRateRobust = mean('robust');
  const gap = passRateHackable === null || passRateRobust === null ? null : passRateHackable - passRateRobust;
  const half = 0.1 + 0.2 * stream.uniform();
  return {
    stratum,
    hackable: own.filter((task) => task.status === 'hackable').length,
    robust: own.filter((task) => task.status === 'robust').length,
    weight: gap === null ? 0 : 1 / STRATA.length,
    passRateHackable,
    passRateRobust,
    gap,
    ciLower: gap === null ? null : gap - half,
    ciUpper: gap === null ? null : gap + half,
  };
}
