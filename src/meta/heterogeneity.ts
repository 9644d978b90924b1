/** Q, I2, H2 and the interval of tau2 for a plain mean. */
import type { MeanModel } from './mean-model.ts';
import { emptyQProfile } from './messages.ts';
import { qProfile } from './q-profile.ts';
import { standardErrorTau2 } from './se-tau2.ts';
import type { Tau2Method } from './tau2.ts';

export interface Heterogeneity {
  readonly q: number;
  readonly seTau2: number | null;
  readonly tau2Lower: number | null;
  readonly tau2Upper: number | null;
  readonly i2: number | null;
  readonly i2FromQ: number | null;
  readonly i2Lower: number | null;
  readonly i2Upper: number | null;
  readonly h2: number | null;
  readonly h2Lower: number | null;
  readonly h2Upper: number | null;
}

export const NO_HETEROGENEITY = {
  seTau2: null,
  tau2Lower: null,
  tau2Upper: null,
  i2: null,
  i2FromQ: null,
  i2Lower: null,
  i2Upper: null,
  h2: null,
  h2Lower: null,
  h2Upper: null,
} as const;

/** In the unit of v; all but Q null for k = 1. I2 in percent from the typical variance (k-1) / tr P, EE's from Q. */
export function heterogeneityOf(
  model: MeanModel,
  method: Tau2Method,
  tau2: number,
  level: number,
  weights: Float64Array | null,
  warnings: string[],
): Heterogeneity {
  const free = model.k - 1;
  model.at(0);
  const q = free === 0 ? 0 : model.yPy;
  if (free === 0) {
    return { q, ...NO_HETEROGENEITY };
  }
  const typical = free / model.trP;
  const i2 = (t: number) => (100 * t) / (t + typical);
  const h2 = (t: number) => t / typical + 1;
  const i2FromQ = q > free ? (100 * (q - free)) / q : 0;
  const { lower, upper, empty } = qProfile(model, level);
  if (empty) warnings.push(emptyQProfile());
  const seTau2 = standardErrorTau2(model, method, tau2, weights);
  return {
    q,
    seTau2: Number.isFinite(seTau2) ? seTau2 : null,
    tau2Lower: lower,
    tau2Upper: upper,
    i2: method === 'EE' ? i2FromQ : i2(tau2),
    i2FromQ,
    i2Lower: i2(lower),
    i2Upper: i2(upper),
    h2: method === 'EE' ? q / free : h2(tau2),
    h2Lower: h2(lower),
    h2Upper: h2(upper),
  };
}
