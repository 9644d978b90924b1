/**
 * The whole audit: every part that has its evidence, and at the end the analysis of the leaderboard.
 *
 *   evidence -> parts (each a pure function)
 *            \-> flags -> leaderboard -> analyze
 */
import { analyze, type Labels } from '../analysis/analyze.ts';
import type { AnalyzeOptions } from '../analysis/options.ts';
import type { Runtime } from '../analysis/runtime.ts';
import type { Analysis } from '../analysis/types.ts';
import type { Leaderboard } from '../leaderboard/types.ts';
import { listSome } from '../read/messages.ts';
import * as say from './all-messages.ts';
import { type EqsOptions, type EqsResult, eqs } from './eqs/eqs.ts';
import { type EvidenceRows, PARTS } from './evidence/registry.ts';
import { type GateResult, gate } from './gate/gate.ts';
import { type HackabilityResult, hackability } from './hackability/hackability.ts';
import { type JudgesOptions, type JudgesResult, judges } from './judges/judges.ts';
import { type MonitorEvidence, type MonitorOptions, type MonitorResult, monitor } from './monitor/monitor.ts';
import { resolveOptions } from './options.ts';
import { type RewardOptions, type RewardResult, reward } from './reward/reward.ts';
import { type AuditOptions, PART_NAMES, type PartName } from './types.ts';
import { type VerifiersOptions, type VerifiersResult, verifiers } from './verifiers/verifiers.ts';

export interface AuditEvidence extends EvidenceRows {
  /** A second run of the monitor's trajectories. */
  readonly trajectoriesAfter?: MonitorEvidence['after'];
  /** Outcomes; may carry flags of its own, which count where there are no candidates. */
  readonly leaderboard?: Leaderboard | null;
}

export interface PartResults {
  readonly hackability: HackabilityResult;
  readonly eqs: EqsResult;
  readonly gate: GateResult;
  readonly verifiers: VerifiersResult;
  readonly monitor: MonitorResult;
  readonly judges: JudgesResult;
  readonly reward: RewardResult;
}

export interface AuditAllOptions extends AuditOptions {
  readonly eqs?: EqsOptions;
  readonly verifiers?: VerifiersOptions;
  readonly monitor?: MonitorOptions;
  readonly judges?: JudgesOptions;
  readonly reward?: RewardOptions;
  readonly analysis?: Partial<AnalyzeOptions>;
  /** Title and provenance of the analysis. */
  readonly labels?: Labels;
}

export interface AuditAll {
  readonly schema: 'passgap-audit-1';
  readonly level: number;
  readonly seed: number;
  /** null: the part did not run, and `skipped` says why. */
  readonly parts: { readonly [P in PartName]: PartResults[P] | null };
  readonly skipped: readonly { readonly part: PartName | 'leaderboard'; readonly reason: string }[];
  /** Where the flags of the analysis came from. */
  readonly flagsFrom: 'candidates' | 'flags' | null;
  readonly analysis: Analysis | null;
  readonly warnings: readonly string[];
}

/** Runs one part on the evidence, or says what it lacks. */
export function runPart<P extends PartName>(
  part: P,
  evidence: AuditEvidence,
  options: AuditAllOptions = {},
): { result: PartResults[P] | null; reason: string | null } {
  const { needs } = PARTS[part];
  if (!needs.some((table) => (evidence[table]?.length ?? 0) > 0))
    return { result: null, reason: say.lacks(needs) };
  const common = { level: options.level, seed: options.seed };
  const run: { [K in PartName]: () => PartResults[K] } = {
    hackability: () => hackability({ candidates: evidence.candidates ?? [], tasks: evidence.tasks }, common),
    eqs: () => eqs(evidence, { ...common, ...options.eqs }),
    gate: () => gate({ gate: evidence.gate ?? [] }, common),
    verifiers: () => verifiers(evidence, { ...common, ...options.verifiers }),
    monitor: () =>
      monitor(
        { trajectories: evidence.trajectories ?? [], after: evidence.trajectoriesAfter },
        { ...common, ...options.monitor },
      ),
    judges: () => judges(evidence, { ...common, ...options.judges }),
    reward: () => reward(evidence, { ...common, ...options.reward }),
  };
  return { result: run[part](), reason: null };
}

/**
 * Runs every part that has its evidence, then analyses the leaderboard with the flags of the candidates (or its own
 * flags where there are no candidates). What can't run is in `skipped` with the reason; nothing is left out silently.
 *
 * @throws InputError at the first fault of any evidence.
 */
export async function auditAll(
  evidence: AuditEvidence,
  options: AuditAllOptions = {},
  runtime?: Runtime,
): Promise<AuditAll> {
  const { level, seed } = resolveOptions(options);
  const parts: Record<PartName, PartResults[PartName] | null> = {
    hackability: null,
    eqs: null,
    gate: null,
    verifiers: null,
    monitor: null,
    judges: null,
    reward: null,
  };
  const skipped: { part: PartName | 'leaderboard'; reason: string }[] = [];
  for (const part of PART_NAMES) {
    const { result, reason } = runPart(part, evidence, options);
    parts[part] = result;
    if (reason !== null) skipped.push({ part, reason });
  }
  const done = parts as AuditAll['parts'];
  const { leaderboard = null } = evidence;
  const flagged =
    leaderboard === null ? null : flagLeaderboard(leaderboard, done.hackability, evidence.tasks ?? []);
  if (flagged === null) skipped.push({ part: 'leaderboard', reason: say.noOutcomes() });
  else if (flagged.from === null) skipped.push({ part: 'leaderboard', reason: say.noFlags() });
  const analysis =
    flagged === null || flagged.from === null
      ? null
      : await analyze(
          flagged.leaderboard,
          { level, seed, ...options.analysis },
          { title: say.title(), ...options.labels },
          runtime,
        );
  return {
    schema: 'passgap-audit-1',
    level,
    seed,
    parts: done,
    skipped,
    flagsFrom: flagged?.from ?? null,
    analysis,
    warnings: flagged?.warnings ?? [],
  };
}

/** The leaderboard with the statuses of the audit and, where the tasks table has them, its strata. */
export function flagLeaderboard(
  leaderboard: Leaderboard,
  audit: HackabilityResult | null,
  tasks: NonNullable<EvidenceRows['tasks']>,
): { leaderboard: Leaderboard; from: AuditAll['flagsFrom']; warnings: string[] } {
  const statuses = new Map((audit?.tasks ?? []).map((task) => [task.task, task]));
  const strata = new Map(tasks.map((row) => [row.task, row.stratum ?? row.difficulty]));
  const own = leaderboard.tasks.some((task) => task.status !== 'unaudited');
  const known = new Set(leaderboard.tasks.map((task) => task.id));
  const absent = [...statuses.keys()].filter((task) => !known.has(task));
  const flagged: Leaderboard = {
    ...leaderboard,
    tasks: leaderboard.tasks.map((task) => {
      const found = statuses.get(task.id);
      const stratum = task.stratum === '' ? (strata.get(task.id) ?? '') : task.stratum;
      if (audit === null) return { ...task, stratum };
      return { ...task, stratum, status: found?.status ?? 'unaudited', accepted: found?.accepted ?? null };
    }),
  };
  const warnings: string[] = [];
  if (absent.length > 0) warnings.push(say.notOnLeaderboard(absent.length, listSome(absent)));
  if (audit !== null && own) warnings.push(say.flagsReplaced());
  return { leaderboard: flagged, from: audit !== null ? 'candidates' : own ? 'flags' : null, warnings };
}
