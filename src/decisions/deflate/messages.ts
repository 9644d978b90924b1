/** What `deflate` says in words, made from its numbers. */
import { count, effect, interval, levelText, percent, plural } from '../../format.ts';
import type { DeflateStratum, Deflation } from './types.ts';

export const noRobust = (): string => 'no task is flagged robust: there is no corrected score';

export const noneRanked = (): string =>
  'no model has outcomes on robust tasks in every covered stratum: there is no corrected score';

export const noRobustOutcome = (stratum: string): string =>
  `no outcome on a robust task of stratum "${stratum}"`;

export function uncovered(strata: readonly DeflateStratum[]): string {
  const list = strata.map(({ stratum, tasks }) => `"${stratum}" (${plural(tasks, 'task')})`).join(', ');
  return `no robust task in ${list}: left out of the corrected score, their weight goes to the other strata in proportion`;
}

export const loneRobust = (strata: readonly string[]): string =>
  `one robust task alone stands for ${strata.map((name) => `"${name}"`).join(', ')}: its variance is borrowed from the other strata`;

export const noHackable = (strata: readonly string[]): string =>
  `no hackable task in ${strata.map((name) => `"${name}"`).join(', ')}: these strata add no inflation, and no uncertainty about it`;

export const fewRobust = (n: number): string =>
  `${plural(n, 'robust task')} in all: rank intervals and the corrected scores rest on few tasks`;

export const notRanked = (n: number): string =>
  `${plural(n, 'model')} without an outcome on robust tasks of some stratum: not ranked`;

export const unequalRuns = (n: number): string =>
  `${plural(n, 'model')} did not run every task: their raw score is over the tasks that they ran`;

export function estimand(stratified: boolean, counts: Deflation['counts'], covered: number): string {
  const strata = stratified ? "reweighted to the benchmark's strata" : 'without strata';
  const part = covered < 1 ? ` (those that hold ${percent(covered)} of its tasks)` : '';
  const audited = counts.hackable + counts.robust;
  const unknown =
    counts.unknown === 0
      ? 'Every task is audited.'
      : `Whether the other ${plural(counts.unknown, 'task')} can be hacked is not known: ${stratified ? 'within a stratum ' : ''}the ${count(audited)} audited ones are taken as a random sample of them. ` +
        'Raw less corrected splits into what the choice of audited tasks does (selection) and what the hackable ones among them do (inflation).';
  return (
    `Corrected: pass rate on ${plural(counts.robust, 'robust task')}, ${strata}${part}. ` +
    `Inflation: pass rate on all audited tasks, weighted alike, less the corrected one. ${unknown}`
  );
}

export function verdict({ mean, models, kendall, options, counts }: Omit<Deflation, 'verdict'>): string {
  if (mean === null) return 'No corrected score can be had: see the warnings.';
  const ranked = models.filter((model) => model.rank !== null);
  const firstTier = (of: 'tier' | 'tierRaw') => ranked.filter((model) => model[of] === 1).length;
  const top = ranked[0];
  const order =
    kendall === null
      ? ''
      : ` ${count(kendall.reversed)} of ${count(kendall.pairs)} pairs of models change order, which also happens when fewer tasks are scored.`;
  return (
    `Hackable tasks add ${effect(mean.inflation, 'RD')} (${levelText(options.level)} task-aware interval ${interval(mean.ciLower, mean.ciUpper, 'RD')}) ` +
    `to the mean pass rate of ${plural(counts.ranked, 'model')}. The first tier, the best model and all that can't be told from it, holds ` +
    `${plural(firstTier('tier'), 'model')} on the corrected score (best: ${top.label}), ${count(firstTier('tierRaw'))} on the raw one.${order}`
  );
}
