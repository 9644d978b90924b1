/** The small numeric parts against closed forms and R. */
import { describe, expect, it } from 'vitest';
import { multiplyTransposed } from '../../../src/inference/crossed/dense.ts';
import { hessian, minimise } from '../../../src/inference/crossed/minimise.ts';
import { logisticNormal } from '../../../src/inference/crossed/risk-difference.ts';
import { eigenSymmetric, mapEigenvalues } from '../../../src/inference/crossed/symmetric.ts';

/** L = [2 0 0; 1 3 0; -1 2 1], so log|L L'| = 2 log 6. */
const FACTOR = [2, 0, 0, 1, 3, 0, -1, 2, 1];
const MATRIX = Float64Array.from([4, 2, -2, 2, 10, 5, -2, 5, 6]);

describe('multiplyTransposed', () => {
  it('multiplies odd and even sizes', () => {
    const a = Float64Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const b = Float64Array.from([1, 0, -1, 2, 1, 0]);
    const out = new Float64Array(6);
    multiplyTransposed(a, 3, b, 2, 3, out);
    expect([...out]).toEqual([-2, 4, -2, 13, -2, 22]);
    const square = new Float64Array(9);
    multiplyTransposed(Float64Array.from(FACTOR), 3, Float64Array.from(FACTOR), 3, 3, square, true);
    for (const [i, j] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
      [2, 2],
    ]) {
      expect(square[i * 3 + j]).toBe(MATRIX[i * 3 + j]);
    }
  });
});

describe('eigenSymmetric', () => {
  it('has the eigenvalues 2 - 2 cos(j pi / 6) of the second difference matrix of size 5', () => {
    const matrix = Float64Array.from({ length: 25 }, (_, at) => {
      const apart = Math.abs(Math.floor(at / 5) - (at % 5));
      return apart === 0 ? 2 : apart === 1 ? -1 : 0;
    });
    const eigen = eigenSymmetric(matrix, 5);
    [...eigen.values]
      .sort((a, b) => a - b)
      .forEach((value, j) => {
        expect(value).toBeCloseTo(2 - 2 * Math.cos(((j + 1) * Math.PI) / 6), 13);
      });
    mapEigenvalues(eigen, (value) => value).forEach((value, at) => {
      expect(value).toBeCloseTo(matrix[at], 13);
    });
  });
});

describe('minimise', () => {
  it("finds Rosenbrock's minimum at (1, 1) and its Hessian there, [802 -400; -400 200]", () => {
    const rosenbrock = (x: Float64Array, gradient: Float64Array) => {
      const rest = x[1] - x[0] ** 2;
      gradient[0] = -2 * (1 - x[0]) - 400 * x[0] * rest;
      gradient[1] = 200 * rest;
      return (1 - x[0]) ** 2 + 100 * rest ** 2;
    };
    const start = Float64Array.from([-1.2, 1]);
    const identity = Float64Array.from([1, 0, 0, 1]);
    const found = minimise(rosenbrock, start, identity, { tolerance: 1e-16, maxIterations: 200 });
    expect(found.converged).toBe(true);
    expect(found.x[0]).toBeCloseTo(1, 6);
    expect(found.x[1]).toBeCloseTo(1, 6);
    const curvature = hessian(rosenbrock, Float64Array.from([1, 1]), 1e-4);
    [802, -400, -400, 200].forEach((wanted, at) => {
      expect(curvature[at]).toBeCloseTo(wanted, 4);
    });
  });

  it('stops where the function cannot be had', () => {
    const { converged, iterations } = minimise(() => Number.NaN, new Float64Array(1), Float64Array.of(1), {
      tolerance: 1e-9,
      maxIterations: 10,
    });
    expect({ converged, iterations }).toEqual({ converged: false, iterations: 0 });
  });
});

describe('logisticNormal', () => {
  // R 4.2.2: integrate(function(z) plogis(mean + sd * z) * dnorm(z), -Inf, Inf, rel.tol = 1e-12)
  it.each([
    [1, 2, 0.647726438525869],
    [0, 3, 0.5],
    [-2, 0, 0.11920292202211755],
  ])('mean %f and sd %f give %f', (mean, sd, wanted) => {
    expect(logisticNormal(mean, sd).probability).toBeCloseTo(wanted, 12);
  });

  it('has the derivatives of its probability', () => {
    const { byMean, bySd } = logisticNormal(0.7, 1.3);
    const h = 1e-5;
    const difference = (a: [number, number], b: [number, number]) =>
      (logisticNormal(...a).probability - logisticNormal(...b).probability) / (2 * h);
    expect(byMean).toBeCloseTo(difference([0.7 + h, 1.3], [0.7 - h, 1.3]), 9);
    expect(bySd).toBeCloseTo(difference([0.7, 1.3 + h], [0.7, 1.3 - h]), 9);
  });
});
