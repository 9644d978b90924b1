/**
 * The one dense product of the crossed model, on flat row-major Float64Arrays. The Laplace objective spends most
 * of its time here, some 70 times a fit, so it runs in 2 x 2 register blocks (measured: twice as fast as plain
 * dot products; 4 x 4 blocks gain no more) and writes into an array that the caller keeps.
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
