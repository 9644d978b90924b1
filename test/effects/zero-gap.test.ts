/** A gap that is 0 as a sum of fractions is 0, not the rounding of its terms (whole numbers decide what is 0). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ArmCounts } from '../../src/effects/arms.ts';
import { gaps } from '../../src/effects/gaps.ts';
import { signTest } from '../../src/inference/sign-test.ts';

function gapOf(x1: number[], n1: number[], x0: number[], n0: number[]): number {
  const plane = (values: number[]) => Float64Array.from(values);
  const counts: ArmCounts = {
    models: 1,
    strata: x1.length,
    x1: plane(x1),
    n1: plane(n1),
    x0: plane(x0),
    n0: plane(n0),
    ss1: null,
    ss0: null,
  };
  return gaps(counts, { measure: 'RD', weights: 'flagged', variance: 'raw' }).yi[0];
}

it('1 (1 - 1/2) + 5 (2/5 - 1/2) is no positive gap', () => {
  expect(signTest([gapOf([1, 2], [1, 5], [1, 1], [2, 2])])).toMatchObject({
    positive: 0,
    negative: 0,
    zero: 1,
  });
});

it('the sign is that of the whole number n0 n0 sum n1 (x1 / n1 - x0 / n0)', () => {
  const arm = (most: number) =>
    fc.integer({ min: 1, max: most }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));
  fc.assert(
    fc.property(arm(6), arm(6), arm(9), arm(9), ([a, na], [b, nb], [c, nc], [d, nd]) => {
      const wanted = (a + b) * nc * nd - c * na * nd - d * nb * nc;
      expect(Math.sign(gapOf([a, b], [na, nb], [c, d], [nc, nd]))).toBe(Math.sign(wanted));
    }),
    { numRuns: 5000 },
  );
});
