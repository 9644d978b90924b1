/** What the figures of one random-effects fit need; made from an analysis, or from any table of effects. */
import type { Analysis } from '../../../analysis/types.ts';
import { measureName } from '../../../format.ts';
import type { EffectData, MeanTest, Tau2Method } from '../../../meta/types.ts';
import { effectTitle } from '../axis.ts';
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
}

/** Said under every figure that reads the rows as independent. */
export const caution = (view: MetaView): string =>
  view.sharedTasks ? ' Takes models as independent studies, which shared tasks break.' : '';

/** Under an axis of effects: gaps of models, or whatever else was pooled ("Log risk ratio"). */
export function effectAxis({ sharedTasks, measure }: MetaView): string {
  if (sharedTasks) return effectTitle(measure);
  const name = measureName(measure);
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

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

/** "2025-07" is 2025.5; null when there is no date. A date without a month stands in the middle of its year. */
export function yearOf(date: string | null): number | null {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?/.exec(date ?? '');
  if (found === null) return null;
  const [, year, month, day] = found;
  if (month === undefined) return Number(year) + 0.5;
  return Number(year) + (Number(month) - 1 + (Number(day ?? 15) - 1) / 31) / 12;
}
