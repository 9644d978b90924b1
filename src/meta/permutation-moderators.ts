/** Permutation tests of moderators. */
import { InputError } from '../errors.ts';
import { chi2Quantile, logGamma } from '../stats/distributions.ts';
import { randomStream, shuffle } from '../stats/random.ts';
import { buildDesign, checkModerators, type DesignTerm, missingReason } from './design.ts';
import * as say from './messages.ts';
import { type CheckedOptions, checkOptions } from './options.ts';
import { BLOCK, checkDraws, EXACT_LIMIT, type PermutationOptions, TIE } from './permutation.ts';
import { checkSpan, omnibus } from './regression.ts';
import { independentColumns, RegressionModel } from './regression-model.ts';
import { effectRows, scaleRows } from './rows.ts';
import { estimateTau2, newSearch } from './tau2.ts';
import type { EffectData, MetaOptions, Moderator } from './types.ts';

export interface ModeratorPermutation {
  /** `rows`: rows of the design permuted; `freedman-lane`: residuals of the model without the tested moderators. */
  readonly scheme: 'rows' | 'freedman-lane';
  /** Two-sided p of each coefficient that is tested. */
  readonly coefficients: readonly { readonly term: string; readonly statistic: number; readonly p: number }[];
  /** Joint tests: every tested moderator of more than one column, and `all` tested ones together. */
  readonly omnibus: readonly { readonly name: string; readonly statistic: number; readonly p: number }[];
  readonly exact: boolean;
  readonly permutations: number;
  readonly log10Arrangements: number;
  readonly smallestP: number;
  readonly seed: number | null;
  readonly warnings: readonly string[];
}

/**
 * Without covariates (every moderator tested) the rows of the design are permuted over the pairs (yi, vi), as R's
 * `metafor::permutest`: equal rows of the design give equal arrangements, of which k! / prod m! are distinct. With
 * covariates that stay (`tested` names fewer moderators) Freedman and Lane's scheme: residuals of the model without
 * the tested moderators, each over sqrt(vi + tau2), are permuted, put back on that row's own sqrt(vi + tau2) and fit,
 * and the full model is fitted (Freedman & Lane 1983, 10.2307/1391660). Up to 100,000 arrangements are all listed,
 * p = share as extreme; else `draws` random ones, p = (1 + hits) / (1 + draws). Statistics: z or t values, QM or F.
 * Each refit estimates tau2 anew. Ties within 1e-10 count as equal.
 *
 * @throws InputError as `fitMetaRegression`; a tested name that is no moderator.
 * @example
 * // 10, 10, 10 against 0: four arrangements, one as extreme (case D4).
 * const data = { yi: [10, 10, 10, 0], vi: [1, 1, 1, 1] };
 * const g = { name: 'g', values: ['a', 'a', 'a', 'b'] };
 * permuteModerators(data, [g], { method: 'EE', test: 'z' }).omnibus[0].p // 0.25
 */
