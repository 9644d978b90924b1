/** Every text of the reward part. */
const samples = (n: number) => `${n} output${n === 1 ? '' : 's'}`;

export const nothingGiven = () => 'no outputs and no strategies';
export const noPrediction = (n: number) =>
  `${samples(n)} without predicted and reference: no similarity reward`;
export const emptySide = (n: number) =>
  `${n} comparison${n === 1 ? '' : 's'} with an empty predicted or reference text, similarity 0 (the rule of SWE-RL)`;
export const noSignal = (n: number, reward: string) =>
  `${n} group${n === 1 ? '' : 's'} without variance of the ${reward} reward: advantage 0, no signal`;
export const groupOfOne = (n: number) => `${n} group${n === 1 ? '' : 's'} of one output: no advantage`;
export const formatTwice = (sample: string) =>
  `output ${sample} keeps the format in one row and not in another; allowed is one answer an output`;
export const groupTwice = (sample: string) => `output ${sample} belongs to two groups; allowed is one`;
export const tooManyPassed = (passed: number, total: number) =>
  `${passed} tests passed of ${total}; passed can't exceed total`;
export const oneStrategy = (name: string) => `only strategy ${name} is given: no comparison`;
export const alwaysFull = () =>
  'every honest attempt succeeds: what a failed one earns is unknown, no break-even';
