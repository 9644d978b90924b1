/** Message texts of `src/meta`; tests assert them word for word. */
import { quoteValue } from '../errors.ts';

export const lengthMismatch = (name: string, found: number, k: number) =>
  `${name} has ${found} values, yi has ${k}: one a row is needed`;
export const notFinite = (name: string, value: unknown) =>
  `${name} is ${quoteValue(value)}: a finite number or a missing value (null) is allowed`;
export const negativeVariance = (vi: number) => `vi is ${vi}: a sampling variance is never negative`;
export const outOfRange = (name: string, value: number, allowed: string) =>
  `${name} is ${value}: ${allowed} is allowed (beyond it squares leave double precision)`;
export const badOption = (name: string, value: unknown, allowed: string) =>
  `${name} is ${quoteValue(value)}: ${allowed} is allowed`;
export const badLevel = (value: unknown) =>
  `level is ${quoteValue(value)}: a percentage from 1 up to below 100 is allowed (95, not 0.95)`;
export const weightsNeeded = () => 'method GENQ needs weights, one a row';
export const weightsUnused = (method: string) => `weights are used by method GENQ only, not by ${method}`;
export const badWeight = (value: unknown) =>
  `weight is ${quoteValue(value)}: a finite number above 0 is allowed`;

export const missingYi = () => 'yi is missing';
export const missingVi = () => 'vi is missing';
export const zeroVariance = () => 'vi is 0: the row would have infinite weight';
export const missingModerator = (name: string) => `moderator ${name} is missing`;

export const noRows = (supplied: number) =>
  `no row can be pooled: ${supplied} supplied, ${supplied} dropped; nothing is estimated`;
export const rowsDropped = (dropped: number, supplied: number) =>
  `${dropped} of ${supplied} rows dropped, see dropped for the reason of each`;
export const oneRow = () =>
  'k = 1: the estimate and interval (z) are those of the one row; tau2, I2, H2 and a prediction interval cannot be estimated';
export const fewRows = (k: number) =>
  `k = ${k} is below 5: tau2 is poorly known, compare the z and Knapp-Hartung intervals (alternatives)`;
export const noResidualSpread = () =>
  'no residual spread: all effects agree, so that the Knapp-Hartung SE is 0; its floored form (adhoc) is used';
export const knhaNarrower = (ratio: number) =>
  `the Knapp-Hartung interval rests on an SE ${ratio.toFixed(3)} times the one of z: it is narrower than z allows, consider adhoc`;
export const heavyRow = (slab: string, percent: number) =>
  `row ${quoteValue(slab)} carries ${percent.toFixed(1)} % of the weight`;
export const emptyQProfile = () =>
  'Q is below the lower critical value: the Q-profile interval of tau2 is empty, shown as 0 to 0';
export const noPredictionEe = () => 'EE assumes one common effect: there is no prediction interval';
export const noPredictionDf = (df: string, k: number) =>
  `a prediction interval with ${df} df cannot be made with k = ${k}`;
export const notConverged = (method: string, iterations: number) =>
  `${method} did not converge in ${iterations} iterations; the last value is shown`;
export const secondMode = (method: string, other: number, drop: number) =>
  `the ${method} likelihood has a second mode at tau2 = ${Number(other.toPrecision(4))}, ${drop.toFixed(3)} log units lower`;
export const boundaryTie = (method: string, drop: number) =>
  `the ${method} likelihood at tau2 = 0 is only ${drop.toExponential(1)} log units lower than at the estimate`;

export const badModerator = (name: string, value: unknown) =>
  `moderator ${name} is ${quoteValue(value)}: a finite number is allowed`;
export const unknownReference = (name: string, reference: string, levels: readonly string[]) =>
  `reference ${quoteValue(reference)} of moderator ${name} is no level of it: one of ${levels.join(', ')} is allowed`;
export const noGenqModerators = () =>
  'method GENQ cannot be combined with moderators: any other method is allowed';
export const tooManyParameters = (names: string, coefficients: number, rows: number) =>
  `moderators ${names} need ${coefficients} coefficients but ${rows} rows are left: fewer coefficients than rows are needed`;
export const collinear = () => 'depends on the columns before it';
export const columnsDropped = (terms: readonly string[]) =>
  `columns dropped because they depend on those before them: ${terms.join(', ')}`;
export const fewRowsAModerator = (k: number, columns: number) =>
  `${k} rows for ${columns} moderator columns: z is too sure of itself below 10 rows a column, consider knha`;

export const profileDisjoint = (method: string) =>
  `the ${method} likelihood has more than one mode above the cut: the interval holds values that fit worse`;
export const oneGroup = (column: string, groups: number) =>
  `subgroup column ${column} has ${groups} group with usable rows: there is no difference to test`;
export const singleGroups = (levels: readonly string[]) =>
  `k = 1 in group ${levels.join(', ')}: shown as the single row, without a pooled value`;
export const needRows = (what: string, needed: number, k: number) =>
  `${what} needs at least ${needed} usable rows, ${k} found`;
export const badOrder = (found: number, k: number) =>
  `order has ${found} values, yi has ${k}: one a row is needed`;
export const noGenqDiagnostics = () => 'method GENQ has no such diagnostics: any other method is allowed';
export const badCount = (name: string, value: unknown) =>
  `${name} is ${quoteValue(value)}: a whole number of 1 or more is allowed`;
export const riskDifferenceFunnel = () =>
  'funnel asymmetry means nothing here: the standard error of a risk difference follows from the pass rate itself, and rows of one leaderboard are not selected for publication by it';
export const narrowFunnel = (ratio: number) =>
  `the largest standard error is only ${ratio.toFixed(2)} times the smallest: there is no funnel whose asymmetry could be judged`;
export const badCellCount = (value: unknown) =>
  `count is ${quoteValue(value)}: a number of 0 or more is allowed`;
export const oneCluster = (clusters: number) =>
  `${clusters} cluster: a cluster-robust variance needs at least 2 and cannot be estimated`;
export const fewClusters = (clusters: number) =>
  `${clusters} clusters are few (below 10): rely on CR2 with its Satterthwaite df`;
export const fewDf = (df: number) =>
  `Satterthwaite df of ${df.toFixed(1)} are below 4: the robust p value is not to be trusted`;
export const noRobustVariance = (term: string) =>
  `the robust variance of ${term} cannot be estimated from these clusters`;
export const badRho = (rho: number, largest: number) =>
  `rho is ${rho}: above -1/(n-1) with n = ${largest} rows in the largest cluster, and below 1, is allowed`;
export const badDraws = (value: unknown) =>
  `draws is ${quoteValue(value)}: a whole number from 1 to 1e9 is allowed`;
export const monteCarlo = (log10: number, draws: number) =>
  `about 10^${log10.toFixed(1)} arrangements are too many to list: ${draws} drawn at random, p = (1 + hits) / (1 + draws)`;
export const fewDraws = (smallest: number) =>
  `the smallest p this test can give is ${Number(smallest.toPrecision(3))}: it cannot reach the level asked for`;
export const aggregatedRows = (rows: number, clusters: number, rho: number) =>
  `${rows} rows were pooled within ${clusters} clusters first, their correlation taken as ${rho}`;
export const spanTooWide = (ratio: number) =>
  `the largest vi is ${ratio.toPrecision(3)} times the smallest: up to 1e12 is allowed with moderators or clusters (double precision)`;