export function permuteModerators(
  data: EffectData,
  moderators: readonly Moderator[],
  options: MetaOptions = {},
  { draws = 10_000, seed = 1, tested }: PermutationOptions & { readonly tested?: readonly string[] } = {},
): ModeratorPermutation {
  const checked = checkOptions(options, data);
  if (checked.method === 'GENQ') throw new InputError(say.noGenqModerators());
  checkDraws(draws);
  checkModerators(moderators, data.yi.length);
  const names = moderators.map(({ name }) => name);
  const wanted = tested ?? names;
  for (const name of wanted) {
    if (!names.includes(name))
      throw new InputError(say.badOption('tested', name, `one of ${names.join(', ')}`));
  }
  const rows = effectRows(data, missingReason(moderators));
  const { k } = rows;
  const design = buildDesign(moderators, rows.index);
  const kept = independentColumns(design.columns);
  const terms = kept.map((at) => design.terms[at]);
  const columns = kept.map((at) => design.columns[at]);
  if (k <= columns.length)
    throw new InputError(say.tooManyParameters(names.join(', '), design.terms.length, k));
  const { y, v } = scaleRows(rows);
  checkSpan(v);
  const byRows = names.every((name) => wanted.includes(name));
  const plan = byRows ? permuteRows(y, v, columns) : freedmanLane(y, v, columns, terms, wanted, checked);
  const exact = plan.log10Arrangements <= Math.log10(EXACT_LIMIT) + 1e-9;

  const targets = targetsOf(terms, wanted, byRows);
  const statistics = (model: RegressionModel) => statisticsOf(model, targets, checked);
  const observed = statistics(new RegressionModel(y, v, columns));
  const hits = observed.map(() => 0);
  let permutations = 0;
  const visit = (model: RegressionModel) => {
    permutations++;
    statistics(model).forEach((value, j) => {
      if (value >= observed[j] * (1 - TIE)) hits[j]++;
    });
  };
  if (exact) plan.all(visit);
  else plan.random(visit, draws, seed);

  const share = (j: number) => (exact ? hits[j] / permutations : (1 + hits[j]) / (1 + permutations));
  const warnings: string[] = [];
  if (rows.dropped.length > 0) warnings.push(say.rowsDropped(rows.dropped.length, rows.kSupplied));
  if (!exact) warnings.push(say.monteCarlo(plan.log10Arrangements, draws));
  return {
    scheme: byRows ? 'rows' : 'freedman-lane',
    coefficients: targets.flatMap(({ term, name }, j) =>
      term === null ? [] : [{ term: name, statistic: observed[j], p: share(j) }],
    ),
    omnibus: targets.flatMap(({ term, name }, j) =>
      term === null ? [{ name, statistic: observed[j], p: share(j) }] : [],
    ),
    exact,
    permutations,
    log10Arrangements: plan.log10Arrangements,
    smallestP: exact ? 1 / permutations : 1 / (1 + permutations),
    seed: exact ? null : seed,
    warnings,
  };
}

/** A coefficient (one position) or a joint test (term null). */
interface Target {
  readonly name: string;
  readonly term: DesignTerm | null;
  readonly at: readonly number[];
}

function targetsOf(terms: readonly DesignTerm[], wanted: readonly string[], byRows: boolean): Target[] {
  const positions = (of: (term: DesignTerm) => boolean) => terms.flatMap((term, j) => (of(term) ? [j] : []));
  const isTested = (term: DesignTerm) => term.moderator !== null && wanted.includes(term.moderator);
  const single = positions((term) => isTested(term) || (byRows && term.moderator === null));
  return [
    ...single.map((j) => ({ name: terms[j].term, term: terms[j], at: [j] })),
    ...wanted
      .map((name) => ({ name, term: null, at: positions((term) => term.moderator === name) }))
      .filter(({ at }) => at.length > 1),
    { name: 'all', term: null, at: positions(isTested) },
  ].filter(({ at }) => at.length > 0);
}

/** |z| or |t| of each coefficient, QM or F of each joint test. */
function statisticsOf(model: RegressionModel, targets: readonly Target[], options: CheckedOptions): number[] {
  const { method, test } = options;
  const free = model.k - model.p;
  const median = method === 'PMM' ? chi2Quantile(0.5, free) : Number.NaN;
  model.at(estimateTau2(model, method, newSearch(), null, median));
  const ratio = model.yPy / free;
  // Without residual spread the floored form, as in fitMetaRegression.
  const factor = test === 'z' ? 1 : test === 'knha' && ratio >= 1e-25 ? ratio : Math.max(1, ratio);
  const b = Array.from(model.coefficients());
  const vcov = model.inverse().map((row) => Array.from(row, (value) => value * factor));
  return targets.map(({ term, at, name }) =>
    term !== null
      ? Math.abs(b[at[0]]) / Math.sqrt(vcov[at[0]][at[0]])
      : (omnibus(name, at, b, vcov, test === 'z' ? null : free)?.statistic ?? 0),
  );
}

interface Plan {
  readonly log10Arrangements: number;
  all(visit: (model: RegressionModel) => void): void;
  random(visit: (model: RegressionModel) => void, draws: number, seed: number): void;
}

