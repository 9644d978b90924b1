/** What was done, in words made from the options that were used. */
import type { Analysis } from '../../analysis/types.ts';
import { count, fixed, inPercent, levelText, plural, significant } from '../../format.ts';
import { html, type Markup } from '../html.ts';
import { effectLine, generalises, pooledLine, sharedLine } from '../method-line.ts';

const GAPS: Readonly<Record<string, string>> = {
  RD: "a model's pass rate on hackable minus its pass rate on robust tasks",
  RR: "the log of a model's pass rate on hackable over its pass rate on robust tasks",
  OR: "the log of a model's odds of passing hackable over its odds of passing robust tasks",
  AS: "the arcsine root of a model's pass rate on hackable minus that of its pass rate on robust tasks",
};

const VARIANCE: Readonly<Record<string, string>> = {
  tasks:
    'The pooled gap is a sum over tasks; its variance is taken between tasks of the same stratum and kind',
  models: 'The pooled gap is a sum over models; its variance is taken between models',
  both: 'The pooled gap is a sum over tasks and models; its variance is taken between tasks of the same stratum and kind and between models',
};

export function methodsSection(analysis: Analysis): Markup {
  const paragraphs = [
    sample(analysis),
    `${effectLine(analysis)}. A gap is ${GAPS[analysis.options.measure]}; strata without tasks of both kinds carry no contrast and are left out.`,
    `${pooledLine(analysis.pooled)}. I² from Q is ${inPercent(analysis.pooled.i2FromQ)}. This reading takes every model as a study of its own tasks; all models sat the same tasks, so its interval is too narrow.`,
    shared(analysis),
    permuted(analysis),
    heterogeneity(analysis),
    crossed(analysis),
    `Sign test and Wilcoxon test take models as independent too, and share that fault.`,
  ];
  return html`${paragraphs
    .filter((text) => text !== '')
    .map(
      (text) => html`<p>${text}</p>
`,
    )}`;
}

function sample({ counts, options }: Analysis): string {
  const attempts = options.attempts === '1' ? 'pass@1 submissions only' : 'all submissions';
  const missing =
    counts.missingCells === 0
      ? 'No outcome is missing.'
      : `${plural(counts.missingCells, 'missing outcome')} ${options.missing === 'fail' ? 'counted as fails' : 'left out'}.`;
  return (
    `${plural(counts.modelsUsed, 'model')} of ${count(counts.models)} (${attempts}) on ${plural(counts.tasks, 'task')}, ` +
    `${count(counts.audited)} of them audited: ${counts.hackable} hackable, ${counts.robust} robust, ${counts.ambiguous} ambiguous, ${counts.excluded} excluded. ` +
    `${count(counts.inContrast)} audited tasks lie in strata with both kinds, ${count(counts.outOfContrast)} do not. ` +
    `${plural(counts.neverSolved, 'task')} solved by no model, ${count(counts.alwaysSolved)} by all. ${missing}`
  );
}

function shared({ sharedTasks, options }: Analysis): string {
  if (sharedTasks === null) return 'No task-aware interval: see the warnings.';
  const borrowed =
    sharedTasks.borrowedCells === 0
      ? ''
      : ` ${plural(sharedTasks.borrowedCells, 'cell')} with one task borrowed the variance of its arm.`;
  return (
    `${sharedLine(sharedTasks, options.level)}. ${VARIANCE[sharedTasks.generalise]}, ` +
    `so it speaks of ${generalises(sharedTasks.generalise)}.${borrowed}`
  );
}

function permuted({ permutation, options }: Analysis): string {
  if (permutation === null) return 'The permutation test was not run.';
  const seed = permutation.exact
    ? ''
    : ` Seed ${options.seed}; there are about 10^${fixed(permutation.log10Arrangements, 1)} arrangements.`;
  return (
    `Permutation test: ${permutation.statistic}.${seed} ` +
    `The smallest p it can give is ${significant(permutation.smallestP)}.`
  );
}

function heterogeneity({ heterogeneity: left }: Analysis): string {
  if (left === null) return '';
  return (
    `Heterogeneity with shared tasks accounted for: τ² = ${significant(left.tau2)} (before it was set to 0 where negative: ${significant(left.tau2Raw)}), I² = ${inPercent(left.i2)}; ` +
    `as independent studies τ² = ${significant(left.naiveTau2)}, I² = ${inPercent(left.naiveI2)}. ${left.sentence}`
  );
}

function crossed({ crossed: fit, options }: Analysis): string {
  if (fit === null) return '';
  const name = 'Crossed logistic model with random models and tasks (Laplace)';
  if (fit.coefficients.every(({ estimate }) => estimate === null)) {
    return `${name}: nothing could be estimated, see the warnings.`;
  }
  const odds =
    fit.oddsRatio === null
      ? 'not estimable'
      : `${significant(fit.oddsRatio.estimate)} [${significant(fit.oddsRatio.ciLower)}, ${significant(fit.oddsRatio.ciUpper)}], ${levelText(options.level)} Wald interval`;
  return (
    `${name}, ${count(fit.cells)} cells: odds ratio of the flag ${odds}; ` +
    `sd of models ${significant(fit.sdModel)}, of tasks ${significant(fit.sdTask)} on the log odds scale${fit.converged ? '' : '; the fit did not converge'}.`
  );
}
