/**
 *   leaderboard -> plan (strata, robust tasks) -> scores (raw, corrected, inflation) -> intervals, pooling
 *                                                       \-> paired bootstrap -> ranks, tiers
 */
import { excludeTasks } from '../../analysis/exclusions.ts';
import { hasStrata } from '../../analysis/verdict.ts';
import { missingAsFail, passAtOneModels, selectModels } from '../../leaderboard/filter.ts';
import { inCanonicalOrder } from '../../leaderboard/order.ts';
import { rateAt } from '../../leaderboard/outcomes.ts';
import type { Leaderboard } from '../../leaderboard/types.ts';
import { blup } from '../../meta/blup.ts';
import { VERSION } from '../../version.ts';
import { bootstrapScores } from './bootstrap.ts';
import * as messages from './messages.ts';
import { resolveDeflateOptions } from './options.ts';
import { type DeflatePlan, deflatePlan } from './plan.ts';
import { kendallDistance, pairSpread, type Ranking, rankIntervals, shareAhead } from './ranking.ts';
import {
  correctedParts,
  deflateScores,
  differenceParts,
  inflationParts,
  type Scores,
  spreadOf,
} from './scores.ts';
import type { DeflatedModel, DeflateOptions, Deflation, Spread } from './types.ts';

/** Fewer robust tasks than this deserve a word. */
const FEW_TASKS = 20;

/**
 * The leaderboard with the part that hackable tasks add taken off: corrected pass rates with intervals, ranks before and
 * after with intervals, tiers, and the order of neighbours.
 *
 * What is estimated, and how: `deflateScores` (scores and variances), `bootstrapScores` and `rankIntervals` (ranks).
 * The intervals are over tasks like these, models held. Partial pooling is the BLUP of REML with models as independent;
 * shared tasks make its tau2 too small, so it draws too much towards the mean: read it beside the raw one.
 *
 * Units: proportions; level in percent. Ties: tied models share a rank, and count as one half in distances.
 * Edge cases: no robust task, or no model that ran them all over: nulls with the reason in `warnings`.
 * Same leaderboard, options and seed give the same value, whatever the order of models and tasks.
 *
 * @throws InputError on an option out of its range
 * @example
 * // One stratum, one model: hackable 1, 1, robust 1, 0, 0, 0. raw = 3/6, corrected = 1/4, inflation = 1/4
 */
export function deflate(
  given: Leaderboard,
  options: Partial<DeflateOptions> = {},
  title?: string,
): Deflation {
  const chosen = resolveDeflateOptions(options);
  const leaderboard = chooseBoard(inCanonicalOrder(given), chosen);
  const { models, tasks, outcomes } = leaderboard;
  const plan = deflatePlan(tasks, chosen.stratify);
  const scores = deflateScores(outcomes, plan);
  const ranked = models.flatMap((_, m) => (Number.isNaN(scores.corrected[m]) ? [] : [m]));
  const ofStatus = (status: string) => tasks.filter((task) => task.status === status).length;
  const [hackable, robust] = [ofStatus('hackable'), ofStatus('robust')];
  const counts = {
    models: models.length,
    ranked: ranked.length,
    tasks: tasks.length,
    hackable,
    robust,
    unknown: tasks.length - hackable - robust,
  };
  const covered = plan.covered.reduce((sum, s) => sum + plan.strata[s].tasks, 0) / Math.max(1, tasks.length);
  const order = ranking(plan, scores, ranked, chosen);
  const rows = models
    .map((_, m) => modelRow(leaderboard, plan, scores, m, chosen.level))
    .map((row, m) => ({ ...row, ...order.get(m) }));
  const pooled = pooledInflation(scores, ranked);
  const sorted = [...models.keys()].sort(
    (a, b) =>
      (Number.isNaN(scores.corrected[a]) ? 1 : 0) - (Number.isNaN(scores.corrected[b]) ? 1 : 0) ||
      scores.corrected[b] - scores.corrected[a] ||
      a - b,
  );
  const pick = (values: Float64Array) => ranked.map((m) => values[m]);
  const result: Omit<Deflation, 'verdict'> = {
    schema: 'passgap-deflate-1',
    version: VERSION,
    title: title ?? 'Leaderboard without hackable tasks',
    options: chosen,
    estimand: messages.estimand(hasStrata(plan.strata), counts, covered),
    counts,
    strata: plan.strata,
    covered,
    mean: meanInflation(scores, ranked, chosen.level),
    models: sorted.map((m) => ({ ...rows[m], pooledInflation: pooled.get(m) ?? null })),
    kendall: kendallDistance(pick(scores.raw), pick(scores.corrected)),
    warnings: warningsOf(plan, counts, scores),
  };
  return { ...result, verdict: messages.verdict(result) };
}

