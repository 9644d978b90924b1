/** Typed view of meta-more.json (R, see meta-more.R). R's arrays of length 1 are plain values, of length 0 empty. */
import type { MeanTest, Tau2Method } from '../../src/meta/types.ts';
import { reference } from '../oracle.ts';
import { relativeError } from '../tolerance.ts';

type Column = readonly (number | null)[];

export interface MoreFit {
  readonly set: string;
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly level: number;
  readonly weights?: readonly number[];
  readonly [figure: string]: unknown;
}

export interface MoreModeratorFit {
  readonly name: string;
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly estimate: readonly number[];
  readonly factor?: { readonly statistic: number; readonly p: number };
  readonly [figure: string]: unknown;
}

export interface MoreSubgroups {
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly levels: readonly string[];
  readonly separate: readonly Readonly<Record<string, number | null>>[];
  readonly separateQ: number;
  readonly separateP: number;
  readonly common: {
    readonly estimate: readonly number[];
    readonly se: readonly number[];
    readonly ciLower: readonly number[];
    readonly ciUpper: readonly number[];
    readonly p: readonly number[];
    readonly tau2: number;
  };
  readonly commonQm: number;
  readonly commonQmP: number;
}

export interface MoreDiagnostics {
  readonly set: string;
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly leave1out: Readonly<Record<string, Column | number | null>>;
  readonly cumulative: Readonly<Record<string, Column | number | null>>;
  readonly influence: Readonly<Record<string, Column | readonly boolean[] | null>>;
  readonly rstandard: { readonly resid: Column; readonly se: Column; readonly z: Column };
  readonly baujat: { readonly x: Column; readonly y: Column };
  readonly blup?: {
    readonly pred: Column;
    readonly se: Column;
    readonly piLower: Column;
    readonly piUpper: Column;
  };
}

export interface MoreTrimFill {
  readonly method: Tau2Method;
  readonly estimator: 'L0' | 'R0';
  readonly wanted: 'auto' | 'left' | 'right';
  readonly k0: number;
  readonly seK0: number;
  readonly side: 'left' | 'right';
  readonly pK0: number | null;
  readonly estimate: number;
  readonly se: number;
  readonly tau2: number;
  readonly filled: number | readonly number[];
}

export interface MoreBias {
  readonly set: string;
  readonly begg: { readonly tau: number; readonly p: number };
  readonly egger: {
    readonly statistic: number;
    readonly p: number;
    readonly limit: number;
    readonly limitLower: number;
    readonly limitUpper: number;
  };
  readonly trimFill: readonly MoreTrimFill[];
  readonly failSafe: { readonly n: number; readonly p: number };
}

export interface MoreRobust {
  readonly model: 'mean' | 'ablat' | 'alloc';
  readonly method: Tau2Method;
  readonly type: string;
  readonly [figure: string]: unknown;
}

export interface More {
  readonly sets: Readonly<Record<string, { readonly yi: readonly number[]; readonly vi: readonly number[] }>>;
  readonly fits: readonly MoreFit[];
  readonly intervals: readonly {
    readonly set: string;
    readonly tau2: readonly [number, number];
    readonly i2: readonly [number, number];
    readonly h2: readonly [number, number];
    readonly profileML?: readonly [number, number];
    readonly profileREML?: readonly [number, number];
    readonly level90: readonly [number, number];
  }[];
  readonly moderators: readonly MoreModeratorFit[];
  readonly bcgModerators: { readonly ablat: readonly number[]; readonly alloc: readonly string[] };
  readonly raudenbushModerators: {
    readonly weeks: readonly number[];
    readonly setting: readonly string[];
    readonly tester: readonly string[];
  };
  readonly groups: readonly string[];
  readonly subgroups: readonly MoreSubgroups[];
  readonly diagnostics: readonly MoreDiagnostics[];
  readonly labbe: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly bcgTable: Readonly<Record<'ai' | 'bi' | 'ci' | 'di', readonly number[]>>;
  readonly radial: { readonly x: readonly number[]; readonly y: readonly number[] };
  readonly gosh: readonly {
    readonly method: Tau2Method;
    readonly rows: readonly string[];
    readonly estimate: readonly number[];
    readonly q: readonly number[];
    readonly i2: readonly number[];
    readonly tau2: readonly number[];
  }[];
  readonly bias: readonly MoreBias[];
  readonly cluster: readonly number[];
  readonly robust: readonly MoreRobust[];
  readonly aggregated: readonly {
    readonly rho: number;
    readonly yi: readonly number[];
    readonly vi: readonly number[];
    readonly unweightedYi: readonly number[];
    readonly unweightedVi: readonly number[];
  }[];
  readonly permutation: readonly {
    readonly name: string;
    readonly method: Tau2Method;
    readonly test: MeanTest;
    readonly p: number | readonly number[];
    readonly qmP: number | null;
    readonly x?: readonly (number | string)[];
  }[];
}

export const more = reference<More>('meta-more.json');

/** Collects figures that miss their reference; `lines` is empty when all hold. */
export function comparison(tolerance: number) {
  const lines: string[] = [];
  let compared = 0;
  return {
    lines,
    compared: () => compared,
    /** `floor`: references below it in size are compared absolutely. */
    check(where: string, found: number | null | undefined, wanted: number, floor?: number) {
      compared++;
      const error = relativeError(found ?? null, wanted, floor);
      if (!(error <= tolerance)) lines.push(`${where}: ${found} should be ${wanted}`);
    },
  };
}
