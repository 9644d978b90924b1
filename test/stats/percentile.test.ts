/** Against R 4.2.2: quantile(x, probs, type = 1). */
import { expect, it } from 'vitest';
import { percentile } from '../../src/stats/percentile.ts';

const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

it.each([
  [upTo(1000), 0.025, 25],
  [upTo(1000), 0.975, 975],
  [upTo(1000), (1 - 95 / 100) / 2, 25],
  [upTo(40), 0.05, 2],
  [upTo(40), 0.95, 38],
  [[10, 20, 30, 40], 0, 10],
  [[10, 20, 30, 40], 0.5, 20],
  [[10, 20, 30, 40], 0.51, 30],
  [[10, 20, 30, 40], 1, 40],
])('%# of n values', (values, p, wanted) => {
  expect(percentile(values, p)).toBe(wanted);
});

it('has nothing to take from nothing', () => {
  expect(percentile([], 0.5)).toBeNaN();
});
