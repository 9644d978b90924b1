/** What the figures of one random-effects fit need; made from an analysis, or from any table of effects. */
import type { Analysis } from '../../../analysis/types.ts';
import type { Gosh } from '../../../meta/gosh.ts';
import type { MetaAnalysis } from '../../../meta/meta-analysis.ts';
import type { EffectData, MeanTest, MetaFit, Moderator, Tau2Method } from '../../../meta/types.ts';
import { fitLine } from '../../method-line.ts';
import { effectTitle, titleWithUnit } from '../axis.ts';
import { finite } from '../figure.ts';

export interface MetaView {
  /** Used rows only: finite yi, vi above 0. */
  readonly yi: readonly number[];
  readonly vi: readonly number[];
  readonly slab: readonly string[];
  readonly options: { readonly method: Tau2Method; readonly test: MeanTest; readonly level: number };
  readonly measure: string;
  readonly estimate: number | null;
  readonly tau2: number | null;
  /** Model, estimator, interval, k, tau2 and which I2. */
  readonly line: string;
  readonly seed: number;
  /** Place of each row in time; null when unknown. */
  readonly dates: readonly (string | null)[];
  /** Numbers that may explain the effects, by what stands under their axis. */
  readonly moderators: readonly {
    readonly name: string;
    readonly title: string;
    readonly values: readonly (number | null)[];
    readonly caution: string;
  }[];
  /** Are the rows models that sat the same tasks? Then most readings of these figures don't hold. */
  readonly sharedTasks: boolean;
  /** Fits of subsets that were made already. */
  readonly gosh?: Gosh;
}

/** Said under every figure that reads the rows as independent. */
export const caution = (view: MetaView): string =>
  view.sharedTasks ? ' Takes models as independent studies, which shared tasks break.' : '';

/** Title of an axis of effects. */
export const viewTitle = (view: MetaView): string =>
  view.sharedTasks ? effectTitle(view.measure) : titleWithUnit('Effect', view.measure);

export const effectData = (view: MetaView): EffectData => ({ yi: view.yi, vi: view.vi, slab: view.slab });

/** The models of an analysis that entered its pooled fit. */
export function metaView(analysis: Analysis, line: string): MetaView {
  const { pooled, options } = analysis;
  const used = analysis.models.filter(
    (model) => finite(model.yi) && finite(model.vi) && model.vi > 0 && model.weight !== null,
  );
  return {
    yi: used.map((model) => model.yi!),
    vi: used.map((model) => model.vi!),
    slab: used.map((model) => model.label),
    options: { method: pooled.method, test: pooled.test, level: pooled.level },
    measure: pooled.measure,
    estimate: pooled.estimate,
    tau2: pooled.tau2,
    line,
    seed: options.seed,
    dates: used.map((model) => model.date),
    moderators: [
      {
        name: 'pass-rate',
        title: 'Pass rate over all tasks (%)',
        values: used.map((model) => (finite(model.passRate) ? 100 * model.passRate : null)),
        caution: 'Both axes come from the same outcomes: a slope also arises from floor and ceiling.',
      },
      {
        name: 'date',
        title: 'Date (year)',
        values: used.map((model) => yearOf(model.date)),
        caution: '',
      },
    ],
    sharedTasks: true,
  };
}

export interface EffectViewOptions {
  /** RD, RR, OR, AS: how effects are written; as they are when not given. */
  readonly measure?: string;
  readonly seed?: number;
  /** Place of each row of the data in time, for the cumulative figure. */
  readonly dates?: readonly (string | null)[];
  /** A bubble plot for each of those that are numbers. */
  readonly moderators?: readonly Moderator[];
}

/**
 * Rows of any table of effects that entered `fit`, in its order.
 *
 * @example effectMetaView(fitMeta(data), data).yi // the effects that were pooled
 */
export function effectMetaView(
  fit: MetaFit & Pick<MetaAnalysis, 'gosh'>,
  data: EffectData,
  { measure = '', seed = 1, dates, moderators = [] }: EffectViewOptions = {},
): MetaView {
  const used = fit.rows.map((row) => row - 1);
  return {
    yi: used.map((i) => data.yi[i]!),
    vi: used.map((i) => data.vi[i]!),
    slab: fit.slab,
    options: { method: fit.method, test: fit.test, level: fit.level },
    measure,
    estimate: fit.estimate,
    tau2: fit.tau2,
    line: fitLine(fit, measure),
    seed,
    dates: used.map((i) => dates?.[i] ?? null),
    moderators: moderators.filter(isNumeric).map(({ name, values }) => ({
      name,
      title: name,
      values: used.map((i) => (typeof values[i] === 'number' ? values[i] : null)),
      caution: moderators.length > 1 ? 'This moderator alone; the table has all together.' : '',
    })),
    sharedTasks: false,
    ...(fit.gosh !== undefined && { gosh: fit.gosh }),
  };
}

const isNumeric = ({ values, kind }: Moderator): boolean =>
  kind !== 'factor' && Array.from(values).every((value) => value === null || typeof value === 'number');

/** "2025-07" is 2025.5; null when there is no date. A date without a month stands in the middle of its year. */
export function yearOf(date: string | null): number | null {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date ?? '');
  if (found === null) return null;
  const [, year, month, day] = found;
  if (month === undefined) return Number(year) + 0.5;
  return Number(year) + (Number(month) - 1 + (Number(day ?? 15) - 1) / 31) / 12;
}
