/** Typed views of the metafor references. */
import type { MeanTest } from '../../src/meta/types.ts';
import { reference } from '../oracle.ts';

/** What a fit of metafor and one of ours both hold, under our names. */
export const FIGURES = [
  'estimate',
  'se',
  'statistic',
  'p',
  'ciLower',
  'ciUpper',
  'tau2',
  'seTau2',
  'i2',
  'h2',
  'q',
  'qP',
  'logLik',
  'piLower',
  'piUpper',
] as const;

export interface OracleFit {
  readonly method: string;
  readonly test: MeanTest;
  readonly estimate: number;
  readonly se: number;
  readonly statistic: number | null;
  readonly p: number;
  readonly ciLower: number;
  readonly ciUpper: number;
  readonly tau2: number;
  readonly seTau2: number | null;
  readonly i2: number;
  readonly h2: number;
  readonly q: number;
  readonly qP: number;
  readonly logLik: number;
  readonly aic: number;
  readonly piLower: number | null;
  readonly piUpper: number | null;
  readonly tau2Ci: readonly [number, number] | null;
  readonly i2Ci: readonly [number, number] | null;
}

export interface OracleModFit {
  readonly method: string;
  readonly test: MeanTest;
  readonly beta: readonly number[];
  readonly se: readonly number[];
  readonly stat: readonly number[];
  readonly p: readonly number[];
  readonly ciLower: readonly number[];
  readonly ciUpper: readonly number[];
  readonly tau2: number;
  readonly seTau2: number;
  readonly i2: number;
  readonly h2: number;
  readonly q: number;
  readonly qP: number;
  readonly logLik: number;
  readonly aic: number;
  readonly qm: number;
  readonly qmP: number;
  readonly r2: number;
}

export interface OracleSet {
  readonly name: string;
  readonly yi: readonly number[];
  readonly vi: readonly number[];
  readonly fits: readonly OracleFit[];
  readonly mods?: readonly Readonly<Record<string, number>>[];
  readonly modFits?: readonly OracleModFit[];
  readonly modFitsKnha?: readonly OracleModFit[];
  readonly leave1outDL?: Readonly<Record<'estimate' | 'se' | 'tau2' | 'i2' | 'q', readonly number[]>>;
  readonly cumulDL?: Readonly<Record<'estimate' | 'se' | 'tau2', readonly number[]>>;
  readonly egger?: { readonly z: number; readonly p: number; readonly est: number };
  readonly begg?: { readonly tau: number; readonly p: number };
  readonly trimfillDL?: {
    readonly k0: number;
    readonly side: 'left' | 'right';
    readonly estimate: number;
    readonly se: number;
  };
  readonly fsnRosenthal?: number;
  readonly blupREML?: { readonly pred: readonly number[]; readonly se: readonly number[] };
}

type Raw = Record<string, unknown>;

/** The data sets of meta.json. R writes NULL as [] and a vector of one as a number: both undone here. */
export function oracleSets(): OracleSet[] {
  const { meta } = reference<{ meta: Raw[] }>('meta.json');
  return meta.map((set) => ({
    ...(set as unknown as OracleSet),
    yi: [set['yi']].flat() as number[],
    vi: [set['vi']].flat() as number[],
    fits: (set['fits'] as Raw[]).map(oracleFit),
  }));
}

function oracleFit(raw: Raw): OracleFit {
  const orNull = (value: unknown) => (value === undefined || Array.isArray(value) ? null : (value as number));
  return {
    ...(raw as unknown as OracleFit),
    estimate: raw['beta'] as number,
    statistic: orNull(raw['stat'] ?? undefined),
    seTau2: orNull(raw['seTau2'] ?? undefined),
    piLower: orNull(raw['piLower']),
    piUpper: orNull(raw['piUpper']),
    tau2Ci: (raw['tau2Ci'] as [number, number] | undefined) ?? null,
    i2Ci: (raw['i2Ci'] as [number, number] | undefined) ?? null,
  };
}
