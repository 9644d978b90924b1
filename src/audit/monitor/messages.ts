/** Every text of the monitor part. */
export const fewModels = (n: number) =>
  `no meta-analysis: ${n} model${n === 1 ? '' : 's'}, at least 2 are needed`;
export const noContrast = (n: number, of: number) =>
  `no meta-analysis: ${n} of ${of} models have trajectories with and without it on several tasks, at least 2 are needed`;
export const severalRuns = (names: readonly string[]) =>
  `run has ${names.length} names (${names.slice(0, 4).join(', ')}${names.length > 4 ? ', ..' : ''}); allowed are two, the earlier one first`;
export const repeatedTrajectory = (model: string, task: string) =>
  `model ${model}, task ${task} has several trajectories; a trajectory column is needed to tell them apart`;
export const benchmarkInOneRun = (names: string) =>
  `in one of the two runs only, not compared: benchmark ${names}`;
export const unpaired = (n: number, run: string) =>
  `${n} model-task pair${n === 1 ? '' : 's'} of ${run} without a partner in the other run: in its rates, not in the paired change`;
export const patternNotFlagged = (n: number) =>
  `${n} trajector${n === 1 ? 'y shows' : 'ies show'} a pattern and ${n === 1 ? 'is' : 'are'} not flagged`;
export const notFlaggedAtAll = () =>
  "no trajectory is flagged: the association of flags with passing can't be given";
export const allFlagged = () =>
  "every trajectory is flagged: the association of flags with passing can't be given";
