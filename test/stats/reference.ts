import { readFileSync } from 'node:fs';

interface StatsReference {
  /** [t, df, ncp, P(T <= t)] */
  noncentralT: [number, number, number, number][];
  /** [n per group, difference in sd, alpha, power] */
  power: [number, number, number, number][];
  /** [x, n, level, Wilson lower, upper, Clopper-Pearson lower, upper, Jeffreys lower, upper] */
  proportion: number[][];
  longley: { x: number[][]; y: number[]; coefficients: number[]; leverages: number[] };
  collinear: {
    x: number[][];
    y: number[];
    kept: number[];
    coefficients: number[];
    inverse: number[];
    leverages: number[];
    cross: number[];
    logDet: number;
    solved: number[];
  };
  describe: {
    x: number[];
    y: number[];
    mean: number;
    median: number;
    sd: number;
    probs: number[];
    quantiles: number[];
    correlation: number;
    line: number[];
  };
}

/** What R answers (`test/reference/stats.R`). */
export const reference = JSON.parse(
  readFileSync(new URL('../reference/stats.json', import.meta.url), 'utf8'),
) as StatsReference;
