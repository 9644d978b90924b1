/**
 * The forms of `forms.ts` for a design X of any p: at each weighting a thin QR of sqrt(W) X by modified
 * Gram-Schmidt, repeated where it cancels (orthogonal to working precision). O(k p^2) time, buffers made once.
 */
import { Forms } from './forms.ts';

const LOG_2PI = Math.log(2 * Math.PI);

export class RegressionModel extends Forms {
  readonly k: number;
  readonly p: number;
  readonly vMin: number;
  readonly vMax: number;
  readonly vMean: number;
  /** Columns of the design, each of length k. */
  readonly columns: readonly Float64Array[];
  readonly vi: Float64Array;
  /** Orthonormal columns of sqrt(W) X and the residual sqrt(W)(y - Xb) at the weights last asked for. */
  readonly q: readonly Float64Array[];
  readonly residual: Float64Array;
  /** Upper triangular, r[i][j] for i <= j. */
  private readonly r: Float64Array[];
  private readonly qty: Float64Array;
  /** Weights last asked for, their square roots, and the diagonal of the hat matrix. */
  private readonly weight: Float64Array;
  private readonly root: Float64Array;
  private readonly leverage: Float64Array;
  /** y less its unweighted fit, whose coefficients are kept apart. */
  private readonly y: Float64Array;
  private readonly first: Float64Array;
  private xxLogDet = Number.NaN;

  /** The columns must be independent (see `independentColumns`) and k > 0. Nothing is copied but yi. */
  constructor(yi: Float64Array, vi: Float64Array, columns: readonly Float64Array[]) {
    super();
    const k = yi.length;
    this.k = k;
    this.p = columns.length;
    this.columns = columns;
    this.vi = vi;
    this.y = new Float64Array(k);
    this.q = columns.map(() => new Float64Array(k));
    this.r = columns.map(() => new Float64Array(columns.length));
    this.qty = new Float64Array(columns.length);
    this.residual = new Float64Array(k);
    this.root = new Float64Array(k).fill(1);
    this.weight = new Float64Array(k).fill(1);
    this.leverage = new Float64Array(k);
    let vMin = Number.POSITIVE_INFINITY;
    let vMax = 0;
    let sumV = 0;
    for (const v of vi) {
      sumV += v;
      if (v < vMin) vMin = v;
      if (v > vMax) vMax = v;
    }
    this.vMin = vMin;
    this.vMax = vMax;
    this.vMean = sumV / k;
    this.first = new Float64Array(this.p);
    this.update(yi);
  }

  /** Takes new effects, and what now stands in the columns: one model serves many arrangements. */
  update(yi: Float64Array): this {
    const { k, y, residual, first } = this;
    let sumY = 0;
    for (let i = 0; i < k; i++) sumY += yi[i];
    const mean = sumY / k;
    let ssMean = 0;
    for (let i = 0; i < k; i++) ssMean += (yi[i] - mean) ** 2;
    this.ssMean = ssMean;
    y.set(yi);
    this.root.fill(1);
    first.fill(0);
    this.decompose();
    first.set(this.coefficients());
    y.set(residual);
    let ssr = 0;
    for (let i = 0; i < k; i++) ssr += y[i] * y[i];
    this.ssr = ssr;
    this.xxLogDet = this.logDet();
    return this;
  }

  at(tau2: number): void {
    const { vi, k, q, p, residual, root, weight, leverage } = this;
    for (let i = 0; i < k; i++) {
      weight[i] = 1 / (vi[i] + tau2);
      root[i] = Math.sqrt(weight[i]);
    }
    this.decompose();
    this.leverages();
    const heavy = this.heavyRows();
    let sumW = 0;
    let sumW2 = 0;
    let yPy = 0;
    let yPPy = 0;
    let cubic = 0;
    let trP = 0;
    let diagonal2 = 0;
    // Sum of the squares of P off its diagonal: w_i w_j (q_i . q_j)^2.
    let side = 0;
    for (let i = 0; i < k; i++) {
      const w = weight[i];
      const h = leverage[i];
      const e2 = residual[i] * residual[i];
      sumW += w;
      sumW2 += w * w;
      yPy += e2;
      yPPy += w * e2;
      cubic += w * w * e2;
      const free = heavy.get(i) ?? 1 - h;
      trP += w * free;
      diagonal2 += (w * free) ** 2;
      if (!heavy.has(i)) side -= (w * h) ** 2;
    }
    let projected = 0;
    for (let a = 0; a < p; a++) projected += weightedProduct(weight, q[a], residual) ** 2;
    // Rows that carry a coefficient alone are kept out of the product, whose square theirs would drown.
    for (const i of heavy.keys()) {
      for (let j = 0; j < k; j++) {
        if (j !== i) side += (heavy.has(j) ? 1 : 2) * weight[i] * weight[j] * this.rowProduct(i, j) ** 2;
      }
    }
    for (const i of heavy.keys()) weight[i] = 0;
    for (let a = 0; a < p; a++) {
      for (let b = 0; b < a; b++) side += 2 * weightedProduct(weight, q[a], q[b]) ** 2;
      side += weightedProduct(weight, q[a], q[a]) ** 2;
    }
    this.sumW = sumW;
    this.sumW2 = sumW2;
    this.yPy = yPy;
    this.yPPy = yPPy;
    this.yPPPy = cubic - projected;
    this.trP = trP;
    this.trPP = diagonal2 + side;
  }

