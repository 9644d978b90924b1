/** Dependent effects of one cluster made into one. */
import { InputError } from '../errors.ts';
import { missingReason } from './design.ts';
import { badRho, lengthMismatch } from './messages.ts';
import { effectRows } from './rows.ts';
import type { DroppedRow, EffectData } from './types.ts';

export interface AggregatedEffects {
  readonly cluster: readonly string[];
  readonly yi: readonly number[];
  readonly vi: readonly number[];
  /** Rows that went into each. */
  readonly size: readonly number[];
  readonly dropped: readonly DroppedRow[];
}

/**
 * One effect a cluster, its rows correlated by `rho`: V_ij = rho sqrt(vi vj). Weighted: yi = 1'V^-1 y / 1'V^-1 1,
 * vi = 1 / 1'V^-1 1; unweighted: the plain mean with 1'V1 / n^2. As R's
 * `metafor::aggregate(struct = "CS", rho = rho, weighted = )`. V^-1 in closed form: O(k) time. Clusters in order of
 * first appearance; missing clusters drop the row.
 *
 * @param rho from above -1/(n-1) of the largest cluster to below 1.
 * @throws InputError as `fitMeta`; rho outside that range.
 * @example
 * // vi 1 and rho 0.5: mean 2, variance (1 + 0.5) / 2
 * aggregate({ yi: [1, 3], vi: [1, 1] }, ['a', 'a'], 0.5).vi[0] // 0.75
 */
export function aggregate(
  data: EffectData,
  cluster: ArrayLike<string | number | null>,
  rho: number,
  weighted = true,
): AggregatedEffects {
  if (cluster.length !== data.yi.length) {
    throw new InputError(lengthMismatch('cluster', cluster.length, data.yi.length));
  }
  const rows = effectRows(data, missingReason([{ name: 'cluster', values: cluster }]));
  const groups = new Map<string, number[]>();
  rows.index.forEach((i, at) => {
    const key = String(cluster[i]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [at]);
    else group.push(at);
  });
  const largest = Math.max(1, ...[...groups.values()].map((at) => at.length));
  if (!(rho < 1 && rho * (largest - 1) > -1)) throw new InputError(badRho(rho, largest));
  const yi: number[] = [];
  const vi: number[] = [];
  for (const at of groups.values()) {
    const n = at.length;
    const sd = at.map((i) => Math.sqrt(rows.vi[i]));
    if (weighted) {
      // V = D R D, R^-1 = (I - rho / (1 + (n-1) rho) 11') / (1 - rho).
      const shared = rho / (1 + (n - 1) * rho);
      const sumInverse = sd.reduce((sum, s) => sum + 1 / s, 0);
      const weights = sd.map((s) => (1 / s - shared * sumInverse) / (s * (1 - rho)));
      const total = weights.reduce((sum, w) => sum + w, 0);
      yi.push(at.reduce((sum, i, m) => sum + (weights[m] / total) * rows.yi[i], 0));
      vi.push(1 / total);
    } else {
      const sumSd = sd.reduce((sum, s) => sum + s, 0);
      const sumV = at.reduce((sum, i) => sum + rows.vi[i], 0);
      yi.push(at.reduce((sum, i) => sum + rows.yi[i], 0) / n);
      vi.push((sumV * (1 - rho) + rho * sumSd * sumSd) / (n * n));
    }
  }
  return {
    cluster: [...groups.keys()],
    yi,
    vi,
    size: [...groups.values()].map((at) => at.length),
    dropped: rows.dropped,
  };
}
