/** Every text of the verifiers part. */
const tasks = (n: number) => `${n} task${n === 1 ? '' : 's'}`;

export const truthTwice = (task: string, patch: string) =>
  `task ${task}, patch ${patch} is correct in one row and incorrect in another (verifiers, patches); allowed is one truth a patch`;
export const notAssessable = (n: number, some: string) =>
  `${tasks(n)} without both a correct and an incorrect patch: their tests can't be assessed: ${some}`;
export const onlyInVerifiers = (n: number, some: string) =>
  `${tasks(n)} in verifiers but not in patches: in the test figures, not in the curves: ${some}`;
export const onlyInPatches = (n: number, some: string) =>
  `${tasks(n)} in patches but not in verifiers: no execution-based score: ${some}`;
export const noLogits = (n: number, some: string) =>
  `${tasks(n)} with a patch that lacks logit_yes or logit_no: no execution-free score: ${some}`;
export const notEstimableAtK = (most: number, tasks: number) =>
  `not estimable at every k for ${tasks} task${tasks === 1 ? '' : 's'} with fewer than ${most} patches: the curves' tail rests on fewer tasks`;
export const untestedPatches = (n: number, some: string) =>
  `${n} patch${n === 1 ? '' : 'es'} without a test result, scored as 0 tests passed (task/patch): ${some}`;
