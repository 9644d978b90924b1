/** Subgroup analysis: one pooled effect a group, and a test of their difference. */
import { InputError } from '../errors.ts';
import { chi2LogSf } from '../stats/distributions.ts';
import { byCodePoint, missingReason } from './design.ts';
import { fitRows } from './fit.ts';
import { fromLogP, meanEstimate } from './inference.ts';
import * as say from './messages.ts';
import { checkOptions, oneOf } from './options.ts';
import { fitMetaRegression } from './regression.ts';
import { type EffectRows, effectRows } from './rows.ts';
import type { EffectData, MeanEstimate, MetaFit, MetaOptions, OmnibusTest } from './types.ts';

/** tau2 of its own for each group, or one for all. */
export type SubgroupTau2 = 'separate' | 'common';

export interface Subgroup {
  readonly level: string;
  readonly k: number;
  /** 1-based input rows and their labels. */
  readonly rows: readonly number[];
  readonly slab: readonly string[];
  /** Pooled effect; null for a group of one row, whose effect is `single`. */
  readonly pooled: MeanEstimate | null;
  readonly single: { readonly yi: number; readonly vi: number } | null;
  /** Under separate tau2 the whole fit. */
  readonly fit: MetaFit | null;
  readonly tau2: number | null;
}

export interface Subgroups {
  readonly column: string;
  readonly tau2Model: SubgroupTau2;
  readonly groups: readonly Subgroup[];
  /** The common tau2; null under separate. */
  readonly tau2: number | null;
  /** Test that all groups have one effect: Q between (chi2) or, under a common tau2 and a t test, F. */
  readonly difference: OmnibusTest | null;
  readonly dropped: MetaFit['dropped'];
  readonly warnings: readonly string[];
}

/**
 * Pools each group of `column` by itself.
 *
 * `separate`: each group is a fit of its own, with its own tau2; the test is Q = sum w (b - mean)^2 over groups with
 * w = 1/SE^2 of the group's own SE, chi2 with groups - 1 df. Groups of one row have no tau2, so they stay out of the
 * test. `common`: one tau2 from the model with a mean a group; the test is the Wald test of that model's group
 * coefficients (chi2, or F under knha and adhoc), groups of one row included. A group of one row is shown as that row,
 * without a pooled value. Groups are in code-point order.
 *
 * Agrees with `metafor::rma` run per group, and `rma(mods = ~ group - 1)`. Borenstein & Higgins 2013,
 * 10.1007/s11121-013-0377-7.
 *
 * @throws InputError as `fitMeta`; with a common tau2 when there are as many groups as rows.
 * @example
 * const data = { yi: [1, 3, 10, 12], vi: [1, 1, 1, 1] };
 * const column = { name: 'g', values: ['a', 'a', 'b', 'b'] };
 * // Means 2 and 11, variances 1/2: Q = 81.
 * fitSubgroups(data, column, { method: 'EE', test: 'z' }).difference?.statistic // 81
 */
