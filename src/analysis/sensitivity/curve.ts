/** Every specification of the grid, naive and task-aware, and how many of them leave 0 out. */

import type { Leaderboard } from '../../leaderboard/types.ts';
import type { AnalyzeOptions } from '../options.ts';
import { chooseSample } from '../sample.ts';
import { specification } from '../specifications.ts';
import type { Specification } from '../types.ts';
import { specificationGrid } from './grid.ts';
import type { SpecificationShare } from './types.ts';

/**
 * Fits the grid of `specificationGrid`. Each row has the numbers of `analyze` with the same options; test, level and
 * `generalise` are those given. Models and arms are counted once a sample.
 *
 * @param done rows that are there already; the grid's points with the same choices are left out
 */
export function specificationCurve(
  leaderboard: Leaderboard,
  options: AnalyzeOptions,
  done: readonly Specification[] = [],
): Specification[] {
  const known = new Set(done.map(keyOf));
  return specificationGrid(leaderboard, options).flatMap(({ sample: chosen, fits }) => {
    const sample = chooseSample(leaderboard, { ...options, ...chosen });
    return fits.flatMap((fit) => {
      const row = specification('', sample, { ...options, ...chosen, ...fit });
      return known.has(keyOf(row)) ? [] : [{ ...row, name: nameOf(row) }];
    });
  });
}

const nameOf = (row: Specification): string =>
  [
    row.measure,
    `weights ${row.weights}`,
    `variance ${row.variance}`,
    row.method,
    row.filter,
    row.tasks,
    row.stratified ? 'by stratum' : 'without strata',
  ].join(', ');

/** EB and PM are one estimator. */
const keyOf = (row: Specification): string =>
  JSON.stringify([
    row.measure,
    row.weights,
    row.variance,
    row.method === 'EB' ? 'PM' : row.method,
    row.filter,
    row.tasks,
    row.stratified,
  ]);

/** How many intervals leave 0 out, by measure and over all. Rows without an interval are counted as such. */
export function specificationShares(rows: readonly Specification[]): SpecificationShare[] {
  const measures = [...new Set(rows.map((row) => row.measure))];
  const groups = measures.map((measure) => [measure, rows.filter((row) => row.measure === measure)] as const);
  return [...groups, ['all', rows] as const].map(([measure, own]) => {
    const naive = own.filter((row) => row.ciLower !== null && row.ciUpper !== null);
    const aware = own.filter((row) => row.taskCiLower !== null && row.taskCiUpper !== null);
    const estimates = own.flatMap((row) => (row.estimate === null ? [] : [row.estimate]));
    const excluding = aware.filter((row) => row.taskCiLower! > 0 || row.taskCiUpper! < 0).length;
    const isMixed = measure === 'all' && measures.length > 1;
    return {
      measure,
      specifications: own.length,
      naive: naive.length,
      naiveExcludeZero: naive.filter((row) => row.ciLower! > 0 || row.ciUpper! < 0).length,
      taskAware: aware.length,
      taskAwareExcludeZero: excluding,
      taskAwareShare: aware.length === 0 ? null : excluding / aware.length,
      positive: estimates.filter((estimate) => estimate > 0).length,
      // Effects of different measures have no common scale.
      smallest: isMixed || estimates.length === 0 ? null : Math.min(...estimates),
      largest: isMixed || estimates.length === 0 ? null : Math.max(...estimates),
    };
  });
}
