/** Why an interval is missing or weak. */
export const notEstimable = (unit: string) => `not estimable: no ${unit} with a value`;
export const oneCluster = (unit: string) => `interval not estimable: all rows belong to one ${unit}`;
export const oneClusterHoldsGroup = (unit: string) =>
  `interval not estimable: one ${unit} holds all rows of one group`;
export const fewClusters = (n: number, unit: string) => `only ${n} ${unit}s: the interval is approximate`;
export const undefinedReplicate = (unit: string) =>
  `interval not estimable: leaving out one ${unit} leaves nothing to estimate`;
export const noSpread = (unit: string) => `interval not estimable: leaving out any ${unit} changes nothing`;
export const tooFewUnits = (n: number, unit: string) =>
  `interval not estimable: ${n} ${unit}${n === 1 ? '' : 's'}, at least 2 are needed`;
export const noVariance = (unit: string) => `interval not estimable: no variance between ${unit}s`;
export const unequalClusters = (n: number, df: number, unit: string) =>
  `${n} ${unit}s of unequal size carry ${df.toFixed(1)} degrees of freedom: the interval is approximate`;
