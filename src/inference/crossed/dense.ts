/**
 * Dense symmetric kernels on flat row-major Float64Arrays. The Laplace objective spends nearly all its time
 * here, some 30 times a fit, so the products run in 2 x 2 register blocks (measured: twice as fast as plain
 * dot products; 4 x 4 blocks gain no more) and write into arrays that the caller keeps.
 */

/**
 * out = a b' for a (m x k) and b (n x k); out is m x n.
 * With `lower` (a and b the same matrix) only what stands on and below the diagonal is sure to be filled.
 */
export function multiplyTransposed(
  a: Float64Array,
  m: number,
  b: Float64Array,
  n: number,
  k: number,
  out: Float64Array,
  lower = false,
): void {
  for (let i = 0; i < m; i += 2) {
    // The last odd row or column is computed twice rather than told apart.
    const i1 = Math.min(i + 1, m - 1);
    const end = lower ? i1 + 1 : n;
    for (let j = 0; j < end; j += 2) {
      const j1 = Math.min(j + 1, n - 1);
      const a0 = i * k;
      const a1 = i1 * k;
      const b0 = j * k;
      const b1 = j1 * k;
      let s00 = 0;
      let s01 = 0;
      let s10 = 0;
      let s11 = 0;
      for (let l = 0; l < k; l++) {
        const x0 = a[a0 + l];
        const x1 = a[a1 + l];
        const y0 = b[b0 + l];
        const y1 = b[b1 + l];
        s00 += x0 * y0;
        s01 += x0 * y1;
        s10 += x1 * y0;
        s11 += x1 * y1;
      }
      out[i * n + j] = s00;
      out[i * n + j1] = s01;
      out[i1 * n + j] = s10;
      out[i1 * n + j1] = s11;
    }
  }
}

/**
 * Cholesky factor of the symmetric n x n matrix whose lower triangle is in `a`, in place: a = L L'.
 * False when a pivot is not positive (the contents are then of no use).
 */
export function choleskyInPlace(a: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const ri = i * n;
    for (let j = 0; j <= i; j++) {
      const rj = j * n;
      let s = a[ri + j];
      for (let l = 0; l < j; l++) s -= a[ri + l] * a[rj + l];
      if (j < i) a[ri + j] = s / a[rj + j];
      else if (s > 0) a[ri + i] = Math.sqrt(s);
      else return false;
    }
  }
  return true;
}

/** log of the determinant of L L'. */
export function logDeterminant(factor: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.log(factor[i * n + i]);
  return 2 * sum;
}

/** Solves L L' x = x in place. */
export function solveInPlace(factor: Float64Array, n: number, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    const ri = i * n;
    let s = x[i];
    for (let l = 0; l < i; l++) s -= factor[ri + l] * x[l];
    x[i] = s / factor[ri + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    const ri = i * n;
    x[i] /= factor[ri + i];
    const xi = x[i];
    for (let l = 0; l < i; l++) x[l] -= factor[ri + l] * xi;
  }
}

/** out = (L L')^-1, full and symmetric; `work` is n x n. */
export function invertFactor(factor: Float64Array, n: number, work: Float64Array, out: Float64Array): void {
  // work holds T = L^-1 transposed (row j is column j of L^-1), so that out = T T' is a product of rows.
  work.fill(0, 0, n * n);
  for (let j = 0; j < n; j++) {
    const rj = j * n;
    work[rj + j] = 1 / factor[rj + j];
    for (let i = j + 1; i < n; i++) {
      const ri = i * n;
      let s = 0;
      for (let l = j; l < i; l++) s -= factor[ri + l] * work[rj + l];
      work[rj + i] = s / factor[ri + i];
    }
  }
  multiplyTransposed(work, n, work, n, n, out, true);
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) out[j * n + i] = out[i * n + j];
}
