/** The sentences that open every report, made from the numbers alone. */
import { effect, fixed, interval, intervalKind, levelText, plural, pText } from '../format.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Counts, Permutation, PooledFit, SharedTasks } from './types.ts';

const COMBINED: Record<AnalyzeOptions['weights'], string> = {
  flagged: 'weighted by hackable tasks',
  all: 'weighted by audited tasks',
  mh: 'with Mantel-Haenszel weights',
};

const SCALE: Record<AnalyzeOptions['measure'], string> = {
  RD: 'how much higher the pass rate is on hackable than on robust tasks',
  RR: 'the log ratio of the pass rates on hackable and on robust tasks',
  OR: 'the log odds ratio of passing hackable and robust tasks',
  AS: 'the difference of the arcsine root pass rates on hackable and on robust tasks',
};

/** Is there any stratum with a name? A task list without strata, or `stratify: false`, gives one without. */
export const hasStrata = (strata: readonly { readonly stratum: string }[]): boolean =>
  strata.some(({ stratum }) => stratum !== '');

/** What the figures are about. */
export function estimandSentence(options: AnalyzeOptions, counts: Counts, stratified: boolean): string {
  const within = stratified
    ? `within the same stratum, strata ${COMBINED[options.weights]}`
    : 'without strata';
  const over = {
    tasks: 'for these models, over tasks like these',
    models: 'for these tasks, over models like these',
    both: 'over tasks like these and models like these',
  }[options.generalise];
  return (
    `Mean over ${plural(counts.modelsUsed, 'model')} of ${SCALE[options.measure]} ` +
    `${within} (${counts.hackable} hackable, ${counts.robust} robust); the task-aware interval speaks ${over}.`
  );
}

/** Does the interval leave 0 out? null where there is none. */
export function excludesZero(fit: {
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
}): boolean | null {
  if (fit.ciLower === null || fit.ciUpper === null) return null;
  return fit.ciLower > 0 || fit.ciUpper < 0;
}

/** Both intervals, the permutation p, and whether they agree about 0. */
export function verdictSentence(
  pooled: PooledFit,
  shared: SharedTasks | null,
  permutation: Permutation | null,
  stratified: boolean,
): string {
  const { measure, level } = pooled;
  if (pooled.estimate === null) return 'No gap can be estimated: see the warnings.';
  const df = pooled.df === null ? '' : ` (${fixed(pooled.df, Number.isInteger(pooled.df) ? 0 : 1)} df)`;
  const kind = `${intervalKind(level, pooled.testUsed, null)}${df}`;
  const independent = `The pooled gap is ${effect(pooled.estimate, measure)}. With models as independent studies its ${kind} is ${interval(pooled.ciLower, pooled.ciUpper, measure)}`;
  const permuted =
    permutation === null
      ? ''
      : `, and shuffling the flags${stratified ? ' within strata' : ''} gives ${pText(permutation.p)} (two sided)`;
  if (shared === null || shared.ciLower === null) {
    return `${independent}; a task-aware interval can't be estimated${permuted}, so the data don't say how far this holds beyond these tasks.`;
  }
  const aware = `with shared tasks counted as shared it is ${interval(shared.ciLower, shared.ciUpper, measure)}${permuted}`;
  return `${independent}; ${aware}. ${agreement(excludesZero(pooled), excludesZero(shared), permutation, level)}`;
}

function agreement(
  independent: boolean | null,
  shared: boolean | null,
  permutation: Permutation | null,
  level: number,
): string {
  const alpha = (100 - level) / 100;
  const permuted = permutation === null ? null : permutation.p <= alpha;
  const at = `at the ${levelText(level)} level`;
  if (shared === true && permuted === false) {
    return `The task-aware interval leaves 0 out ${at}, the permutation test does not: read the gap as open.`;
  }
  if (shared === false && permuted === true) {
    return `The permutation test tells the gap from 0 ${at}, the task-aware interval does not: read the gap as open.`;
  }
  if (shared === true)
    return `${independent === true ? 'Both readings tell' : 'The task-aware reading alone tells'} the gap from 0 ${at}.`;
  if (independent === true) {
    return `So the independent reading tells the gap from 0 ${at}, and the task-aware one does not: a gap of this size also comes from which tasks happen to be flagged.`;
  }
  return `Neither reading tells the gap from 0 ${at}.`;
}
