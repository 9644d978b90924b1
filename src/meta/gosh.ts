/** GOSH: the fit of many subsets of the rows, to see whether a few rows make the heterogeneity. */
import { InputError } from '../errors.ts';
import { type RandomStream, randomStream } from '../stats/random.ts';
import { meanFitter } from './mean-summary.ts';
import { badCount, needRows, noGenqDiagnostics } from './messages.ts';
import { checkOptions } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MetaOptions } from './types.ts';

export interface Gosh {
  /** All 2^k - 1 subsets, or a sample of them. */
  readonly exact: boolean;
  readonly subsets: number;
  readonly seed: number | null;
  /** 1-based input rows; `included[s]` lists those of subset s by their position in `rows`. */
  readonly rows: readonly number[];
  readonly included: readonly (readonly number[])[];
  readonly estimate: readonly number[];
  /** Percent; 0 for subsets of one row. */
  readonly i2: readonly number[];
  readonly h2: readonly number[];
  readonly tau2: readonly number[];
  readonly q: readonly number[];
}

/**
 * The fit of every non-empty subset of the rows when there are at most `subsets` of them, else of `subsets` subsets
 * drawn with the seed: every non-empty subset is equally likely, draws are independent. As R's `metafor::gosh`
 * (which draws from another generator). Olkin, Dahabreh & Trikalinos 2012, 10.1002/jrsm.1053.
 *
 * @throws InputError as `fitMeta`; fewer than 2 usable rows; subsets not a whole number of 1 or more; GENQ.
 * @example
 * const all = gosh({ yi: [1, 3], vi: [1, 1] }, { method: 'EE', test: 'z' });
 * all.estimate // [1, 3, 2]
 */
export function gosh(
  data: EffectData,
  options: MetaOptions = {},
  { subsets = 100_000, seed = 1 }: { readonly subsets?: number; readonly seed?: number } = {},
): Gosh {
  const checked = checkOptions(options, data);
  if (checked.method === 'GENQ') throw new InputError(noGenqDiagnostics());
  if (!(Number.isInteger(subsets) && subsets >= 1)) throw new InputError(badCount('subsets', subsets));
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 2) throw new InputError(needRows('gosh', 2, k));
  const { unit, y, v } = scaleRows(rows);
  const exact = k < 40 && 2 ** k - 1 <= subsets;
  const count = exact ? 2 ** k - 1 : subsets;
  const stream = randomStream(seed, 'gosh');
  const pool = meanFitter(checked);
  const subY = new Float64Array(k);
  const subV = new Float64Array(k);
  const out = {
    included: [] as number[][],
    estimate: [] as number[],
    i2: [] as number[],
    h2: [] as number[],
    tau2: [] as number[],
    q: [] as number[],
  };
  for (let s = 1; s <= count; s++) {
    const included = exact ? bitsOf(s, k) : drawSubset(stream, k);
    included.forEach((i, n) => {
      subY[n] = y[i];
      subV[n] = v[i];
    });
    const numbers = pool(subY, subV, included.length);
    out.included.push(included);
    out.estimate.push(numbers.estimate * unit);
    out.i2.push(numbers.i2);
    out.h2.push(numbers.h2);
    out.tau2.push(numbers.tau2 * unit * unit);
    out.q.push(numbers.q);
  }
  return {
    exact,
    subsets: count,
    seed: exact ? null : seed,
    rows: Array.from(rows.index, (i) => i + 1),
    ...out,
  };
}

function bitsOf(subset: number, k: number): number[] {
  return Array.from({ length: k }, (_, i) => i).filter((i) => Math.floor(subset / 2 ** i) % 2 === 1);
}

/** A fair coin a row, drawn again should none come up. */
function drawSubset(stream: RandomStream, k: number): number[] {
  for (;;) {
    const included: number[] = [];
    let word = 0;
    for (let i = 0; i < k; i++) {
      if (i % 32 === 0) word = stream.next();
      if ((word >>> (i % 32)) & 1) included.push(i);
    }
    if (included.length > 0) return included;
  }
}
