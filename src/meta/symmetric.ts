/**
 * Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations: simple, and accurate for small
 * eigenvalues too. Meant for clusters (n up to a few hundred); stops when the off-diagonal is below 1e-15 of the whole.
 */
export function symmetricEigen(matrix: readonly Float64Array[]): {
  values: Float64Array;
  /** vectors[j] belongs to values[j]. */
  vectors: Float64Array[];
} {
  const n = matrix.length;
  const a = matrix.map((row) => Float64Array.from(row));
  const u = a.map((_, i) => Float64Array.from({ length: n }, (_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < 60; sweep++) {
    let off = 0;
    let total = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        total += a[i][j] * a[i][j];
        if (i !== j) off += a[i][j] * a[i][j];
      }
    }
    if (off <= 1e-30 * total) break;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) rotate(a, u, p, q);
    }
  }
  return { values: Float64Array.from(a, (row, i) => row[i]), vectors: u };
}

/** Makes a[p][q] 0; u holds the eigenvectors as rows. */
function rotate(a: Float64Array[], u: Float64Array[], p: number, q: number): void {
  if (a[p][q] === 0) return;
  const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let m = 0; m < a.length; m++) {
    const [x, y] = [a[m][p], a[m][q]];
    a[m][p] = c * x - s * y;
    a[m][q] = s * x + c * y;
  }
  for (let m = 0; m < a.length; m++) {
    const [x, y] = [a[p][m], a[q][m]];
    a[p][m] = c * x - s * y;
    a[q][m] = s * x + c * y;
    const [z, w] = [u[p][m], u[q][m]];
    u[p][m] = c * z - s * w;
    u[q][m] = s * z + c * w;
  }
}

/**
 * B^(-1/2) of a positive semidefinite B, symmetric; eigenvalues below 1e-12 of the largest count as 0 and stay 0
 * (the Moore-Penrose root, as clubSandwich).
 */
export function inverseSquareRoot(matrix: readonly Float64Array[]): Float64Array[] {
  const { values, vectors } = symmetricEigen(matrix);
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  const out = matrix.map((row) => new Float64Array(row.length));
  values.forEach((value, j) => {
    if (!(value > 1e-12 * largest)) return;
    const vector = vectors[j];
    const scale = 1 / Math.sqrt(value);
    for (let i = 0; i < vector.length; i++) {
      for (let m = 0; m < vector.length; m++) out[i][m] += scale * vector[i] * vector[m];
    }
  });
  return out;
}
