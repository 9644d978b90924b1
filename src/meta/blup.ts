/** Best linear unbiased predictions of each row's true effect. */
import { InputError } from '../errors.ts';
import { criticalValue } from './inference.ts';
import { meanFitter } from './mean-summary.ts';
import { needRows, noGenqDiagnostics } from './messages.ts';
import { checkOptions } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MetaOptions } from './types.ts';

export interface Blup {
  readonly row: number;
  readonly slab: string;
  readonly estimate: number;
  readonly se: number;
  readonly piLower: number;
  readonly piUpper: number;
}

/**
 * The true effect of each row, drawn towards the mean: r yi + (1 - r) b with r = tau2 / (tau2 + vi); variance
 * r vi + (1 - r)^2 var b. As R's `metafor::blup`; intervals by t with k-1 df under knha and adhoc, else normal.
 * Under EE or with tau2 = 0 every row is at the mean. Robinson 1991, 10.1214/ss/1177011926.
 *
 * @throws InputError as `fitMeta`; fewer than 2 usable rows; GENQ.
 * @example
 * // DL: tau2 = 1.5 (Q = 4, k-1 = 1, C = 2), r = 0.75, b = 2
 * blup({ yi: [1, 3], vi: [0.5, 0.5] }, { method: 'DL', test: 'z' })[0].estimate // 1.25
 */
export function blup(data: EffectData, options: MetaOptions = {}): Blup[] {
  const checked = checkOptions(options, data);
  if (checked.method === 'GENQ') throw new InputError(noGenqDiagnostics());
  const rows = effectRows(data);
  const { k } = rows;
  if (k < 2) throw new InputError(needRows('blup', 2, k));
  const { unit, y, v } = scaleRows(rows);
  const { estimate: mean, variance, tau2 } = meanFitter(checked)(y, v, k);
  const crit = criticalValue(checked.level, checked.test === 'z' ? null : k - 1);
  return Array.from(y, (yi, i) => {
    const r = tau2 / (tau2 + v[i]);
    const estimate = (r * yi + (1 - r) * mean) * unit;
    const se = Math.sqrt(r * v[i] + (1 - r) ** 2 * variance) * unit;
    return {
      row: rows.index[i] + 1,
      slab: rows.slab[i],
      estimate,
      se,
      piLower: estimate - crit * se,
      piUpper: estimate + crit * se,
    };
  });
}