export function fitSubgroups(
  data: EffectData,
  column: { readonly name: string; readonly values: ArrayLike<string | number | null> },
  options: MetaOptions = {},
  tau2Model: SubgroupTau2 = 'separate',
): Subgroups {
  oneOf('tau2Model', tau2Model, ['separate', 'common']);
  const checked = checkOptions(options, data);
  if (column.values.length !== data.yi.length) {
    throw new InputError(say.lengthMismatch(`subgroup ${column.name}`, column.values.length, data.yi.length));
  }
  const rows = effectRows(data, missingReason([column]));
  const levelOf = (at: number) => String(column.values[rows.index[at]]);
  const levels = [...new Set(Array.from(rows.index, (_, at) => levelOf(at)))].sort(byCodePoint);
  const parts = levels.map((level) => ({
    level,
    rows: subset(rows, (at) => levelOf(at) === level),
  }));
  const warnings: string[] = [];
  if (rows.dropped.length > 0) warnings.push(say.rowsDropped(rows.dropped.length, rows.kSupplied));
  if (levels.length < 2) warnings.push(say.oneGroup(column.name, levels.length));
  const singles = parts.filter((part) => part.rows.k === 1).map(({ level }) => level);
  if (singles.length > 0) warnings.push(say.singleGroups(singles));

  const head = { column: column.name, tau2Model, dropped: rows.dropped };
  if (tau2Model === 'separate') {
    const groups = parts.map((part) => {
      const fit = part.rows.k === 1 ? null : fitRows(part.rows, checked);
      return group(part, fit, fit, fit?.tau2 ?? null);
    });
    const difference = differenceOf(
      column.name,
      groups.flatMap(({ pooled }) => pooled ?? []),
    );
    return { ...head, groups, tau2: null, difference, warnings };
  }

  const factor = {
    name: column.name,
    values: Array.from(column.values, (x) => (x === null ? null : String(x))),
  };
  const fit = fitMetaRegression(data, [{ ...factor, kind: 'factor' as const }], options);
  warnings.push(...fit.warnings.filter((text) => !warnings.includes(text)));
  const df = fit.testUsed === 'z' ? null : fit.qDf;
  const groups = parts.map((part, g) => {
    // A group's mean is the intercept plus its coefficient.
    const b = fit.coefficients;
    const mean = (b[0].estimate as number) + (g === 0 ? 0 : (b[g].estimate as number));
    const variance = fit.vcov[0][0] + (g === 0 ? 0 : fit.vcov[g][g] + 2 * fit.vcov[0][g]);
    const pooled = part.rows.k === 1 ? null : meanEstimate(mean, Math.sqrt(variance), df, checked.level);
    return group(part, pooled, null, fit.tau2);
  });
  const difference =
    fit.qm === null
      ? null
      : {
          name: column.name,
          statistic: fit.qm,
          df1: fit.qmDf1 as number,
          df2: fit.qmDf2,
          p: fit.qmP as number,
          log10P: fit.qmLog10P as number,
        };
  return { ...head, groups, tau2: fit.tau2, difference, warnings };
}

function group(
  { level, rows }: { level: string; rows: EffectRows },
  pooled: MeanEstimate | null,
  fit: MetaFit | null,
  tau2: number | null,
): Subgroup {
  return {
    level,
    k: rows.k,
    rows: Array.from(rows.index, (i) => i + 1),
    slab: rows.slab,
    pooled: pooled === null ? null : estimateOnly(pooled),
    single: rows.k === 1 ? { yi: rows.yi[0], vi: rows.vi[0] } : null,
    fit,
    tau2,
  };
}

function estimateOnly({
  estimate,
  se,
  ciLower,
  ciUpper,
  statistic,
  df,
  p,
  log10P,
}: MeanEstimate): MeanEstimate {
  return { estimate, se, ciLower, ciUpper, statistic, df, p, log10P };
}

function differenceOf(name: string, groups: readonly MeanEstimate[]): OmnibusTest | null {
  const df1 = groups.length - 1;
  if (df1 < 1) return null;
  const means = groups.map(({ estimate }) => estimate as number);
  const weights = groups.map(({ se }) => 1 / (se as number) ** 2);
  const total = weights.reduce((a, b) => a + b, 0);
  const mean = means.reduce((sum, b, g) => sum + (weights[g] / total) * b, 0);
  const statistic = means.reduce((sum, b, g) => sum + weights[g] * (b - mean) ** 2, 0);
  return {
    name,
    statistic,
    df1,
    df2: null,
    ...fromLogP(chi2LogSf(statistic, df1)),
  };
}

/** The rows for which `keep` holds, as an input of their own; dropped rows are told elsewhere. */
export function subset(rows: EffectRows, keep: (at: number) => boolean): EffectRows {
  const at = Array.from({ length: rows.k }, (_, i) => i).filter(keep);
  return {
    k: at.length,
    yi: Float64Array.from(at, (i) => rows.yi[i]),
    vi: Float64Array.from(at, (i) => rows.vi[i]),
    slab: at.map((i) => rows.slab[i]),
    index: Int32Array.from(at, (i) => rows.index[i]),
    weights: rows.weights === null ? null : Float64Array.from(at, (i) => (rows.weights as Float64Array)[i]),
    kSupplied: at.length,
    dropped: [],
  };
}
