/** All evidence about one task, gathered from the four sources. */
import { rateAt } from '../../leaderboard/outcomes.ts';
import type { Leaderboard } from '../../leaderboard/types.ts';
import { groupBy } from '../evidence/rows.ts';
import type { CandidateRow } from '../hackability/tables.ts';
import { isDecisive, isSuccess } from '../hackability/task-status.ts';
import type { TestResultRow } from '../verifiers/tables.ts';
import type { Attack, Judged, ScoredPatch } from './components.ts';
import type { JudgementRow } from './tables.ts';

type Identified<T> = T & { readonly id: string };

export interface TaskEvidence {
  readonly task: string;
  readonly attacks: readonly Identified<Attack>[];
  readonly patches: readonly Identified<ScoredPatch>[];
  readonly judged: readonly Identified<Judged>[];
  /** Mean pass rate over models with an outcome; null without one. */
  readonly passRate: number | null;
  /** The patches and candidates of the task, each with what is known of its truth. */
  readonly units: readonly { readonly id: string; readonly truth: boolean | null }[];
}

export interface EqsRows {
  readonly candidates: readonly CandidateRow[];
  readonly verifiers: readonly TestResultRow[];
  readonly judgements: readonly JudgementRow[];
  readonly leaderboard: Leaderboard | null;
}

/** One entry a task, in order of first appearance over the sources. */
export function gatherEvidence(rows: EqsRows): TaskEvidence[] {
  const candidates = groupBy(rows.candidates, (row) => row.task);
  const results = groupBy(rows.verifiers, (row) => row.task);
  const judgements = groupBy(rows.judgements, (row) => row.task);
  const rates = rows.leaderboard === null ? new Map<string, number>() : passRates(rows.leaderboard);
  const audited = new Set([...candidates.keys(), ...results.keys(), ...judgements.keys()]);
  // Without any audited task the leaderboard alone can score nothing; with some, its other tasks are not audited.
  return [...audited].map((task) => {
    const attacks = attacksOf(candidates.get(task) ?? []);
    const patches = patchesOf(results.get(task) ?? []);
    const judged = (judgements.get(task) ?? []).map((row) => ({
      id: row.item,
      positive: row.verdict === 'CORRECT',
      passes: row.passes,
      weight: 1,
    }));
    const truth = new Map<string, boolean | null>();
    for (const row of judged) truth.set(row.id, row.passes);
    for (const row of attacks) truth.set(row.id, false);
    for (const row of patches) truth.set(row.id, row.correct);
    const units = [...truth].map(([id, known]) => ({ id, truth: known }));
    return { task, attacks, patches, judged, passRate: rates.get(task) ?? null, units };
  });
}

function attacksOf(rows: readonly CandidateRow[]): Identified<Attack>[] {
  return rows
    .filter((row) => isDecisive(row) && row.wrong !== false && !(row.passes && row.wrong === undefined))
    .map((row) => ({ id: row.candidate, success: isSuccess(row), weight: 1 }));
}

function patchesOf(rows: readonly TestResultRow[]): Identified<ScoredPatch>[] {
  return [...groupBy(rows, (row) => row.patch)].map(([id, runs]) => ({
    id,
    correct: runs[0].correct,
    score: runs.filter((run) => run.passes).length / runs.length,
    weight: 1,
  }));
}

function passRates(leaderboard: Leaderboard): Map<string, number> {
  const rates = new Map<string, number>();
  leaderboard.tasks.forEach((task, t) => {
    let sum = 0;
    let n = 0;
    for (let m = 0; m < leaderboard.models.length; m++) {
      const rate = rateAt(leaderboard.outcomes, m, t);
      if (Number.isNaN(rate)) continue;
      sum += rate;
      n++;
    }
    if (n > 0) rates.set(task.id, sum / n);
  });
  return rates;
}
