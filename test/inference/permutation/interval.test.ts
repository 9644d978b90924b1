import { describe, expect, it } from 'vitest';
import { invertShift } from '../../../src/inference/permutation/interval.ts';

describe('invertShift', () => {
  it('gives the example of the doc block', () => {
    const held = Float64Array.of(1, -0.5, -0.5);
    const shift = Float64Array.of(1, -0.5, -0.5);
    expect(invertShift(1, held, shift, 0.5, 0)).toEqual([1, 1]);
  });

  it('has no ends where too few draws can reject nothing', () => {
    const held = Float64Array.of(1, -0.5, -0.5);
    expect(invertShift(1, held, held, 0.05, 0)).toEqual([-Infinity, Infinity]);
  });

  it('leaves one side open for a draw with R = 1 that is not the observed one (cells missing)', () => {
    // |-1 - delta| >= |-delta| from -1/2 on, |1 - delta| >= |-delta| up to 1/2, the observed draw always.
    const held = Float64Array.of(0, -1, 1);
    const shift = Float64Array.of(1, 1, 1);
    expect(invertShift(0, held, shift, 0.7, 0)).toEqual([-0.5, 0.5]);
    // The mirror, R = -1: |-1 + delta| >= |-delta| up to 1/2, |1 + delta| >= |-delta| from -1/2 on.
    expect(invertShift(0, held, shift.map((r) => -r), 0.7, 0)).toEqual([-0.5, 0.5]); // biome-ignore format: one call
  });

  it('takes the order statistics that (1 + hits) / (1 + draws) > alpha names', () => {
    // R = 0: a draw is a hit for shifts between T - t and T + t, here 2 -+ i / 100.
    const held = Float64Array.from({ length: 199 }, (_, i) => (i + 1) / 100);
    const shift = new Float64Array(199);
    // p > 0.05 needs more than 9 hits: the 10th widest range, t = 1.90.
    const [lower, upper] = invertShift(2, held, shift, 0.05, 1);
    expect(lower).toBeCloseTo(2 - 1.9, 12);
    expect(upper).toBeCloseTo(2 + 1.9, 12);
  });
});