  atWeights(weights: ArrayLike<number> | null): void {
    const { vi, k, q, p, residual, root, weight, leverage } = this;
    for (let i = 0; i < k; i++) {
      weight[i] = weights === null ? 1 : weights[i];
      root[i] = Math.sqrt(weight[i]);
    }
    this.decompose();
    this.leverages();
    this.sumW = 0;
    this.sumW2 = 0;
    this.yPy = 0;
    this.trP = 0;
    this.trPP = 0;
    this.trPV = 0;
    this.trPVP = 0;
    this.trPVPV = 0;
    const byV = weight.map((a, i) => a * vi[i]);
    for (let i = 0; i < k; i++) {
      const a = weight[i];
      const b = byV[i];
      const h = leverage[i];
      this.sumW += a;
      this.sumW2 += a * a;
      this.yPy += residual[i] * residual[i];
      this.trP += a * (1 - h);
      this.trPV += b * (1 - h);
      this.trPP += a * a * (1 - 2 * h);
      this.trPVP += a * b * (1 - 2 * h);
      this.trPVPV += b * b * (1 - 2 * h);
    }
    for (let c = 0; c < p; c++) {
      for (let d = 0; d < p; d++) {
        const inA = weightedProduct(weight, q[c], q[d]);
        const inB = weightedProduct(byV, q[c], q[d]);
        this.trPP += inA * inA;
        this.trPVP += inA * inB;
        this.trPVPV += inB * inB;
      }
    }
  }

  logLik(tau2: number, restricted: boolean): number {
    this.at(tau2);
    let logs = 0;
    for (const v of this.vi) logs += Math.log(v + tau2);
    const full = this.k * LOG_2PI + logs + this.yPy;
    if (!restricted) return -0.5 * full;
    return -0.5 * (full - this.p * LOG_2PI - this.xxLogDet + this.logDet());
  }

  /** (X'WX)^-1 X'Wy at the weights last asked for. */
  coefficients(): Float64Array {
    const { p, r, qty } = this;
    const b = new Float64Array(p);
    for (let i = p - 1; i >= 0; i--) {
      let sum = qty[i];
      for (let j = i + 1; j < p; j++) sum -= r[i][j] * b[j];
      b[i] = sum / r[i][i];
    }
    for (let i = 0; i < p; i++) b[i] += this.first[i];
    return b;
  }

  /** (X'WX)^-1 = R^-1 R^-T at the weights last asked for, by rows. */
  inverse(): Float64Array[] {
    const { p, r } = this;
    const inverseR = Array.from({ length: p }, () => new Float64Array(p));
    for (let j = 0; j < p; j++) {
      inverseR[j][j] = 1 / r[j][j];
      for (let i = j - 1; i >= 0; i--) {
        let sum = 0;
        for (let m = i + 1; m <= j; m++) sum += r[i][m] * inverseR[m][j];
        inverseR[i][j] = -sum / r[i][i];
      }
    }
    return inverseR.map((rowA, a) =>
      Float64Array.from(inverseR, (rowB, b) => {
        let sum = 0;
        for (let m = Math.max(a, b); m < p; m++) sum += rowA[m] * rowB[m];
        return sum;
      }),
    );
  }

  private logDet(): number {
    let sum = 0;
    for (let j = 0; j < this.p; j++) sum += 2 * Math.log(Math.abs(this.r[j][j]));
    return sum;
  }

