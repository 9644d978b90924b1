/** Every text of the inference folder that a user reads. */

const armName = (arm: 0 | 1) => (arm === 1 ? 'hackable' : 'robust');

export const noContrast = () => 'no model has hackable and robust tasks with outcomes in one stratum';

export const borrowed = (cells: number) =>
  `${cells} ${cells === 1 ? 'cell' : 'cells'} (stratum x arm) of one task ${cells === 1 ? 'borrows' : 'borrow'} the pooled variance of the arm's other cells`;

export const lonePairs = (pairs: number) =>
  `${pairs} ${pairs === 1 ? 'pair' : 'pairs'} of model and cell with one outcome where the cell has more tasks: its spread over tasks is not seen`;

export const fewTasks = (arm: 0 | 1, tasks: number) =>
  `${tasks} ${armName(arm)} ${tasks === 1 ? 'task' : 'tasks'} in the contrast: fewer than 10, so that the interval leans on the t distribution`;

export const nobodyToBorrowFrom = (arm: 0 | 1) =>
  `the task-aware interval is not estimable: no stratum has two ${armName(arm)} tasks, so that their spread is unknown`;

export const noSpread = () =>
  'the task-aware interval is not estimable: tasks of the same stratum and arm do not differ at all';

export const sameGaps = () => 'the interval over models is not estimable: all models have the same gap';

export const oneModel = () => 'the interval over models is not estimable: there is one model';

export const floored = () =>
  'the variance over tasks and models was below one of its parts and is set to the greater of them';

export interface HeterogeneityFigures {
  readonly q: number;
  readonly qDf: number;
  readonly expectedQ: number;
  readonly naiveI2: number;
  readonly i2: number;
}

export const heterogeneity = (h: HeterogeneityFigures) =>
  `Q is ${h.q.toFixed(1)}. Independent models of one gap would give ${h.qDf} on average, models that share these tasks ` +
  `${h.expectedQ.toFixed(1)}: the naive I2 of ${h.naiveI2.toFixed(1)} % uses the first, the corrected I2 of ${h.i2.toFixed(1)} % the second.`;

export const permutationStatistic = (
  { method, exact, stratified }: { method: string; exact: boolean; stratified: boolean },
  draws: number,
) => {
  const many = draws.toLocaleString('en-US');
  return (
    `pooled gap, ${method}; flags shuffled${stratified ? ' within strata' : ''}, the whole analysis run again in ` +
    `${exact ? `each of all ${many} arrangements` : `${many} random draws`}`
  );
};

export const interrupted = (done: number, wanted: number) =>
  `interrupted after ${done} of ${wanted} draws: the figures rest on those done`;

export const noEstimate = (draws: number) =>
  `${draws} ${draws === 1 ? 'draw' : 'draws'} in which no model could be pooled ${draws === 1 ? 'counts' : 'count'} as at least as extreme`;

export const intervalOnlyForRd = () =>
  'no interval by inversion: a constant shift of task scores is defined for RD only';

export const tooFewDraws = (draws: number, level: number) =>
  `no interval by inversion: ${draws} draws cannot reject shifts to both sides at ${level} %`;

export const noPlaceboContrast = () =>
  'no stratum has hackable and robust tasks to draw: give flags with both, or sizes (audited and hackable)';

export const badAuditedSize = (value: number, available: number) =>
  `audited is ${value}: allowed is a whole number from 2 to ${available}, the tasks there are`;

export const badHackableSize = (value: number, audited: number) =>
  `hackable is ${value}: allowed is a whole number from 1 to ${audited - 1}, fewer than the audited tasks`;

export const badWholeNumber = (name: string, value: number, least: number, most: number) =>
  `${name} is ${value}: allowed is a whole number from ${least} to ${most}`;

export const badLevel = (value: number) => `level is ${value}: allowed is a percentage above 0 and below 100`;

export const badShare = (value: number) => `plant is ${value}: allowed is a share from 0 to 1`;

export const plantNeedsRd = (measure: string) =>
  `plant needs measure RD, which has a known expectation; the measure is ${measure}`;

export const interruptedCalibration = (done: number, wanted: number) =>
  `interrupted after ${done} of ${wanted} placebo draws: the figures rest on those done`;

export const methodGaveNone = (method: string, draws: number) =>
  `${method} gave no p value in ${draws} ${draws === 1 ? 'draw' : 'draws'}: its shares are of the others`;

export const weightsMove = (ratio: number) =>
  `with model weights estimated again without each task the standard error is ${ratio.toFixed(2)} times the task-aware one: weights depend on the outcomes, trust the jackknife`;
