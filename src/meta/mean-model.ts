/**
 * The forms of `forms.ts` for a plain mean (X = 1): closed sums, O(k) time, no allocation once made. One object
 * serves any number of data sets by `load`, which is what the permutation engine does.
 */
import { Forms } from './forms.ts';

const LOG_2PI = Math.log(2 * Math.PI);
const NO_ROWS = new Float64Array(0);

export class MeanModel extends Forms {
  k = 0;
  readonly p = 1;
  vMin = Number.NaN;
  vMax = Number.NaN;
  vMean = Number.NaN;
  /** The weighted mean at the weights last asked for. */
  mean = Number.NaN;
  private yi: Float64Array = NO_ROWS;
  private vi: Float64Array = NO_ROWS;
  /** The row of the smallest vi, and its effect. Sums leave it out and add it last: when it carries nearly all
   *  weight, 1 - h and the like would else be differences of nearly equal numbers. */
  private top = 0;
  private centre = 0;

  /** Points at the first k rows of yi and vi (not copied). */
  load(yi: Float64Array, vi: Float64Array, k: number): this {
    this.yi = yi;
    this.vi = vi;
    this.k = k;
    let sumV = 0;
    let vMax = 0;
    let top = 0;
    for (let i = 0; i < k; i++) {
      const v = vi[i];
      sumV += v;
      if (v < vi[top]) top = i;
      if (v > vMax) vMax = v;
    }
    const centre = yi[top];
    let sum = 0;
    for (let i = 0; i < k; i++) sum += yi[i] - centre;
    const shift = sum / k;
    let ssr = 0;
    for (let i = 0; i < k; i++) ssr += (yi[i] - centre - shift) ** 2;
    this.top = top;
    this.centre = centre;
    this.vMin = vi[top];
    this.vMax = vMax;
    this.vMean = sumV / k;
    this.ssr = ssr;
    this.ssMean = ssr;
    return this;
  }

  /**
   * Do the effects agree so well that a Knapp-Hartung factor (the spread y'Py over k-1) is rounding, or too small to
   * divide by?
   */
  isWithoutSpread(factor: number): boolean {
    if (factor < 1e-25) return true;
    let largest = 0;
    let deviation = 0;
    for (let i = 0; i < this.k; i++) {
      largest = Math.max(largest, Math.abs(this.yi[i]));
      deviation = Math.max(deviation, Math.abs(this.yi[i] - this.centre));
    }
    return deviation <= 8 * Number.EPSILON * largest;
  }

  at(tau2: number): void {
    const { yi, vi, k, centre, top } = this;
    let rest = 0;
    let rest2 = 0;
    let rest4 = 0;
    let wd = 0;
    for (let i = 0; i < k; i++) {
      if (i === top) continue;
      const w = 1 / (vi[i] + tau2);
      const ww = w * w;
      rest += w;
      rest2 += ww;
      rest4 += ww * ww;
      wd += w * (yi[i] - centre);
    }
    const wTop = 1 / (vi[top] + tau2);
    const sumW = rest + wTop;
    const perW = 1 / sumW;
    const shift = wd * perW;
    // The row `top` has deviation -shift and 1 - h = rest / sumW.
    let yPy = wTop * shift * shift;
    let yPPy = wTop * yPy;
    let w2e = -wTop * wTop * shift;
    let w3ee = wTop * yPPy;
    let trP = wTop * rest * perW;
    let diagonal2 = trP * trP;
    for (let i = 0; i < k; i++) {
      if (i === top) continue;
      const w = 1 / (vi[i] + tau2);
      const e = yi[i] - centre - shift;
      const we = w * e;
      const wwee = we * we;
      const diagonal = w - w * w * perW;
      yPy += we * e;
      yPPy += wwee;
      w2e += w * we;
      w3ee += w * wwee;
      trP += diagonal;
      diagonal2 += diagonal * diagonal;
    }
    this.mean = centre + shift;
    this.sumW = sumW;
    this.sumW2 = rest2 + wTop * wTop;
    this.yPy = yPy;
    this.yPPy = yPPy;
    this.yPPPy = w3ee - w2e * w2e * perW;
    this.trP = trP;
    this.trPP = diagonal2 + (2 * wTop * wTop * rest2 + rest2 * rest2 - rest4) * perW * perW;
  }

  atWeights(weights: ArrayLike<number> | null): void {
    const { yi, vi, k, centre } = this;
    const weight = (i: number) => (weights === null ? 1 : weights[i]);
    let top = 0;
    for (let i = 1; i < k; i++) if (weight(i) > weight(top)) top = i;
    let rest = 0;
    let rest2 = 0;
    let rest2v = 0;
    let ad = 0;
    for (let i = 0; i < k; i++) {
      const a = weight(i);
      ad += a * (yi[i] - centre);
      if (i === top) continue;
      rest += a;
      rest2 += a * a;
      rest2v += a * a * vi[i];
    }
    const aTop = weight(top);
    const sumA = rest + aTop;
    const shift = ad / sumA;
    const all2 = rest2 + aTop * aTop;
    const all2v = rest2v + aTop * aTop * vi[top];
    let yPy = 0;
    let trP = 0;
    let trPP = 0;
    let trPV = 0;
    let trPVP = 0;
    let trPVPV = 0;
    for (let i = 0; i < k; i++) {
      const a = weight(i);
      const v = vi[i];
      const e = yi[i] - centre - shift;
      const diagonal = i === top ? (a * rest) / sumA : a - (a * a) / sumA;
      // Sum of squares of the rest of the row of P, without and with V.
      const side = (a / sumA) ** 2 * (i === top ? rest2 : all2 - a * a);
      const sideV = (a / sumA) ** 2 * (i === top ? rest2v : all2v - a * a * v);
      yPy += a * e * e;
      trP += diagonal;
      trPP += diagonal * diagonal + side;
      trPV += diagonal * v;
      trPVP += (diagonal * diagonal + side) * v;
      trPVPV += (diagonal * diagonal * v + sideV) * v;
    }
    this.mean = centre + shift;
    this.sumW = sumA;
    this.sumW2 = all2;
    this.yPy = yPy;
    this.trP = trP;
    this.trPP = trPP;
    this.trPV = trPV;
    this.trPVP = trPVP;
    this.trPVPV = trPVPV;
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
