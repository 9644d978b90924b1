/** Operating characteristics by simulation: what the intervals promise, on made-up data with a fixed seed. */
import { describe, expect, it } from 'vitest';
import { fitMeta } from '../../src/meta/fit.ts';
import { permuteMean } from '../../src/meta/permutation.ts';
import { randomStream } from '../../src/stats/random.ts';

const MEAN = 0.2;
const TAU2 = 0.05;
const DRAWS = 4000;
/** Standard error of a share of 0.95 over that many draws. */
const SE = Math.sqrt((0.95 * 0.05) / DRAWS);

function draw(stream: ReturnType<typeof randomStream>, k: number, tau2: number, mean = MEAN) {
  const vi = Array.from({ length: k }, () => 0.01 + 0.09 * stream.uniform());
  return { yi: vi.map((v) => mean + Math.sqrt(v + tau2) * stream.normal()), vi };
}

describe('coverage at 95 percent, k = 6', () => {
  const stream = randomStream(1, 'test-coverage');
  const inside = { z: 0, knha: 0, qProfile: 0 };
  for (let i = 0; i < DRAWS; i++) {
    const fit = fitMeta(draw(stream, 6, TAU2), { method: 'REML', test: 'knha' });
    const z = fit.alternatives?.z;
    const holds = (lower: number | null | undefined, upper: number | null | undefined, value: number) =>
      Number((lower as number) <= value && value <= (upper as number));
    inside.z += holds(z?.ciLower, z?.ciUpper, MEAN);
    inside.knha += holds(fit.ciLower, fit.ciUpper, MEAN);
    inside.qProfile += holds(fit.tau2Lower, fit.tau2Upper, TAU2);
  }

  it('the Q-profile interval of tau2 is exact: within 4 standard errors of 0.95', () => {
    expect(Math.abs(inside.qProfile / DRAWS - 0.95)).toBeLessThan(4 * SE);
  });

  it('Knapp-Hartung keeps its level to two points; z falls short of it (IntHout et al. 2014)', () => {
    expect(Math.abs(inside.knha / DRAWS - 0.95)).toBeLessThan(0.02);
    expect(inside.z / DRAWS).toBeLessThan(0.93);
  });
});

/** Share of prediction intervals that hold a new true effect. */
function predictionCoverage(k: number): number {
  const stream = randomStream(3, 'test-prediction', k);
  let inside = 0;
  for (let i = 0; i < DRAWS; i++) {
    const fit = fitMeta(draw(stream, k, TAU2));
    const effect = MEAN + Math.sqrt(TAU2) * stream.normal();
    if ((fit.piLower as number) <= effect && effect <= (fit.piUpper as number)) inside++;
  }
  return inside / DRAWS;
}

describe('the prediction interval', () => {
  it('covers what it says to one point at k = 60, and less with few rows (Partlett & Riley 2017)', () => {
    expect(Math.abs(predictionCoverage(60) - 0.95)).toBeLessThan(0.01 + 4 * SE);
    // A finding, not a promise: tau2 is often estimated as 0 at k = 6.
    expect(predictionCoverage(6)).toBeLessThan(0.9);
  });
});

describe('size of the permutation test', () => {
  it('exact sign flips at k = 8 reject a true null in at most 5 percent', () => {
    const stream = randomStream(2, 'test-size');
    const draws = 600;
    let rejected = 0;
    for (let i = 0; i < draws; i++) {
      if (permuteMean(draw(stream, 8, TAU2, 0), { method: 'DL', test: 'z' }).p <= 0.05) rejected++;
    }
    // 12 of 256 arrangements is the largest level below 0.05 that this test can have.
    const size = 12 / 256;
    expect(Math.abs(rejected / draws - size)).toBeLessThan(4 * Math.sqrt((size * (1 - size)) / draws));
  });
});
