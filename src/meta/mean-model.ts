/**
 * The forms of `forms.ts` for a plain mean (X = 1): closed sums, O(k) time, no allocation once made. One object
 * serves any number of data sets by `load`, which is what the permutation engine does.
 */
import type { Forms } from './forms.ts';

const LOG_2PI = Math.log(2 * Math.PI);
const NO_ROWS = new Float64Array(0);

export class MeanModel implements Forms {
  k = 0;
  readonly p = 1;
  vMin = Number.NaN;
  vMax = Number.NaN;
  vMean = Number.NaN;
  ssr = Number.NaN;
  sumW = Number.NaN;
  sumW2 = Number.NaN;
  yPy = Number.NaN;
  yPPy = Number.NaN;
  yPPPy = Number.NaN;
  trP = Number.NaN;
  trPP = Number.NaN;
  trPV = Number.NaN;
  trPVP = Number.NaN;
  trPVPV = Number.NaN;
  /** The weighted mean at the weights last asked for. */
  mean = Number.NaN;
  private yi: Float64Array = NO_ROWS;
  private vi: Float64Array = NO_ROWS;
  /** The unweighted mean; deviations from it keep sums short. */
  private centre = 0;

  /** Points at the first k rows of yi and vi (not copied). */
  load(yi: Float64Array, vi: Float64Array, k: number): this {
    this.yi = yi;
    this.vi = vi;
    this.k = k;
    let sumY = 0;
    let sumV = 0;
    let vMin = Number.POSITIVE_INFINITY;
    let vMax = 0;
    for (let i = 0; i < k; i++) {
      const v = vi[i];
      sumY += yi[i];
      sumV += v;
      if (v < vMin) vMin = v;
      if (v > vMax) vMax = v;
    }
    const centre = sumY / k;
    let ssr = 0;
    let rest = 0;
    for (let i = 0; i < k; i++) {
      const d = yi[i] - centre;
      ssr += d * d;
      rest += d;
    }
    this.centre = centre;
    this.vMin = vMin;
    this.vMax = vMax;
    this.vMean = sumV / k;
    this.ssr = ssr - (rest * rest) / k;
    return this;
  }

  at(tau2: number): void {
    const { yi, vi, k, centre } = this;
    let w1 = 0;
    let w2 = 0;
    let w3 = 0;
    let wd = 0;
    for (let i = 0; i < k; i++) {
      const w = 1 / (vi[i] + tau2);
      const ww = w * w;
      w1 += w;
      w2 += ww;
      w3 += ww * w;
      wd += w * (yi[i] - centre);
    }
    const shift = wd / w1;
    const mean = centre + shift;
    let yPy = 0;
    let yPPy = 0;
    let w2e = 0;
    let w3ee = 0;
    for (let i = 0; i < k; i++) {
      const w = 1 / (vi[i] + tau2);
      const e = yi[i] - centre - shift;
      const we = w * e;
      const wwee = we * we;
      yPy += we * e;
      yPPy += wwee;
      w2e += w * we;
      w3ee += w * wwee;
    }
    this.mean = mean;
    this.sumW = w1;
    this.sumW2 = w2;
    this.yPy = yPy;
    this.yPPy = yPPy;
    this.yPPPy = w3ee - (w2e * w2e) / w1;
    this.trP = w1 - w2 / w1;
    this.trPP = w2 - (2 * w3) / w1 + (w2 / w1) ** 2;
  }

  atWeights(weights: ArrayLike<number> | null): void {
    const { yi, vi, k, centre } = this;
    let a1 = 0;
    let a2 = 0;
    let a3 = 0;
    let ad = 0;
    let av = 0;
    let a2v = 0;
    let a3v = 0;
    let a2vv = 0;
    let a3vv = 0;
    for (let i = 0; i < k; i++) {
      const a = weights === null ? 1 : weights[i];
      const v = vi[i];
      a1 += a;
      a2 += a * a;
      a3 += a * a * a;
      ad += a * (yi[i] - centre);
      av += a * v;
      a2v += a * a * v;
      a3v += a * a * a * v;
      a2vv += a * a * v * v;
      a3vv += a * a * a * v * v;
    }
    const shift = ad / a1;
    let yPy = 0;
    for (let i = 0; i < k; i++) {
      const e = yi[i] - centre - shift;
      yPy += (weights === null ? 1 : weights[i]) * e * e;
    }
    this.mean = centre + shift;
    this.sumW = a1;
    this.sumW2 = a2;
    this.yPy = yPy;
    this.trP = a1 - a2 / a1;
    this.trPP = a2 - (2 * a3) / a1 + (a2 / a1) ** 2;
    this.trPV = av - a2v / a1;
    this.trPVP = a2v - (2 * a3v) / a1 + (a2v * a2) / (a1 * a1);
    this.trPVPV = a2vv - (2 * a3vv) / a1 + (a2v / a1) ** 2;
  }

  logLik(tau2: number, restricted: boolean): number {
    const { vi, k } = this;
    this.at(tau2);
    let logs = 0;
    for (let i = 0; i < k; i++) logs += Math.log(vi[i] + tau2);
    const full = k * LOG_2PI + logs + this.yPy;
    return -0.5 * (restricted ? full - LOG_2PI - Math.log(k) + Math.log(this.sumW) : full);
  }
}
