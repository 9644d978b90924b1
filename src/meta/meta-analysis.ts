/** Everything `passgap meta` can be asked for, as one plain JSON value. */
import { type AggregatedEffects, aggregate } from './aggregate.ts';
import { type Blup, blup } from './blup.ts';
import { fitMeta } from './fit.ts';
import { type Gosh, gosh } from './gosh.ts';
import { influence, type RowInfluence } from './influence.ts';
import { cumulative, leaveOneOut, type RowFit } from './leave-one-out.ts';
import { aggregatedRows } from './messages.ts';
import { type PermutationTest, permuteMean } from './permutation.ts';
import { type ModeratorPermutation, permuteModerators } from './permutation-moderators.ts';
import { type Point, radialPoints } from './plot-points.ts';
import { profileTau2, type Tau2Profile } from './profile.ts';
import { fitMetaRegression } from './regression.ts';
import { type RobustFit, type RobustType, robust } from './robust.ts';
import { type BeggTest, begg, type EggerTest, egger, type FailSafe, failSafeN } from './small-study.ts';
import { fitSubgroups, type Subgroups } from './subgroups.ts';
import { type TrimFill, trimFill } from './trim-fill.ts';
import type { EffectData, MetaFit, MetaOptions, MetaRegressionFit, Moderator } from './types.ts';

type Column = { readonly name: string; readonly values: ArrayLike<number | string | null> };

export interface MetaRequest extends MetaOptions {
  readonly moderators?: readonly Moderator[];
  /** Moderators to test by permutation while the others stay; default all. */
  readonly tested?: readonly string[];
  readonly subgroup?: Column;
  readonly cluster?: Column;
  readonly robustType?: RobustType;
  /** Pools each cluster's effects first, with this correlation. */
  readonly aggregateRho?: number;
  readonly diagnostics?: boolean;
  /** Order of the cumulative fit (a date, say). */
  readonly order?: Column;
  readonly gosh?: number;
  readonly smallStudy?: boolean;
  /** RD makes the small-study figures carry their warning. */
  readonly measure?: string;
  readonly permutations?: number;
  readonly seed?: number;
  readonly profile?: boolean;
}

export interface MetaDiagnostics {
  readonly leaveOneOut: readonly RowFit[];
  readonly cumulative: readonly RowFit[];
  /** null for k below 3. */
  readonly influence: readonly RowInfluence[] | null;
  readonly blup: readonly Blup[];
  readonly radial: readonly Point[];
}

export interface MetaAnalysis extends MetaFit {
  readonly moderators?: MetaRegressionFit;
  readonly subgroups?: { readonly separate: Subgroups; readonly common: Subgroups | null };
  readonly robust?: RobustFit;
  readonly aggregated?: AggregatedEffects;
  readonly diagnostics?: MetaDiagnostics;
  readonly gosh?: Gosh;
  readonly smallStudy?: {
    readonly egger: EggerTest;
    readonly begg: BeggTest;
    readonly trimFill: readonly TrimFill[];
    readonly failSafeN: FailSafe;
  };
  readonly permutation?: PermutationTest;
  readonly moderatorPermutation?: ModeratorPermutation;
  readonly profile?: Tau2Profile | null;
}

/**
 * The fit of `fitMeta` with whatever else the request names beside it; figures that were not asked for are absent.
 *
 * @throws InputError as the functions it calls.
 * @example metaAnalysis({ yi: [1, 3], vi: [0.5, 0.5] }, { method: 'DL', test: 'z' }).tau2 // 1.5
 */
export function metaAnalysis(given: EffectData, request: MetaRequest = {}): MetaAnalysis {
  const { moderators = [], cluster, aggregateRho: rho, permutations = 0, seed } = request;
  const options = optionsOf(request);
  const aggregated =
    cluster === undefined || rho === undefined ? undefined : aggregate(given, cluster.values, rho);
  const data: EffectData =
    aggregated === undefined ? given : { yi: aggregated.yi, vi: aggregated.vi, slab: aggregated.cluster };
  const fit = fitMeta(data, options);
  const enough = (k: number) => fit.k >= k;
  const draws = { draws: permutations, ...(seed === undefined ? {} : { seed }) };
  return {
    ...fit,
    ...(aggregated === undefined
      ? {}
      : {
          warnings: [aggregatedRows(given.yi.length, fit.k, rho as number), ...fit.warnings],
          aggregated,
        }),
    ...(moderators.length > 0 && { moderators: fitMetaRegression(data, moderators, options) }),
    ...(request.subgroup !== undefined && { subgroups: subgroupsOf(data, request.subgroup, options) }),
    ...(cluster !== undefined &&
      aggregated === undefined && {
        robust: robust(data, cluster.values, options, { type: request.robustType, moderators }),
      }),
    ...(request.diagnostics === true &&
      enough(2) && {
        diagnostics: {
          leaveOneOut: leaveOneOut(data, options),
          cumulative: cumulative(data, options, request.order?.values),
          influence: enough(3) ? influence(data, options) : null,
          blup: blup(data, options),
          radial: radialPoints(data, options),
        },
      }),
    ...(request.gosh !== undefined && { gosh: gosh(data, options, { subsets: request.gosh, seed }) }),
    ...(request.smallStudy === true &&
      enough(3) && {
        smallStudy: {
          egger: egger(data, options, request.measure ?? null),
          begg: begg(data),
          trimFill: (['L0', 'R0'] as const).map((estimator) =>
            trimFill(data, options, { estimator, measure: request.measure }),
          ),
          failSafeN: failSafeN(data),
        },
      }),
    ...(permutations > 0 && { permutation: permuteMean(data, options, draws) }),
    ...(permutations > 0 &&
      moderators.length > 0 && {
        moderatorPermutation: permuteModerators(data, moderators, options, {
          ...draws,
          tested: request.tested,
        }),
      }),
    ...(request.profile === true && {
      profile: profileTau2(data, fit.method === 'ML' ? 'ML' : 'REML', fit.level),
    }),
  };
}

function optionsOf({ method, test, level, predictionDf }: MetaOptions): MetaOptions {
  return { method, test, level, predictionDf };
}

/** A common tau2 needs more rows than groups. */
function subgroupsOf(data: EffectData, column: Column, options: MetaOptions) {
  const separate = fitSubgroups(data, column, options, 'separate');
  const rows = separate.groups.reduce((sum, { k }) => sum + k, 0);
  const common =
    rows > separate.groups.length && options.method !== 'GENQ'
      ? fitSubgroups(data, column, options, 'common')
      : null;
  return { separate, common };
}
