/** How many tasks the next audit needs, and what the one at hand can show. */
import { InputError } from '../../errors.ts';
import { shareOut } from '../../inference/calibration/design.ts';
import { badAuditedSize } from '../../inference/messages.ts';
import type { Leaderboard } from '../../leaderboard/types.ts';
import { allocate } from './allocate.ts';
import { type Compositions, compositions, MOST_EXACT, SAMPLED } from './compositions.ts';
import * as messages from './messages.ts';
import { resolvePlanOptions } from './options.ts';
import { type Cells, detectableGap, failures, gapPower, plannedPower, planted, precision } from './power.ts';
import { simulatedPower } from './simulate.ts';
import { type PlanInput, planInput } from './strata.ts';
import type { AtHand, CurvePoint, Needed, Plan, PlanOptions, PlanStratum } from './types.ts';

const CURVE = 20;
/** Tasks in the smaller arm below which the t approximation is not to be relied on (docs/plan.md has the check). */
const FEW = 25;
/** Points (as a proportion) between formula and simulation that are said in a warning. */
const APART = 0.03;

/**
 * Tasks to audit so that the task-aware test finds a gap, the power of audits of every size, and the smallest gap that
 * the audit at hand finds.
 *
 * What is sampled is tasks, so power comes from the number of audited tasks and not from that of models. For n1s hackable
 * and n0s robust tasks the test is a t test of a stratified difference of mean task scores (`precision`, `gapPower`). An
 * audit does not choose how many of its tasks come out hackable: power is the mean over their binomial numbers
 * (`compositions`). Numbers are of decisive tasks: those that come out ambiguous come on top.
 *
 * `needed` is the n that bisection over 2 .. all tasks ends at: power(n) reaches the aim and power(n - 1) does not. Whole
 * tasks in strata make power dip by a little here and there, so that a smaller n just reaching it is possible.
 *
 * Each figure has a simulation beside it (`simulate` draws): audits drawn from the leaderboard's own task scores, the
 * gap planted, the test made. It needs no normal scores.
 *
 * @throws InputError on options out of range, on a share that is neither given nor in the flags
 *
 * @example
 * // 400 tasks in one stratum, half solved by all models and half by none (sd 0.5006), share 0.5, gap 0.2:
 * // z approximation n = 4 (1.96 + 0.8416)^2 0.5006^2 / 0.2^2 = 196.7; the plan says 200 (see the test)
 */
export function plan(leaderboard: Leaderboard, given: Partial<PlanOptions> = {}): Plan {
  const options = resolvePlanOptions(given);
  const input = planInput(leaderboard, options);
  const { strata } = input;
  const all = strata.reduce((sum, s) => sum + s.tasks, 0);
  const audit = auditor(input, options);
  const [alpha, aim] = [(100 - options.level) / 100, options.power / 100];
  checkReach(input, options, audit(all).expected);
  const point = (n: number): CurvePoint => {
    const { power, simulated } = audit(n);
    return { audited: n, ...power(options.gap), simulated: simulated() };
  };
  const enough = (n: number) => audit(n).power(options.gap).power >= aim;

  let needed: Needed | null = null;
  if (enough(all)) {
    let [short, reached] = [1, all];
    while (reached - short > 1) {
      const middle = Math.floor((short + reached) / 2);
      if (enough(middle)) reached = middle;
      else short = middle;
    }
    needed = { ...point(reached), strata: neededStrata(input, audit(reached).audited) };
  }
  const most = audit(all);
  const detectable = detectableGap((gap) => most.power(gap).power, aim, most.largest);
  const atHand = auditAtHand(input, options, alpha, aim);
  const sizes = Array.from({ length: CURVE }, (_, i) => Math.round(((i + 1) * all) / CURVE));
  const grid = [...sizes, needed?.audited ?? all].filter((n) => n >= 2);
  const curve = [...new Set(grid)].sort((a, b) => a - b).map(point);

  const warnings = [...input.warnings];
  const last = curve[curve.length - 1];
  if (needed === null) warnings.push(messages.notReached({ options, most: { ...last, detectable } }));
  for (const [audit, name] of [
    [needed, 'the plan'],
    [atHand, 'the audit at hand'],
  ] as const) {
    const few = audit === null ? Number.POSITIVE_INFINITY : smallerArm(audit);
    if (few < FEW) warnings.push(messages.fewTasks(name, few));
    if (audit !== null && audit.power !== null && audit.simulated !== null) {
      const apart = audit.power - audit.simulated.power;
      if (Math.abs(apart) > APART) warnings.push(messages.apart(name, apart));
    }
  }
  if (atHand !== null && atHand.power === null) warnings.push(messages.noTestAtHand());
  if (options.allocation !== 'proportional' && strata.length > 1) {
    warnings.push(messages.followsAudit(options.allocation));
  }
  const result = {
    schema: 'passgap-plan-1' as const,
    options,
    models: input.models,
    strata,
    needed,
    most: { ...last, detectable },
    curve,
    atHand,
    averaging: messages.averaging(most.exact, most.exact ? MOST_EXACT : SAMPLED),
    warnings,
  };
  return { ...result, verdict: messages.verdict(result) };
}

