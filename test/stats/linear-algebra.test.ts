import { describe, expect, it } from 'vitest';
import {
  cholesky,
  choleskyInPlace,
  choleskyInverse,
  choleskyLogDet,
  choleskySolve,
  qr,
  qrInverseCrossProduct,
  qrLeverages,
  qrSolve,
  qrTransposeTimes,
} from '../../src/stats/linear-algebra.ts';
import { randomStream } from '../../src/stats/random.ts';
import { relativeError } from '../tolerance.ts';
import { reference } from './reference.ts';

const close = (found: ArrayLike<number>, wanted: ArrayLike<number>, tolerance: number) => {
  expect(found.length).toBe(wanted.length);
  const scale = Math.max(...Array.from(wanted, Math.abs));
  for (let i = 0; i < wanted.length; i++) {
    expect(Math.abs(found[i]! - wanted[i]!)).toBeLessThan(tolerance * scale);
  }
};

/** Second differences: determinant n + 1, inverse min(i,j) (n + 1 - max(i,j)) / (n + 1) with i, j from 1. */
function tridiagonal(n: number): Float64Array {
  const a = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    a[i * n + i] = 2;
    if (i > 0) a[i * n + i - 1] = a[(i - 1) * n + i] = -1;
  }
  return a;
}

describe('cholesky', () => {
  it('has the closed-form determinant, inverse and solution of second differences, at any size mod 4', () => {
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 61]) {
      const l = cholesky(tridiagonal(n), n)!;
      expect(Math.abs(choleskyLogDet(l, n) - Math.log(n + 1))).toBeLessThan(1e-13);
      const inverse = new Float64Array(n * n);
      for (let i = 1; i <= n; i++) {
        for (let j = 1; j <= n; j++) {
          inverse[(i - 1) * n + j - 1] = (Math.min(i, j) * (n + 1 - Math.max(i, j))) / (n + 1);
        }
      }
      close(choleskyInverse(l, n), inverse, 1e-13);
      // solution for the constant 1: i (n + 1 - i) / 2
      const ones = new Float64Array(n).fill(1);
      close(
        choleskySolve(l, n, ones),
        ones.map((_, i) => ((i + 1) * (n - i)) / 2),
        1e-13,
      );
    }
  });

  it('inverts Hilbert 5 (whole-number inverse) as well as its condition of 5e5 allows', () => {
    const n = 5;
    const hilbert = Float64Array.from({ length: 25 }, (_, c) => 1 / (Math.floor(c / n) + (c % n) + 1));
    const inverse = [
      25, -300, 1050, -1400, 630, -300, 4800, -18900, 26880, -12600, 1050, -18900, 79380, -117600, 56700,
      -1400, 26880, -117600, 179200, -88200, 630, -12600, 56700, -88200, 44100,
    ];
    close(choleskyInverse(cholesky(hilbert, n)!, n), inverse, 1e-10);
  });

  it('agrees with R: log determinant and solution', () => {
    const { cross, kept, logDet, solved } = reference.collinear;
    const n = kept.length;
    const l = cholesky(cross, n)!;
    expect(relativeError(choleskyLogDet(l, n), logDet)).toBeLessThan(1e-11);
    close(
      choleskySolve(
        l,
        n,
        kept.map((_, i) => i + 1),
      ),
      solved,
      1e-9,
    );
  });

  it('a large random matrix times its solution is the right-hand side', () => {
    const n = 301;
    const stream = randomStream(1, 'cholesky test');
    const a = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) a[i * n + j] = a[j * n + i] = stream.normal();
      a[i * n + i] = 4 * Math.sqrt(n);
    }
    const b = Float64Array.from({ length: n }, () => stream.normal());
    const x = choleskySolve(cholesky(a, n)!, n, b);
    const product = b.map((_, i) => x.reduce((s, v, j) => s + a[i * n + j]! * v, 0));
    close(product, b, 1e-13);
  });

  it('leaves the upper triangle alone', () => {
    const a = Float64Array.of(4, 99, 2, 3);
    expect(choleskyInPlace(a, 2)).toBe(true);
    expect([...a]).toEqual([2, 99, 1, Math.SQRT2]);
  });

  it('refuses what is not positive definite', () => {
    expect(cholesky([1, 2, 2, 1], 2)).toBeNull();
    expect(cholesky([1, 1, 1, 1], 2)).toBeNull();
    expect(cholesky([0], 1)).toBeNull();
    expect(cholesky([-1], 1)).toBeNull();
    expect(cholesky([NaN], 1)).toBeNull();
    expect(cholesky([Infinity], 1)).toBeNull();
    expect([...cholesky([], 0)!]).toEqual([]);
  });
});

