/** Every text of the gate part. */
const tests = (n: number) => `${n} test${n === 1 ? '' : 's'}`;
const tasks = (n: number) => `${n} task${n === 1 ? '' : 's'}`;

export const noDecisiveTest = () => "no proposed test is decisive: the defect rate can't be given";
export const notDecisive = (n: number) =>
  `${tests(n)} without an answer of the reference solution, not decisive`;
export const tasksWithoutDecisive = (n: number, some: string) =>
  `${tasks(n)} without a decisive test, kept in the denominator of tasks: ${some}`;
export const noVotes = (n: number) => `${tests(n)} without a vote of the judge, never approved`;
export const tiedVotes = (n: number) => `${tests(n)} with as many votes for as against, not approved`;
export const oneVote = () => 'every test has one vote: the single-vote judge and the judge are the same';
export const approvedButOpen = (n: number, some: string) =>
  `${tasks(n)} counted as upgraded although no upgraded test blocked the exploit when executed: ${some}`;
export const costMissing = (n: number) =>
  `${tests(n)} without a cost, counted as free: the cost is a lower bound`;
