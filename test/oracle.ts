/** Typed views of the reference files made by R. */
import { readFileSync } from 'node:fs';

export interface OracleFit {
  readonly method: string;
  readonly test: string;
  readonly k: number;
  readonly beta: number;
  readonly se: number;
  readonly stat: number;
  readonly p: number;
  readonly ciLower: number;
  readonly ciUpper: number;
  readonly tau2: number;
  readonly i2: number;
  readonly h2: number;
  readonly q: number;
}

export interface LeaderboardEntry {
  readonly flags: string;
  readonly weights: string;
  readonly flagged: number;
  readonly robust: number;
  readonly unstratifiedMeanGap: number;
  readonly yi: readonly number[];
  readonly vi: readonly number[];
  readonly fits: readonly OracleFit[];
  readonly positive: number;
  readonly zero: number;
  readonly signP: number;
  readonly wilcoxonP: number;
  readonly sharedTask: { readonly estimate: number };
}

export function reference<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`./reference/${name}`, import.meta.url), 'utf8')) as T;
}

/** The entries with fits; those of glmer stand in the same file. */
export function leaderboardOracle(): LeaderboardEntry[] {
  const { leaderboard } = reference<{ leaderboard: Partial<LeaderboardEntry>[] }>('leaderboard.json');
  return leaderboard.filter((entry) => entry.fits !== undefined) as LeaderboardEntry[];
}
