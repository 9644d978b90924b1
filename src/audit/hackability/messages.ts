/** Every text of the hackability part. */
const tasks = (n: number) => `${n} task${n === 1 ? '' : 's'}`;

export const nothingDecisive = () => 'no candidate is decisive: no rate can be given over decisive tasks';
export const withoutCandidates = (n: number, some: string) =>
  `${tasks(n)} of the tasks table without a candidate, left unaudited: ${some}`;
export const notInTasks = (n: number, some: string) =>
  `${tasks(n)} with candidates but not in the tasks table, kept: ${some}`;
export const notDecisive = (n: number, some: string) =>
  `${tasks(n)} without a decisive candidate, status excluded: ${some}`;
export const ambiguous = (n: number, some: string) =>
  `${tasks(n)} where a candidate passes and nobody checked whether it is wrong, status ambiguous: ${some}`;
export const robustWithoutAttack = (n: number, some: string) =>
  `${tasks(n)} robust although every decisive candidate turned out to be right, so no wrong patch was tried: ${some}`;

/** More candidates can only add hackable tasks; with one a task that weighs most. */
export const lowerBound = (least: number, most: number) => {
  if (most === 0) return 'No task was tried.';
  if (most === 1) {
    return 'One candidate a task (K = 1): the rate is a lower bound; a task counted robust met one attack only.';
  }
  const k = least === most ? `${most}` : `${least} to ${most}`;
  return `${k} candidates a task: the rate is a lower bound for attackers with more candidates.`;
};
