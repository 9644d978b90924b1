/**
 * Cholesky factors of symmetric positive definite matrices, and what follows from them. Matrices are row-major
 * Float64Arrays of n x n; only the lower triangle is read and written, what stands above the diagonal is left alone.
 */

/**
 * Overwrites the lower triangle of `a` with L, a = L L'. False when a pivot is not above n eps times its diagonal
 * entry (not positive definite to working precision); `a` is then partly overwritten.
 *
 * Row by row (dot products of rows lie together in memory), four columns at a time.
 */
export function choleskyInPlace(a: Float64Array, n: number): boolean {
  const floor = n * Number.EPSILON;
  for (let i = 0; i < n; i++) {
    const row = i * n;
    let j = 0;
    for (; j + 3 < i; j += 4) {
      const r0 = j * n;
      const r1 = r0 + n;
      const r2 = r1 + n;
      const r3 = r2 + n;
      let s0 = a[row + j];
      let s1 = a[row + j + 1];
      let s2 = a[row + j + 2];
      let s3 = a[row + j + 3];
      for (let k = 0; k < j; k++) {
        const v = a[row + k];
        s0 -= v * a[r0 + k];
        s1 -= v * a[r1 + k];
        s2 -= v * a[r2 + k];
        s3 -= v * a[r3 + k];
      }
      s0 /= a[r0 + j];
      s1 = (s1 - s0 * a[r1 + j]) / a[r1 + j + 1];
      s2 = (s2 - s0 * a[r2 + j] - s1 * a[r2 + j + 1]) / a[r2 + j + 2];
      s3 = (s3 - s0 * a[r3 + j] - s1 * a[r3 + j + 1] - s2 * a[r3 + j + 2]) / a[r3 + j + 3];
      a[row + j] = s0;
      a[row + j + 1] = s1;
      a[row + j + 2] = s2;
      a[row + j + 3] = s3;
    }
    for (; j < i; j++) {
      let s = a[row + j];
      for (let k = 0; k < j; k++) s -= a[row + k] * a[j * n + k];
      a[row + j] = s / a[j * n + j];
    }
    const diagonal = a[row + i];
    let pivot = diagonal;
    for (let k = 0; k < i; k++) pivot -= a[row + k] * a[row + k];
    if (!(pivot > floor * diagonal) || pivot === Number.POSITIVE_INFINITY) return false;
    a[row + i] = Math.sqrt(pivot);
  }
  return true;
}

/** L of a = L L' as a new matrix, zeros above the diagonal; null when `a` is not positive definite. */
export function cholesky(a: ArrayLike<number>, n: number): Float64Array | null {
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) l[i * n + j] = a[i * n + j];
  return choleskyInPlace(l, n) ? l : null;
}

/** Overwrites `b` (n values) with L^-1 b. */
export function forwardSolve(l: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let s = b[i];
    for (let k = 0; k < i; k++) s -= l[i * n + k] * b[k];
    b[i] = s / l[i * n + i];
  }
}

/** Overwrites `b` (n values) with L'^-1 b. */
export function backSolve(l: Float64Array, n: number, b: Float64Array): void {
  for (let i = n - 1; i >= 0; i--) {
    const v = b[i] / l[i * n + i];
    b[i] = v;
    for (let k = 0; k < i; k++) b[k] -= l[i * n + k] * v;
  }
}

/**
 * x with (L L') x = b, as new values.
 *
 * @example choleskySolve(cholesky([4, 2, 2, 3], 2)!, 2, [8, 7]) // [1.25, 1.5]
 */
export function choleskySolve(l: Float64Array, n: number, b: ArrayLike<number>): Float64Array {
  const x = Float64Array.from(b);
  forwardSolve(l, n, x);
  backSolve(l, n, x);
  return x;
}

/** log det(L L') = 2 sum log L_ii. */
export function choleskyLogDet(l: Float64Array, n: number): number {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += Math.log(l[i * n + i]);
  return 2 * sum;
}

/** (L L')^-1, full and exactly symmetric. */
export function choleskyInverse(l: Float64Array, n: number): Float64Array {
  // Rows of the inverse of L (lower), then its cross product, summed row by row.
  const lower = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    const row = i * n;
    for (let k = 0; k < i; k++) {
      const v = l[row + k];
      if (v !== 0) for (let j = 0; j <= k; j++) lower[row + j] -= v * lower[k * n + j];
    }
    const d = 1 / l[row + i];
    for (let j = 0; j < i; j++) lower[row + j] *= d;
    lower[row + i] = d;
  }
  const inverse = new Float64Array(n * n);
  for (let k = 0; k < n; k++) {
    for (let i = 0; i <= k; i++) {
      const v = lower[k * n + i];
      if (v !== 0) for (let j = 0; j <= i; j++) inverse[i * n + j] += v * lower[k * n + j];
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) inverse[j * n + i] = inverse[i * n + j];
  return inverse;
}