function smallerArm(audit: Needed | AtHand): number {
  const hackable = audit.strata.reduce((sum, s) => sum + s.hackable, 0);
  return Math.min(hackable, audit.audited - hackable);
}

/** Audits of n tasks under the options, each made once. */
function auditor({ strata, scores }: PlanInput, options: PlanOptions) {
  const share = strata.map((s) => s.share);
  const alpha = (100 - options.level) / 100;
  const made = new Map<number, Compositions>();
  return (n: number) => {
    const audited = allocate(n, strata, options.allocation, options.weights);
    const expected = audited.map((a, s) => ({ n1: a * share[s], n0: a * (1 - share[s]) }));
    const effectOf = (gap: number) => planted(options.mechanism, gap, expected, strata, options.weights);
    if (!made.has(n)) made.set(n, compositions(audited, share, options.seed));
    const numbers = made.get(n)!;
    return {
      audited,
      expected,
      exact: numbers.exact,
      largest: largestGap(options, expected, strata),
      power: (gap: number) => plannedPower(numbers, strata, effectOf(gap), options.weights, alpha),
      simulated: () =>
        options.simulate === 0
          ? null
          : simulatedPower({
              ...{ scores, audited, share, hackable: null, alpha },
              ...{ weights: options.weights, draws: options.simulate, seed: options.seed },
              effect: effectOf(options.gap),
            }),
    };
  };
}

/** The largest gap that is tried; a hair inside where all failures are passes, so that rounding leaves q below 1. */
const largestGap = (
  { mechanism, weights }: PlanOptions,
  cells: readonly Cells[],
  strata: readonly PlanStratum[],
): number => (mechanism === 'shift' ? 1 : (1 - 1e-9) * failures(cells, strata, weights));

/** A gap that even q = 1 does not make is wrong usage. */
function checkReach({ strata }: PlanInput, options: PlanOptions, cells: readonly Cells[]): void {
  if (options.mechanism === 'shift') return;
  const most = failures(cells, strata, options.weights);
  if (options.gap > most) throw new InputError(messages.tooLarge(options.gap, most), { file: '--gap' });
}

function neededStrata({ strata }: PlanInput, audited: readonly number[]): Needed['strata'] {
  return strata.map(({ stratum, share, audited: already }, s) => ({
    stratum,
    audited: audited[s],
    hackable: audited[s] * share,
    already,
    contrast: audited[s] === 0 ? 0 : 1 - share ** audited[s] - (1 - share) ** audited[s],
  }));
}

function auditAtHand(input: PlanInput, options: PlanOptions, alpha: number, aim: number): AtHand | null {
  const { strata, scores } = input;
  const sizes = options.sizes === null ? null : sharedSizes(input, options.sizes);
  const numbers = sizes ?? strata.map(({ audited, hackable }) => ({ audited, hackable }));
  const audited = numbers.reduce((sum, s) => sum + s.audited, 0);
  if (audited === 0) return null;
  const cells = numbers.map((s) => ({ n1: s.hackable, n0: s.audited - s.hackable }));
  const largest = largestGap(options, cells, strata);
  const effectOf = (gap: number) => planted(options.mechanism, gap, cells, strata, options.weights);
  const at = (gap: number) => precision(cells, strata, effectOf(gap), options.weights);
  const reachable = options.gap <= largest;
  const own = reachable ? at(options.gap) : null;
  return {
    from: sizes === null ? 'flags' : 'sizes',
    audited,
    hackable: numbers.reduce((sum, s) => sum + s.hackable, 0),
    strata: cells.map(({ n1, n0 }, s) => ({ stratum: strata[s].stratum, hackable: n1, robust: n0 })),
    se: own?.se ?? null,
    df: own?.df ?? null,
    power: own === null ? null : gapPower(own, alpha),
    detectable: own === null ? null : detectableGap((gap) => gapPower(at(gap)!, alpha), aim, largest),
    simulated:
      own === null || options.simulate === 0
        ? null
        : simulatedPower({
            ...{ scores, share: null, alpha, effect: effectOf(options.gap) },
            ...{ audited: numbers.map((s) => s.audited), hackable: numbers.map((s) => s.hackable) },
            ...{ weights: options.weights, draws: options.simulate, seed: options.seed },
          }),
  };
}

function sharedSizes({ strata }: PlanInput, { audited, hackable }: NonNullable<PlanOptions['sizes']>) {
  const tasks = strata.map((s) => s.tasks);
  const all = tasks.reduce((a, b) => a + b, 0);
  if (audited > all) throw new InputError(badAuditedSize(audited, all));
  const perStratum = shareOut(audited, tasks);
  const flagged = shareOut(hackable, perStratum);
  return perStratum.map((size, s) => ({ audited: size, hackable: flagged[s] }));
}
