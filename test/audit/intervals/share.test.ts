/** Wilson and Clopper-Pearson against prop.test and binom.test of R. */
import { describe, expect, it } from 'vitest';
import { share } from '../../../src/audit/intervals/share.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';

interface Proportion {
  readonly x: number;
  readonly n: number;
  readonly level: number;
  readonly wilson: [number, number];
  readonly clopperPearson: [number, number];
}
const { proportions } = reference<{ proportions: Proportion[] }>('audit.json');

describe('share', () => {
  it('has the counts of the published systems in its reference', () => {
    const pairs = proportions.map(({ x, n }) => `${x}/${n}`);
    for (const pair of ['14/49', '4/16', '65/105', '10/11', '9/11']) expect(pairs).toContain(pair);
  });

  it.each(proportions.map((entry) => [`${entry.x}/${entry.n} at ${entry.level} %`, entry] as const))(
    '%s',
    (_, { x, n, level, wilson, clopperPearson }) => {
      const found = share(x, n, level, 'task');
      expect(found.value).toBe(x / n);
      expect(found.intervals.map(({ kind }) => kind)).toEqual(['Wilson', 'Clopper-Pearson']);
      const [w, exact] = found.intervals;
      for (const [ours, theirs] of [
        [w.lower, wilson[0]],
        [w.upper, wilson[1]],
        [exact.lower, clopperPearson[0]],
        [exact.upper, clopperPearson[1]],
      ]) {
        expect(relativeError(ours, theirs, 1e-3)).toBeLessThan(1e-10);
      }
    },
  );

  it('of nothing is null, not NaN', () => {
    expect(share(0, 0, 95, 'task')).toEqual({ count: 0, of: 0, value: null, intervals: [] });
  });
});
