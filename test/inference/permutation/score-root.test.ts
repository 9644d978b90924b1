import { expect, it } from 'vitest';
import { scoreRoot } from '../../../src/inference/permutation/score-root.ts';
import { relativeError } from '../../tolerance.ts';

const yi = [0.1, -0.7, 1.4, 2.2, -1.9, 0.4];
const mean = yi.reduce((sum, y) => sum + y, 0) / 6;
const squares = yi.reduce((sum, y) => sum + (y - mean) ** 2, 0);

// With equal variances v: sum (y - mean)^2 / (k - 1) - v for REML, / k for ML.
it.each([
  ['REML', 5],
  ['ML', 6],
])('is the closed form where all variances are equal: %s', (method, free) => {
  for (const v of [0.1, 0.5, 1.4]) {
    const w = new Float64Array(8).fill(1 / v);
    const wy = Float64Array.from(yi, (y) => y / v);
    const wanted = squares / free - v;
    for (const factor of [0.5, 1, 1.3]) {
      const found = scoreRoot(w, wy, 6, factor * wanted, method === 'REML');
      expect(relativeError(found, wanted)).toBeLessThan(1e-12);
    }
  }
});

it('gives up where a step leaves what is positive', () => {
  const w = Float64Array.of(1, 1);
  // The root, (1 - 1)^2 / 2 - 1, is below 0.
  expect(scoreRoot(w, Float64Array.of(1, 1), 2, 0.1, true)).toBeNaN();
});
