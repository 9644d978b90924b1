/** Small dense symmetric matrices (a fit's parameters, some 3 to 30), row-major. */

/**
 * Eigenvalues and eigenvectors of a symmetric n x n matrix by Jacobi rotations, to rounding.
 * `vectors` holds eigenvector j in column j.
 */
export function eigenSymmetric(
  matrix: Float64Array,
  n: number,
): { values: Float64Array; vectors: Float64Array } {
  const a = matrix.slice();
  const vectors = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1;
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    let all = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        all += a[i * n + j] ** 2;
        if (i !== j) off += a[i * n + j] ** 2;
      }
    }
    if (!(off > 1e-32 * all)) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, vectors, n, p, q);
  }
  const values = Float64Array.from({ length: n }, (_, i) => a[i * n + i]);
  return { values, vectors };
}

function rotate(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const half = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  const t = (half >= 0 ? 1 : -1) / (Math.abs(half) + Math.hypot(half, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  const turn = (m: Float64Array, x: number, y: number) => {
    const mx = m[x];
    const my = m[y];
    m[x] = c * mx - s * my;
    m[y] = s * mx + c * my;
  };
  for (let i = 0; i < n; i++) turn(a, i * n + p, i * n + q);
  for (let i = 0; i < n; i++) turn(a, p * n + i, q * n + i);
  for (let i = 0; i < n; i++) turn(vectors, i * n + p, i * n + q);
}

/** V f(lambda) V' for each eigenvalue lambda: inverses, positive parts and the like. */
export function mapEigenvalues(
  { values, vectors }: { values: Float64Array; vectors: Float64Array },
  f: (value: number) => number,
): Float64Array {
  const n = values.length;
  const out = new Float64Array(n * n);
  const mapped = Array.from(values, f);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let l = 0; l < n; l++) sum += vectors[i * n + l] * mapped[l] * vectors[j * n + l];
      out[i * n + j] = sum;
    }
  }
  return out;
}

/** matrix x for a square row-major matrix. */
export function multiplyVector(matrix: Float64Array, x: Float64Array): Float64Array {
  const n = x.length;
  return Float64Array.from({ length: n }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += matrix[i * n + j] * x[j];
    return sum;
  });
}

export function dot(x: Float64Array, y: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * y[i];
  return sum;
}
