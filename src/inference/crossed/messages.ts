/** Every sentence that the crossed model says. */

const list = (terms: readonly string[]) => terms.map((term) => `"${term}"`).join(', ');

export const messages = {
  badLength: (name: string, found: number, tasks: number) =>
    `${name} has ${found} entries, the outcomes have ${tasks} tasks`,
  badFlag: (task: number, found: unknown) => `flags[${task}] is ${String(found)}: 0, 1 or null is allowed`,
  badStratum: (task: number, found: unknown, strata: number) =>
    `stratum[${task}] is ${String(found)}: a whole number from 0 to ${strata - 1} is allowed`,
  badLevel: (found: unknown) => `level is ${String(found)}: a percentage from 1 to below 100 is allowed`,
  tooFew: (models: number, tasks: number) =>
    `The crossed model needs at least 2 models and 2 tasks with outcomes in the contrast; there are ${models} and ${tasks}. Nothing is estimated.`,
  tooManyCells: (cells: number, most: number) =>
    `The crossed model was left out: ${cells} cells in the contrast, more than ${most}. Raise maxWork to fit it all the same.`,
  tooLarge: (models: number, tasks: number, work: number, most: number) =>
    `The crossed model was left out: ${models} kinds of models and ${tasks} of tasks need ${work.toExponential(1)} multiplications a step, more than ${most.toExponential(1)}. Raise maxWork to fit it all the same.`,
  pureStratum: (stratum: string, passed: boolean) =>
    passed
      ? `Every model passes every audited task of stratum "${stratum}": its log odds run to plus infinity. The stratum is left out of the fit, which is the limit of the likelihood.`
      : `No model passes any audited task of stratum "${stratum}": its log odds run to minus infinity. The stratum is left out of the fit, which is the limit of the likelihood.`,
  flagSeparated: (up: boolean) =>
    `The outcomes separate hackable from robust tasks completely: the coefficient of "hackable" runs to ${up ? 'plus' : 'minus'} infinity, so it has no finite estimate.`,
  nothingLeft: () =>
    'Every stratum is either always or never passed: nothing is left to estimate the coefficient of "hackable".',
  oneArm: (missing: 'hackable' | 'robust') =>
    `No ${missing} task is left in the fit: the coefficient of "hackable" cannot be estimated.`,
  flagConfounded: () =>
    'No stratum of the fit holds both hackable and robust tasks: the coefficient of "hackable" cannot be told from the strata.',
  notEstimable: (terms: readonly string[]) =>
    `Not estimated, as the data do not determine them: ${list(terms)}.`,
  agreeTasks: () =>
    'Every task of the fit is passed by all models or by none: the spread of the tasks has no finite estimate. Nothing is estimated.',
  agreeModels: () =>
    'Every model of the fit passes all tasks or none: the spread of the models has no finite estimate. Nothing is estimated.',
  boundary: (names: readonly string[]) =>
    `Boundary fit: estimated at 0: ${names.join(', ')}. The model without it has the same likelihood.`,
  boundaryCorrelation: () =>
    'Boundary fit: the correlation of slope and intercept over models is estimated at 1 or -1.',
  notConverged: (iterations: number) =>
    `The optimiser stopped after ${iterations} iterations before it had converged: the estimates are not the maximum of the likelihood.`,
  runaway: () =>
    'The likelihood still rises where a standard deviation or coefficient is far outside any plausible range: no finite estimate was found. Nothing is estimated.',
  noStandardErrors: () => 'The likelihood is flat or not curved downwards at the answer: no standard errors.',
  slopeNeedsFlag: () => 'The flag is not estimable, so no random slope of it was fitted.',
  profileFailed: (side: 'lower' | 'upper') =>
    `No ${side} profile limit was found within 10 Wald half-widths of the estimate: that limit is null.`,
};
