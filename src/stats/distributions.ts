/**
 * Distributions with exact tails: the one place to import them from. Lower and upper tail, the log of each, and
 * quantiles; pure and total (NaN outside the domain). Upper tails are computed directly, never as 1 - cdf, and
 * logs stay finite where the plain value underflows.
 */
export { betaCdf, betaLogCdf, betaLogSf, betaQuantile, betaSf } from './beta.ts';
export {
  binomialCdf,
  binomialLogCdf,
  binomialLogSf,
  binomialQuantile,
  binomialSf,
} from './binomial.ts';
export { chi2Cdf, chi2LogCdf, chi2LogSf, chi2Quantile, chi2Sf } from './chi-squared.ts';
export { fCdf, fLogCdf, fLogSf, fQuantile, fSf } from './f.ts';
export {
  normalCdf,
  normalLogCdf,
  normalLogSf,
  normalPdf,
  normalQuantile,
  normalQuantileUpper,
  normalSf,
} from './normal.ts';
export { log1mExp, logAddExp, logChoose, logGamma, toLog10 } from './special.ts';
export { tCdf, tLogCdf, tLogSf, tQuantile, tSf } from './student-t.ts';
