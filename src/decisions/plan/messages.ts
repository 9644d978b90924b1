/** What `plan` says in words, made from its numbers. */
import { count, effect, fixed, levelText, percent, plural } from '../../format.ts';
import type { Plan } from './types.ts';

const list = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export const noShare = (): string =>
  'is missing: say which share of audited tasks comes out hackable (0.3), or give --flags of an audit';

export const badShare = (value: unknown): string =>
  `${JSON.stringify(value)} is not allowed; a share is above 0 and below 1`;

export const unknownStratum = (name: string, strata: readonly string[]): string =>
  `stratum "${name}" holds no task; there are ${list(strata)}`;

export const missingStratum = (names: readonly string[]): string =>
  `no share for ${list(names)}: give one for every stratum, or one number for all`;

export const oneSidedFlags = (hackable: number, audited: number): string =>
  `the flags call ${count(hackable)} of ${count(audited)} audited tasks hackable: no share can be had from that, give --share`;

export const noTasks = (): string =>
  'no stratum has two tasks with an outcome: there is no spread to plan with';

export const tooLarge = (gap: number, most: number): string =>
  `${effect(gap, 'RD')} is more than all failures on hackable tasks make (${effect(most, 'RD')})`;

export const sharesFromAll = (strata: readonly string[]): string =>
  `in ${list(strata)} the flags show one arm or none: the share of all flags is taken there`;

export const lentSpread = (strata: readonly string[]): string =>
  `${list(strata)} has one task: its standard deviation is that of the other strata together`;

export const unscored = (n: number): string =>
  `${plural(n, 'task')} without an outcome: left out, they can't be scored`;

export const missingCells = (n: number): string =>
  `${plural(n, 'outcome')} missing: each score is over the models that ran the task, corrected for their levels`;

export const noSpread = (): string =>
  'task scores do not differ within strata: there is no test, and no power';

export const fewTasks = (audit: string, n: number): string =>
  `${audit} has about ${plural(Math.round(n), 'task')} in its smaller arm: with fewer than 25 the formula can be off by more than 3 points, go by the simulation`;

export const apart = (audit: string, difference: number): string =>
  `${audit}: the formula is ${fixed(100 * Math.abs(difference), 1)} points ${difference > 0 ? 'above' : 'below'} the simulation; go by the simulation`;

export const noTestAtHand = (): string =>
  'the audit at hand has no test of this gap: both arms need a stratum in common and two tasks in a stratum, task scores must differ, and failures must be enough to make the gap';

export const followsAudit = (allocation: string): string =>
  `with --allocation ${allocation} the analysis weighs strata by the audit, not by the benchmark: where gaps differ between strata it estimates another mean than a proportional audit`;

export const notReached = (plan: Pick<Plan, 'options' | 'most'>): string =>
  `even all ${plural(plan.most.audited, 'task')} give ${percent(plan.most.power)} for ${effect(plan.options.gap, 'RD')}`;

export const averaging = (exact: boolean, points: number): string =>
  exact
    ? 'power averaged over every possible number of hackable tasks in each stratum (binomial)'
    : `power averaged over the number of hackable tasks in each stratum (binomial; ${count(points)} points of a Latin hypercube)`;

export function verdict({ options, needed, most, atHand }: Omit<Plan, 'verdict'>): string {
  const aim = `a gap of ${effect(options.gap, 'RD')} with power ${levelText(options.power)} (two-sided test at ${levelText(100 - options.level)})`;
  const total =
    needed === null
      ? `No audit of these ${plural(most.audited, 'task')} finds ${aim}: all of them give ${percent(most.power)}.`
      : `To find ${aim}: audit ${plural(needed.audited, 'task')} of ${count(most.audited)}.`;
  const limit =
    most.detectable === null
      ? ''
      : ` An audit of all ${count(most.audited)} would find ${effect(most.detectable, 'RD')}.`;
  if (atHand === null) return total + limit;
  const mine =
    atHand.detectable === null
      ? ' finds no gap with that power.'
      : ` finds gaps from ${effect(atHand.detectable, 'RD')} with that power, and ${effect(options.gap, 'RD')} with ${percent(atHand.power)}.`;
  return `${total}${limit} The audit at hand (${plural(atHand.audited, 'task')}, ${count(atHand.hackable)} hackable)${mine}`;
}
