/** The made-up parts of an analysis that stand beside its gap: placebo methods, specifications, what it stands on. */

import type { LeaveOut, Robustness } from '../../src/analysis/sensitivity/types.ts';
import type { PooledFit, Specification, TaskResult } from '../../src/analysis/types.ts';

export const STRATA = ['<15 min fix', '15 min - 1 hour', '1-4 hours', '>4 hours'];

/** One method of the placebo calibration, significant in so many of 400 draws. */
export function method(name: string, significant: number, without = false) {
  const rate = significant / 400;
  const half = 1.96 * Math.sqrt((rate * (1 - rate)) / 400);
  return {
    method: name,
    significant,
    rate,
    rateLower: rate - half,
    rateUpper: rate + half,
    coverage: without ? null : 1 - rate,
    available: 400,
    coverageLower: null,
    coverageUpper: null,
    meanSe: without ? null : 0.012,
  };
}

/** The pooled value under made-up choices. */
export function grid(pooled: PooledFit): Specification[] {
  const methods = ['DL', 'REML', 'PM'];
  const weights = ['flagged', 'all', 'mh'];
  const variances = ['raw', 'agresti-caffo'];
  return methods.flatMap((method, i) =>
    weights.flatMap((weight, j) =>
      variances.map((variance, l): Specification => {
        const estimate =
          pooled.estimate === null ? null : pooled.estimate + 0.01 * (i - 1) + 0.03 * (j - 1) + 0.004 * l;
        const at = (half: number) => (estimate === null ? null : estimate + half);
        return {
          name: `${method}, ${weight}, ${variance}`,
          measure: 'RD',
          weights: weight,
          variance,
          method,
          filter: 'all submissions',
          tasks: 'all audited tasks',
          stratified: true,
          k: pooled.k,
          estimate,
          se: 0.012,
          ciLower: at(-0.0235),
          ciUpper: at(0.0235),
          taskSe: 0.086,
          taskCiLower: at(-0.17),
          taskCiUpper: at(0.17),
          reason: estimate === null ? 'made up: nothing to pool' : null,
        };
      }),
    ),
  );
}

/** Leave-outs and adjusted gaps around a value; made up. */
export function standsOn(estimate: number | null, board: readonly TaskResult[]): Robustness {
  const at = (shift: number) => (estimate === null ? null : estimate + shift);
  const out = (leftOut: string, stratum: string, status: string | null, shift: number): LeaveOut => ({
    leftOut,
    stratum,
    status,
    estimate: at(shift),
    ciLower: at(shift - 0.02),
    ciUpper: at(shift + 0.02),
    taskCiLower: at(shift - 0.17),
    taskCiUpper: at(shift + 0.17),
    reason: estimate === null ? 'made up: nothing to pool' : null,
  });
  return {
    shares: [
      {
        measure: 'RD',
        specifications: 18,
        naive: 18,
        naiveExcludeZero: 18,
        taskAware: 18,
        taskAwareExcludeZero: 4,
        taskAwareShare: 4 / 18,
        positive: 18,
        smallest: at(-0.04),
        largest: at(0.04),
      },
    ],
    leaveOneTaskOut: board.map((task, t) => out(task.task, task.stratum, task.status, 0.002 * ((t % 7) - 3))),
    leaveOneStratumOut: STRATA.map((stratum, s) => out(stratum, stratum, null, 0.02 * (s - 1))),
    unmeasured: {
      rateHackable: 0.7,
      rateRobust: 0.5,
      gap: 0.2,
      gapCiLower: 0.03,
      gapCiUpper: 0.37,
      difference: Math.sqrt(0.2),
      differenceCi: Math.sqrt(0.03),
      ratio: 1.4,
      ratioCiLower: 1.05,
      ratioCiUpper: 1.9,
      eValue: 2.15,
      eValueCi: 1.28,
    },
    measured: [{ trait: 'underspecified', imbalance: 0.2, effect: -0.07, bias: -0.014 }],
    adjusted: (['regression', 'stratification'] as const).map((way) => ({
      covariates: ['underspecified'],
      way,
      estimate: at(0.01),
      se: 0.08,
      df: 41,
      ciLower: at(-0.15),
      ciUpper: at(0.17),
      p: 0.03,
      hackable: 14,
      robust: 35,
      droppedTerms: [],
      reason: null,
    })),
    warnings: [],
  };
}
