/** QR of a design matrix by Householder reflections, with columns that add nothing found and set aside. */

export interface Qr {
  readonly rows: number;
  readonly columns: number;
  readonly rank: number;
  /** Column indices kept, in their order. */
  readonly kept: readonly number[];
  /** Column indices that are linear combinations of kept ones before them. */
  readonly dropped: readonly number[];
  /** Reflectors, one kept column each: `vectors[j][i]`, i >= j, scaled so that H = I - v v'. */
  readonly vectors: readonly Float64Array[];
  /** R of the kept columns: rank x rank, row-major, upper triangle. */
  readonly r: Float64Array;
}

/**
 * X = Q R for `x` row-major, rows x columns. Columns are taken in their order; one whose part outside the span of
 * those before it is less than `tolerance` of its length is dropped (so is a column of zeros), as R's `qr` does with
 * the same default. Scale of a column plays no part.
 *
 * @example qr([1, 1, 2, 1, 2, 4, 1, 3, 6], 3, 3).dropped // [2]
 */
export function qr(x: ArrayLike<number>, rows: number, columns: number, tolerance = 1e-7): Qr {
  const kept: number[] = [];
  const dropped: number[] = [];
  const vectors: Float64Array[] = [];
  const tops: Float64Array[] = [];
  for (let c = 0; c < columns; c++) {
    const column = new Float64Array(rows);
    for (let i = 0; i < rows; i++) column[i] = x[i * columns + c];
    const length = norm(column, 0);
    for (let j = 0; j < vectors.length; j++) reflect(vectors[j], column, j);
    const rank = vectors.length;
    const rest = norm(column, rank);
    if (rank >= rows || !(rest > tolerance * length)) {
      dropped.push(c);
      continue;
    }
    // v = (column +- rest e) / rest, then scaled so that H = I - v v' maps the column on -+rest e.
    const v = new Float64Array(rows);
    for (let i = rank; i < rows; i++) v[i] = column[i] / rest;
    const sign = v[rank] < 0 ? -1 : 1;
    v[rank] += sign;
    const scale = 1 / Math.sqrt(Math.abs(v[rank]));
    for (let i = rank; i < rows; i++) v[i] *= scale;
    column[rank] = -sign * rest;
    vectors.push(v);
    tops.push(column);
    kept.push(c);
  }
  const rank = kept.length;
  const r = new Float64Array(rank * rank);
  for (let j = 0; j < rank; j++) for (let i = 0; i <= j; i++) r[i * rank + j] = tops[j][i];
  return { rows, columns, rank, kept, dropped, vectors, r };
}

/** Q' y, as new values: the first `rank` belong to the fit, the rest are the residuals turned. */
export function qrTransposeTimes(q: Qr, y: ArrayLike<number>): Float64Array {
  const turned = Float64Array.from(y);
  for (let j = 0; j < q.rank; j++) reflect(q.vectors[j], turned, j);
  return turned;
}

/**
 * Least-squares coefficients of the kept columns.
 *
 * @example qrSolve(qr([1, 1, 1, 2, 1, 3], 3, 2), [3, 5, 7]) // [1, 2]
 */
export function qrSolve(q: Qr, y: ArrayLike<number>): Float64Array {
  const b = qrTransposeTimes(q, y).slice(0, q.rank);
  for (let i = q.rank - 1; i >= 0; i--) {
    for (let j = i + 1; j < q.rank; j++) b[i] -= q.r[i * q.rank + j] * b[j];
    b[i] /= q.r[i * q.rank + i];
  }
  return b;
}

/** (X'X)^-1 of the kept columns: rank x rank, symmetric. */
export function qrInverseCrossProduct(q: Qr): Float64Array {
  const p = q.rank;
  const inverse = new Float64Array(p * p);
  for (let j = 0; j < p; j++) {
    for (let i = j; i >= 0; i--) {
      let s = i === j ? 1 : 0;
      for (let k = i + 1; k <= j; k++) s -= q.r[i * p + k] * inverse[k * p + j];
      inverse[i * p + j] = s / q.r[i * p + i];
    }
  }
  const product = new Float64Array(p * p);
  for (let i = 0; i < p; i++) {
    for (let j = 0; j <= i; j++) {
      let s = 0;
      for (let k = i; k < p; k++) s += inverse[i * p + k] * inverse[j * p + k];
      product[i * p + j] = s;
      product[j * p + i] = s;
    }
  }
  return product;
}

/** Diagonal of the hat matrix X (X'X)^-1 X': each row's leverage, between 0 and 1, summing to the rank. */
export function qrLeverages(q: Qr): Float64Array {
  const leverages = new Float64Array(q.rows);
  for (let c = 0; c < q.rank; c++) {
    const column = new Float64Array(q.rows);
    column[c] = 1;
    for (let j = q.rank - 1; j >= 0; j--) reflect(q.vectors[j], column, j);
    for (let i = 0; i < q.rows; i++) leverages[i] += column[i] * column[i];
  }
  return leverages;
}

/** column <- (I - v v') column. */
function reflect(v: Float64Array, column: Float64Array, from: number): void {
  let s = 0;
  for (let i = from; i < column.length; i++) s += v[i] * column[i];
  if (s !== 0) for (let i = from; i < column.length; i++) column[i] -= s * v[i];
}

/** Euclidean length of column[from ..], without overflow. */
function norm(column: Float64Array, from: number): number {
  let largest = 0;
  for (let i = from; i < column.length; i++) largest = Math.max(largest, Math.abs(column[i]));
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  let s = 0;
  for (let i = from; i < column.length; i++) s += (column[i] / largest) ** 2;
  return largest * Math.sqrt(s);
}