describe('qr', () => {
  it("agrees with NIST's certified coefficients of Longley's data, and with R's lm", () => {
    const { x, y, coefficients, leverages } = reference.longley;
    const q = qr(x.flat(), 16, 7);
    expect([q.rank, q.dropped]).toEqual([7, []]);
    const found = qrSolve(q, y);
    // NIST StRD Longley: employment in persons x 1000, GNP in millions and so on; R's data stand in other units.
    const certified = [
      -3482258.63459582, 15.0618722713733, -0.035819179292591, -2.02022980381683, -1.03322686717359,
      -0.0511041056535807, 1829.15146461355,
    ];
    const units = [1000, 1000, 1, 100, 100, 1, 1000];
    for (let i = 0; i < 7; i++) {
      // The columns' condition of 4.9e9 costs about that many ulp at most.
      expect(relativeError(found[i]! * units[i]!, certified[i]!)).toBeLessThan(1e-9);
      expect(relativeError(found[i]!, coefficients[i]!)).toBeLessThan(1e-9);
    }
    close(qrLeverages(q), leverages, 1e-9);
  });

  it("drops the columns that R's qr drops: later ones that earlier ones span, and zeros", () => {
    const { x, y, kept, coefficients, inverse, leverages } = reference.collinear;
    const q = qr(x.flat(), 12, 8);
    expect(q.kept).toEqual(kept);
    expect(q.dropped).toEqual([3, 5, 7]);
    close(qrSolve(q, y), coefficients, 1e-12);
    close(qrInverseCrossProduct(q), inverse, 1e-12);
    close(qrLeverages(q), leverages, 1e-12);
  });

  it("keeps lengths: |Q'y| = |y|, and R'R = X'X", () => {
    const { x, y, cross } = reference.collinear;
    const q = qr(x.flat(), 12, 8);
    const square = (values: ArrayLike<number>) => Array.from(values).reduce((s, v) => s + v * v, 0);
    expect(relativeError(square(qrTransposeTimes(q, y)), square(y))).toBeLessThan(1e-14);
    const p = q.rank;
    const product = cross.map((_, c) => {
      let s = 0;
      for (let k = 0; k < p; k++) s += q.r[k * p + Math.floor(c / p)]! * q.r[k * p + (c % p)]!;
      return s;
    });
    close(product, cross, 1e-14);
  });

  it('does not care for the scale of a column', () => {
    const { x } = reference.collinear;
    for (const scale of [1e-150, 1e150]) {
      const scaled = x.flatMap((row) => row.map((v, c) => (c % 2 === 0 ? v * scale : v)));
      expect(qr(scaled, 12, 8).rank).toBe(5);
    }
  });

  it('has an answer for no columns, and for more columns than rows', () => {
    expect(qr([], 3, 0)).toMatchObject({ rank: 0, kept: [], dropped: [] });
    expect(qr([1, 2, 3, 4, 5, 7], 2, 3)).toMatchObject({ rank: 2, dropped: [2] });
  });

  it('examples of the doc blocks hold', () => {
    expect(qr([1, 1, 2, 1, 2, 4, 1, 3, 6], 3, 3).dropped).toEqual([2]);
    close(choleskySolve(cholesky([4, 2, 2, 3], 2)!, 2, [8, 7]), [1.25, 1.5], 1e-15);
    close(qrSolve(qr([1, 1, 1, 2, 1, 3], 3, 2), [3, 5, 7]), [1, 2], 1e-14);
  });
});