  /**
   * Rows with a leverage h above 0.999, each with its 1 - h to full precision: 1 / (1 + w x'M x) with M = (X'WX)^-1 of
   * the other rows (0 where they leave the design singular). The difference 1 - h would be rounding.
   */
  private heavyRows(): Map<number, number> {
    const heavy = new Map<number, number>();
    for (let i = 0; i < this.k; i++) {
      if (this.leverage[i] > 0.999) heavy.set(i, this.freedomOf(i));
    }
    return heavy;
  }

  private freedomOf(row: number): number {
    const { p, columns, root } = this;
    const others = columns.map((column) => {
      const weighted = column.map((x, i) => x * root[i]);
      weighted[row] = 0;
      return weighted;
    });
    // u solves R'u = sqrt(w) x, R of the other rows: column by column with the decomposition.
    const u: number[] = [];
    let size = 0;
    for (let j = 0; j < p; j++) {
      let rest = columns[j][row] * root[row];
      const before = norm(others[j]);
      const length = orthogonalise(others[j], others, j, (m, along) => {
        rest -= along * u[m];
      });
      if (!(length > 1e-14 * before)) {
        if (rest !== 0) return 0;
        u.push(0);
        continue;
      }
      scale(others[j], 1 / length);
      u.push(rest / length);
      size += u[j] * u[j];
    }
    return 1 / (1 + size);
  }

  private rowProduct(i: number, j: number): number {
    let sum = 0;
    for (const unit of this.q) sum += unit[i] * unit[j];
    return sum;
  }

  private leverages(): void {
    const { k, q, leverage } = this;
    leverage.fill(0);
    for (const unit of q) for (let i = 0; i < k; i++) leverage[i] += unit[i] * unit[i];
  }

  /** q, r, qty and residual at the weights whose roots stand in `root`. */
  private decompose(): void {
    const { k, p, q, r, columns, residual, qty, y, root } = this;
    for (let j = 0; j < p; j++) {
      const qj = q[j];
      const column = columns[j];
      for (let i = 0; i < k; i++) qj[i] = root[i] * column[i];
    }
    for (let i = 0; i < k; i++) residual[i] = root[i] * y[i];
    for (let j = 0; j < p; j++) {
      r[j].fill(0);
      const length = orthogonalise(q[j], q, j, (m, along) => {
        r[m][j] += along;
      });
      r[j][j] = length;
      scale(q[j], 1 / length);
    }
    qty.fill(0);
    orthogonalise(residual, q, p, (m, along) => {
      qty[m] += along;
    });
  }
}

/**
 * Takes the parts along the first `count` unit vectors out of x, once more when that left less than 0.7 of its length
 * (Kahan's rule: twice is enough); returns the length left.
 */
function orthogonalise(
  x: Float64Array,
  units: readonly Float64Array[],
  count: number,
  found: (m: number, along: number) => void,
): number {
  if (count === 0) return norm(x);
  let before = norm(x);
  for (let pass = 0; pass < 2; pass++) {
    for (let m = 0; m < count; m++) found(m, removeComponent(x, units[m]));
    const after = norm(x);
    if (after >= 0.7 * before) return after;
    before = after;
  }
  return before;
}

function weightedProduct(w: Float64Array, x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < w.length; i++) sum += w[i] * x[i] * y[i];
  return sum;
}

/** x less its part along the unit vector u; the length of that part. */
function removeComponent(x: Float64Array, u: Float64Array): number {
  let along = 0;
  for (let i = 0; i < x.length; i++) along += x[i] * u[i];
  for (let i = 0; i < x.length; i++) x[i] -= along * u[i];
  return along;
}

/**
 * Positions of the columns that do not depend on those before them: the part of a column that is orthogonal to
 * the earlier ones must exceed 1e-7 of its length (the rule of R's lm).
 */
export function independentColumns(columns: readonly Float64Array[]): number[] {
  const kept: number[] = [];
  const basis: Float64Array[] = [];
  columns.forEach((column, at) => {
    const rest = Float64Array.from(column);
    const before = norm(rest);
    for (let pass = 0; pass < 2; pass++) for (const u of basis) removeComponent(rest, u);
    const after = norm(rest);
    if (!(after > 1e-7 * before)) return;
    for (let i = 0; i < rest.length; i++) rest[i] /= after;
    basis.push(rest);
    kept.push(at);
  });
  return kept;
}

function scale(x: Float64Array, factor: number): void {
  for (let i = 0; i < x.length; i++) x[i] *= factor;
}

function norm(x: Float64Array): number {
  let sum = 0;
  for (const value of x) sum += value * value;
  return Math.sqrt(sum);
}
