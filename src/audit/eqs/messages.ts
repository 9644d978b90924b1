/** Every text of the EQS part. */
const tasks = (n: number) => `${n} task${n === 1 ? '' : 's'}`;

export const missingComponent = (name: string, n: number, some: string) =>
  `${tasks(n)} without ${name}, so without EQS: ${some}`;
export const noLeaderboard = () => 'no leaderboard is given: D is missing for every task';
export const notOnLeaderboard = (n: number, some: string) =>
  `${tasks(n)} with evidence but without an outcome on the leaderboard: ${some}`;
export const truthDiffers = (n: number, some: string) =>
  `${n} patch${n === 1 ? '' : 'es'} wrong in candidates but correct in verifiers (task/patch): ${some}`;
export const noInterval = (n: number, some: string) =>
  `${tasks(n)} with a score but no bootstrap interval: ${some}`;
