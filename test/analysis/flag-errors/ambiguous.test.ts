/** The bounds over ambiguous tasks against every assignment, one by one. */
import { describe, expect, it } from 'vitest';
import { type AmbiguousInput, largestGap, smallestGap } from '../../../src/analysis/flag-errors/ambiguous.ts';
import { WEIGHTS, type Weights } from '../../../src/effects/types.ts';
import { randomStream } from '../../../src/stats/random.ts';

/** The gap written out: weights over strata times differences of means. */
function gapOf({ stratum, scores, strata, weights }: AmbiguousInput, arm: readonly number[]): number {
  let [top, bottom] = [0, 0];
  for (let s = 0; s < strata; s++) {
    const of = (a: number) => arm.flatMap((own, t) => (own === a && stratum[t] === s ? [scores[t]] : []));
    const [one, none] = [of(1), of(0)];
    if (one.length === 0 || none.length === 0) continue;
    const mean = (values: readonly number[]) => values.reduce((sum, u) => sum + u, 0) / values.length;
    const n = {
      flagged: one.length,
      all: one.length + none.length,
      mh: (one.length * none.length) / (one.length + none.length),
    };
    top += n[weights] * (mean(one) - mean(none));
    bottom += n[weights];
  }
  return bottom === 0 ? Number.NaN : top / bottom;
}

function everyGap(input: AmbiguousInput): number[] {
  const open = Array.from(input.arm).flatMap((arm, t) => (arm === 2 ? [t] : []));
  return Array.from({ length: 1 << open.length }, (_, bits) => {
    const arm = Array.from(input.arm);
    open.forEach((t, i) => {
      arm[t] = (bits >> i) & 1;
    });
    return gapOf(input, arm);
  }).filter((gap) => !Number.isNaN(gap));
}

function draw(seed: number, weights: Weights): AmbiguousInput {
  const stream = randomStream(seed, 'ambiguous');
  const tasks = 8 + stream.below(8);
  const strata = 1 + stream.below(3);
  let open = 0;
  const arm = Array.from({ length: tasks }, () => {
    const u = stream.uniform();
    if (u < 0.5 && open < 9) {
      open++;
      return 2;
    }
    return u < 0.7 ? 1 : 0;
  });
  // A coarse grid of scores, so that ties come up.
  const scores = arm.map(() => stream.below(6) / 5);
  return { stratum: arm.map(() => stream.below(strata)), arm, scores, strata, weights };
}

it('the example of the doc block: 0.7', () => {
  const found = largestGap({
    stratum: [0, 0, 0, 0],
    arm: [1, 0, 2, 2],
    scores: [0.8, 0.2, 0.9, 0.1],
    strata: 1,
    weights: 'mh',
  });
  expect(found!.gap).toBeCloseTo(0.7, 14);
  expect(found!.hackable).toEqual([2]);
});

describe.each(WEIGHTS)('weights %s', (weights) => {
  it('are the extremes of all assignments, on 300 small drawn audits', () => {
    let compared = 0;
    for (let seed = 0; seed < 300; seed++) {
      const input = draw(seed, weights);
      const all = everyGap(input);
      const [low, high] = [smallestGap(input), largestGap(input)];
      if (all.length === 0) {
        expect([low, high]).toEqual([null, null]);
        continue;
      }
      compared++;
      expect(Math.abs(high!.gap - Math.max(...all))).toBeLessThan(1e-12);
      expect(Math.abs(low!.gap - Math.min(...all))).toBeLessThan(1e-12);
      // The assignment named gives the gap named.
      for (const end of [low!, high!]) {
        const arm = Array.from(input.arm, (own, t) => (own === 2 ? (end.hackable.includes(t) ? 1 : 0) : own));
        expect(Math.abs(gapOf(input, arm) - end.gap)).toBeLessThan(1e-12);
      }
    }
    expect(compared).toBeGreaterThan(200);
  });
});