/** Rows of the design over the rows of (y, v). */
function permuteRows(y: Float64Array, v: Float64Array, columns: readonly Float64Array[]): Plan {
  const k = y.length;
  const codes = new Map<string, number>();
  const first: number[] = [];
  const code = Int32Array.from(y, (_, i) => {
    const key = columns.map((column) => column[i]).join(' ');
    const known = codes.get(key);
    if (known !== undefined) return known;
    codes.set(key, first.length);
    first.push(i);
    return first.length - 1;
  });
  const sizes = new Array<number>(first.length).fill(0);
  for (const c of code) sizes[c]++;
  const log = logGamma(k + 1) - sizes.reduce((sum, n) => sum + logGamma(n + 1), 0);
  const model = new RegressionModel(
    y,
    v,
    columns.map((column) => Float64Array.from(column)),
  );
  const modelOf = (arrangement: Int32Array) => {
    columns.forEach((column, j) => {
      const placed = model.columns[j];
      for (let i = 0; i < k; i++) placed[i] = column[first[arrangement[i]]];
    });
    return model.update(y);
  };
  return {
    log10Arrangements: log / Math.LN10,
    all(visit) {
      const arrangement = Int32Array.from(code).sort();
      do visit(modelOf(arrangement));
      while (nextArrangement(arrangement));
    },
    random(visit, draws, seed) {
      const arrangement = new Int32Array(k);
      eachShuffle(k, draws, seed, (order) => {
        for (let i = 0; i < k; i++) arrangement[i] = code[order[i]];
        visit(modelOf(arrangement));
      });
    },
  };
}

/** Standardised residuals of the model without the tested moderators. */
function freedmanLane(
  y: Float64Array,
  v: Float64Array,
  columns: readonly Float64Array[],
  terms: readonly DesignTerm[],
  wanted: readonly string[],
  options: CheckedOptions,
): Plan {
  const k = y.length;
  const staying = columns.filter((_, j) => {
    const { moderator } = terms[j];
    return moderator === null || !wanted.includes(moderator);
  });
  const reduced = new RegressionModel(y, v, staying);
  const median = options.method === 'PMM' ? chi2Quantile(0.5, k - staying.length) : Number.NaN;
  const tau2 = estimateTau2(reduced, options.method, newSearch(), null, median);
  reduced.at(tau2);
  const root = v.map((vi) => Math.sqrt(vi + tau2));
  const standardised = Float64Array.from(reduced.residual);
  const fitted = y.map((yi, i) => yi - standardised[i] * root[i]);
  const model = new RegressionModel(y, v, columns);
  const permuted = new Float64Array(k);
  const modelOf = (order: Int32Array) => {
    for (let i = 0; i < k; i++) permuted[i] = fitted[i] + standardised[order[i]] * root[i];
    return model.update(permuted);
  };
  return {
    log10Arrangements: logGamma(k + 1) / Math.LN10,
    all(visit) {
      const order = Int32Array.from({ length: k }, (_, i) => i);
      do visit(modelOf(order));
      while (nextArrangement(order));
    },
    random(visit, draws, seed) {
      eachShuffle(k, draws, seed, (order) => visit(modelOf(order)));
    },
  };
}

function eachShuffle(k: number, draws: number, seed: number, visit: (order: Int32Array) => void): void {
  const order = new Int32Array(k);
  for (let start = 0, block = 0; start < draws; start += BLOCK, block++) {
    const stream = randomStream(seed, 'meta-permutation', block);
    for (let draw = start; draw < Math.min(draws, start + BLOCK); draw++) {
      for (let i = 0; i < k; i++) order[i] = i;
      visit(shuffle(order, stream));
    }
  }
}

/** The next arrangement in lexical order, in place; false after the last. Equal values give one arrangement. */
export function nextArrangement(a: Int32Array): boolean {
  let i = a.length - 2;
  while (i >= 0 && a[i] >= a[i + 1]) i--;
  if (i < 0) return false;
  let j = a.length - 1;
  while (a[j] <= a[i]) j--;
  [a[i], a[j]] = [a[j], a[i]];
  a.subarray(i + 1).reverse();
  return true;
}
