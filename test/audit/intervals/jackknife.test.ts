import { describe, expect, it } from 'vitest';
import { jackknife } from '../../../src/audit/intervals/jackknife.ts';
import { range } from '../rows.ts';

const mean = (kept: readonly number[]) => kept.reduce((a, b) => a + b, 0) / kept.length;
const options = { level: 95, seed: 1, unit: 'item' };

describe('jackknife', () => {
  it('gives the usual standard error of a mean', () => {
    const found = jackknife([1, 2, 3, 4], mean, options);
    expect(found.value).toBe(2.5);
    expect(found.se).toBeCloseTo(Math.sqrt(5 / 12), 14);
    // qt(0.975, 3) = 3.182446305284263 (R)
    expect(found.interval?.upper).toBeCloseTo(2.5 + 3.182446305284263 * Math.sqrt(5 / 12), 10);
  });

  it('leaves groups out above the limit, the same ones for the same seed', () => {
    const values = range(1000).map((i) => Math.sin(i));
    const found = jackknife(values, mean, { ...options, mostReplicates: 50 });
    expect(found.interval?.kind).toBe('jackknife t (50 groups)');
    expect(jackknife(values, mean, { ...options, mostReplicates: 50 })).toEqual(found);
    // The se of a mean of 1000 values is known; 50 groups estimate it with 49 df, so within a third.
    const average = mean(values);
    const wanted = Math.sqrt(values.reduce((sum, x) => sum + (x - average) ** 2, 0) / 999 / 1000);
    expect((found.se as number) / wanted).toBeGreaterThan(2 / 3);
    expect((found.se as number) / wanted).toBeLessThan(4 / 3);
  });

  it('says why there is no interval', () => {
    expect(jackknife([1], mean, options).reason).toBe(
      'interval not estimable: 1 item, at least 2 are needed',
    );
    expect(jackknife([1, 1, 1], mean, options).reason).toBe(
      'interval not estimable: leaving out any item changes nothing',
    );
    const picky = (kept: readonly number[]) => (kept.length < 3 ? null : mean(kept));
    expect(jackknife([1, 2, 3], picky, options).reason).toBe(
      'interval not estimable: leaving out one item leaves nothing to estimate',
    );
    expect(jackknife([1, 2], () => null, options)).toMatchObject({ value: null, interval: null });
  });

  it('cuts the interval at the bounds', () => {
    expect(jackknife([0, 1], mean, { ...options, bounds: [-1, 1] }).interval).toMatchObject({
      lower: -1,
      upper: 1,
    });
  });
});