function chooseBoard(whole: Leaderboard, options: DeflateOptions): Leaderboard {
  const kept = options.attempts === '1' ? selectModels(whole, passAtOneModels(whole)) : whole;
  return excludeTasks(options.missing === 'fail' ? missingAsFail(kept) : kept, options.exclude);
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
const NO_SPREAD: Spread = { se: null, df: null, ciLower: null, ciUpper: null };

function modelRow(
  { models, outcomes }: Leaderboard,
  plan: DeflatePlan,
  scores: Scores,
  m: number,
  level: number,
): DeflatedModel {
  const [raw, corrected, inflation] = [scores.raw[m], scores.corrected[m], scores.inflation[m]];
  const isRanked = !Number.isNaN(corrected);
  const lacking = plan.robust.find((cell) => cell.tasks.every((t) => Number.isNaN(rateAt(outcomes, m, t))));
  return {
    model: models[m].id,
    label: models[m].label,
    raw: known(raw),
    tasksRun: scores.tasksRun[m],
    rawAudited: known(scores.rawAudited[m]),
    corrected: known(corrected),
    correctedInterval: isRanked ? spreadOf(corrected, correctedParts(scores, m), level) : NO_SPREAD,
    inflation: known(inflation),
    inflationInterval: isRanked ? spreadOf(inflation, inflationParts(scores, [m]), level) : NO_SPREAD,
    selection: known(raw - scores.rawAudited[m]),
    difference: known(raw - corrected),
    differenceInterval: isRanked ? spreadOf(raw - corrected, differenceParts(scores, m), level) : NO_SPREAD,
    pooledInflation: null,
    rankRaw: null,
    rank: null,
    tierRaw: null,
    tier: null,
    aheadOfNext: null,
    reason: isRanked
      ? null
      : lacking === undefined
        ? messages.noRobust()
        : messages.noRobustOutcome(plan.strata[lacking.stratum].stratum),
  };
}

function meanInflation(scores: Scores, ranked: readonly number[], level: number): Deflation['mean'] {
  if (ranked.length === 0) return null;
  const mean = (values: Float64Array) => ranked.reduce((sum, m) => sum + values[m], 0) / ranked.length;
  const inflation = mean(scores.inflation);
  return {
    raw: mean(scores.raw),
    rawAudited: mean(scores.rawAudited),
    corrected: mean(scores.corrected),
    inflation,
    ...spreadOf(inflation, inflationParts(scores, ranked), level),
  };
}

/** BLUPs by model; those without a variance keep none. */
function pooledInflation(scores: Scores, ranked: readonly number[]): Map<number, number> {
  const rows = ranked.flatMap((m) => {
    const variance = inflationParts(scores, [m]).reduce((sum, part) => sum + part.variance, 0);
    return variance > 0 ? [{ m, yi: scores.inflation[m], vi: variance }] : [];
  });
  if (rows.length < 2) return new Map();
  const fit = blup(
    { yi: rows.map(({ yi }) => yi), vi: rows.map(({ vi }) => vi) },
    { method: 'REML', test: 'z' },
  );
  return new Map(fit.map(({ row, estimate }) => [rows[row - 1].m, estimate]));
}

type Ranks = Pick<DeflatedModel, 'rankRaw' | 'rank' | 'tierRaw' | 'tier' | 'aheadOfNext'>;

/** Ranks before and after, by model; models without a corrected score are in neither. */
function ranking(
  plan: DeflatePlan,
  scores: Scores,
  ranked: readonly number[],
  { draws, seed, level }: DeflateOptions,
): Map<number, Ranks> {
  if (ranked.length === 0) return new Map();
  const deviations = bootstrapScores(scores, ranked, draws, seed);
  const { all, robust } = scores.layouts;
  const size = plan.all.reduce((sum, cell) => sum + cell.tasks.length, 0);
  const floor = (cells: readonly { readonly tasks: Int32Array }[], weight: (c: number) => number) =>
    cells.reduce((sum, cell, c) => sum + (weight(c) / (cell.tasks.length + 2)) ** 2, 0);
  const degrees = (cells: readonly { readonly tasks: Int32Array }[]) =>
    cells.reduce((sum, cell) => sum + cell.tasks.length - 1, 0);
  const rank = (values: Float64Array, of: 'raw' | 'corrected'): Ranking & { own: number[] } => {
    const own = ranked.map((m) => values[m]);
    const spread =
      of === 'raw'
        ? pairSpread(
            scores.rawRows,
            all.columns,
            ranked,
            floor(plan.all, (c) => plan.all[c].tasks.length / size),
          )
        : pairSpread(
            scores.correctedRows,
            robust.columns,
            ranked,
            floor(plan.robust, (c) => plan.weights[c]),
          );
    const found = rankIntervals({
      scores: own,
      deviations: deviations[of],
      draws,
      pairSe: spread.plain,
      pairSeSmoothed: spread.smoothed,
      df: degrees(of === 'raw' ? plan.all : plan.robust),
      level,
    });
    return { ...found, own };
  };
  const before = rank(scores.raw, 'raw');
  const after = rank(scores.corrected, 'corrected');
  const order = [...ranked.keys()].sort((a, b) => after.own[b] - after.own[a] || a - b);
  const ahead = new Map(
    order
      .slice(0, -1)
      .map((i, at) => [i, shareAhead(after.own, deviations.corrected, draws, i, order[at + 1])]),
  );
  return new Map(
    ranked.map((m, i) => [
      m,
      {
        rankRaw: before.ranks[i],
        rank: after.ranks[i],
        tierRaw: before.tiers[i],
        tier: after.tiers[i],
        aheadOfNext: ahead.get(i) ?? null,
      },
    ]),
  );
}

function warningsOf(plan: DeflatePlan, counts: Deflation['counts'], scores: Scores): string[] {
  if (counts.robust === 0) return [messages.noRobust()];
  const warnings: string[] = [];
  const open = plan.strata.filter((stratum) => stratum.robust === 0);
  const inside = plan.strata.filter((stratum) => stratum.robust > 0);
  const names = (strata: typeof inside) => strata.map(({ stratum }) => stratum);
  if (open.length > 0) warnings.push(messages.uncovered(open));
  const lone = inside.filter(({ robust }) => robust === 1);
  if (lone.length > 0) warnings.push(messages.loneRobust(names(lone)));
  const clean = inside.filter(({ hackable }) => hackable === 0);
  if (clean.length > 0) warnings.push(messages.noHackable(names(clean)));
  if (counts.robust < FEW_TASKS) warnings.push(messages.fewRobust(counts.robust));
  if (counts.ranked === 0) warnings.push(messages.noneRanked());
  else if (counts.ranked < counts.models) warnings.push(messages.notRanked(counts.models - counts.ranked));
  const unequal = scores.tasksRun.filter((run) => run < counts.tasks).length;
  if (unequal > 0) warnings.push(messages.unequalRuns(unequal));
  return warnings;
}
