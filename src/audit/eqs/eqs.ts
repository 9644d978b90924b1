/** Environment quality score of every task: components, score, decision, and how firm the decision is. */
import type { Leaderboard } from '../../leaderboard/types.ts';
import { listSome } from '../../read/messages.ts';
import { withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import type { CandidateRow } from '../hackability/tables.ts';
import { type ClusteredEstimate, clusteredMean, SHARE } from '../intervals/clustered.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult } from '../types.ts';
import type { TestResultRow } from '../verifiers/tables.ts';
import { uniqueTestResults } from '../verifiers/unique.ts';
import { type Bootstrap, bootstrapTask, componentsOf } from './bootstrap.ts';
import {
  COMPONENT_NAMES,
  type ComponentName,
  DEFAULT_FORMULAS,
  FORMULA_TEXTS,
  type Formulas,
} from './components.ts';
import * as say from './messages.ts';
import {
  type Components,
  checkRule,
  DEFAULT_THRESHOLDS,
  DEFAULT_WEIGHTS,
  type Decision,
  decide,
  type EqsWeights,
  score,
  scoreBounds,
  type Thresholds,
} from './score.ts';
import type { JudgementRow } from './tables.ts';
import { gatherEvidence, type TaskEvidence } from './task-evidence.ts';
import { decisionsOverGrid, type WeightGrid } from './weight-grid.ts';

export interface EqsEvidence {
  readonly candidates?: readonly Placed<CandidateRow>[];
  readonly verifiers?: readonly Placed<TestResultRow>[];
  readonly judgements?: readonly Placed<JudgementRow>[];
  readonly leaderboard?: Leaderboard | null;
}

export interface EqsOptions extends AuditOptions {
  readonly weights?: EqsWeights;
  readonly thresholds?: Thresholds;
  /** Own formulas for any component. */
  readonly formulas?: Partial<Formulas>;
  /** Bootstrap draws a task (default 1000). */
  readonly draws?: number;
  readonly gridStep?: number;
  readonly gridReach?: number;
}

export interface TaskEqs {
  readonly task: string;
  readonly components: Components;
  readonly missing: readonly ComponentName[];
  readonly eqs: number | null;
  readonly decision: Decision | null;
  /** Between them lies the score, whatever the missing components are. */
  readonly bounds: { readonly lower: number; readonly upper: number };
  readonly bootstrap: Bootstrap | null;
}

export interface EqsResult extends PartResult {
  readonly part: 'eqs';
  readonly weights: EqsWeights;
  readonly thresholds: Thresholds;
  readonly formulas: Readonly<Record<ComponentName, string>>;
  /** Ranked: highest score first, tasks without a score last. */
  readonly tasks: readonly TaskEqs[];
  readonly decisions: Readonly<Record<Decision, number>>;
  readonly mean: ClusteredEstimate;
  readonly grid: WeightGrid;
}

/**
 * EQS(t) = w_V V + w_H (1 - H) + w_F1 F1 + w_D D with KEEP above 0.70, DROP below 0.40 and FIX between
 * (Rajan 2026, arXiv:2606.16062: weights 0.35, 0.30, 0.20, 0.15, not tuned). The published text does not give the
 * formulas of V and D; ours stand in `formulas` and can be replaced.
 *
 * Uncertainty: percentile bootstrap over the candidates of each task, and decisions over a grid of weights around
 * the chosen ones. A task that lacks a component has `missing`, EQS null and bounds; weights are never rescaled.
 *
 * @throws InputError on contradictory rows, weights that don't sum to 1, thresholds out of order.
 * @example V 0.9, H 0.25, F1 0.8, D 0.64 (p 0.2 or 0.8) give EQS 0.796, KEEP
 */
export function eqs(evidence: EqsEvidence, options: EqsOptions = {}): EqsResult {
  const { level, seed } = resolveOptions(options);
  const { weights = DEFAULT_WEIGHTS, thresholds = DEFAULT_THRESHOLDS, draws = 1000 } = options;
  checkRule(weights, thresholds);
  const formulas: Formulas = { ...DEFAULT_FORMULAS, ...options.formulas };
  const candidates = withoutDuplicates('candidates', evidence.candidates ?? [], ['task', 'candidate']);
  const verifiers = uniqueTestResults(evidence.verifiers ?? []);
  const judgements = withoutDuplicates('judgements', evidence.judgements ?? [], ['task', 'item', 'judge']);
  const gathered = gatherEvidence({
    candidates: candidates.rows,
    verifiers: verifiers.rows,
    judgements: judgements.rows,
    leaderboard: evidence.leaderboard ?? null,
  });
  const tasks = gathered.map((task): TaskEqs => {
    const components = componentsOf(task, formulas);
    const value = score(components, weights);
    return {
      task: task.task,
      components,
      missing: COMPONENT_NAMES.filter((name) => components[name] === null && weights[name] > 0),
      eqs: value,
      decision: value === null ? null : decide(value, thresholds),
      bounds: scoreBounds(components, weights),
      bootstrap:
        value === null
          ? null
          : bootstrapTask(task, { formulas, weights, thresholds }, { level, seed, draws }),
    };
  });
  const scored = tasks.filter((task) => task.eqs !== null);
  const decisions: Record<Decision, number> = { KEEP: 0, FIX: 0, DROP: 0 };
  for (const task of scored) decisions[task.decision as Decision]++;
  const mean = clusteredMean(
    scored.map((task) => ({ n: 1, sum: task.eqs as number })),
    level,
    'task',
    SHARE,
  );
  const own = (name: ComponentName) => options.formulas?.[name] !== undefined;
  return {
    part: 'eqs',
    level,
    counts: { tasks: tasks.length, scored: scored.length, ...decisions },
    dropped: [...candidates.dropped, ...verifiers.dropped, ...judgements.dropped],
    weights,
    thresholds,
    formulas: {
      V: own('V') ? 'own formula' : FORMULA_TEXTS.V,
      H: own('H') ? 'own formula' : FORMULA_TEXTS.H,
      F1: own('F1') ? 'own formula' : FORMULA_TEXTS.F1,
      D: own('D') ? 'own formula' : FORMULA_TEXTS.D,
    },
    tasks: [...tasks].sort((a, b) => (b.eqs ?? -1) - (a.eqs ?? -1)),
    decisions,
    mean,
    grid: decisionsOverGrid(tasks, weights, thresholds, options.gridStep, options.gridReach),
    warnings: warningsOf(tasks, gathered, evidence.leaderboard ?? null),
  };
}

function warningsOf(
  tasks: readonly TaskEqs[],
  gathered: readonly TaskEvidence[],
  leaderboard: Leaderboard | null,
): string[] {
  const warnings: string[] = [];
  if (leaderboard === null) warnings.push(say.noLeaderboard());
  for (const name of COMPONENT_NAMES) {
    const without = tasks.filter((task) => task.missing.includes(name)).map((task) => task.task);
    if (without.length > 0) warnings.push(say.missingComponent(name, without.length, listSome(without)));
  }
  const absent = gathered.filter((task) => task.passRate === null).map((task) => task.task);
  if (leaderboard !== null && absent.length > 0) {
    warnings.push(say.notOnLeaderboard(absent.length, listSome(absent)));
  }
  const differing = gathered.flatMap(({ task, attacks, patches }) => {
    const wrong = new Set(attacks.map((attack) => attack.id));
    return patches
      .filter((patch) => patch.correct && wrong.has(patch.id))
      .map((patch) => `${task}/${patch.id}`);
  });
  if (differing.length > 0) warnings.push(say.truthDiffers(differing.length, listSome(differing)));
  const bare = tasks.filter((task) => task.bootstrap !== null && task.bootstrap.interval === null);
  if (bare.length > 0) warnings.push(say.noInterval(bare.length, listSome(bare.map((task) => task.task))));
  return warnings;
}
