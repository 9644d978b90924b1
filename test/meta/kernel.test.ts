import { describe, expect, it } from 'vitest';
import { fitMeta } from '../../src/meta/fit.ts';
import { poolKernel, tau2Kernel } from '../../src/meta/kernel.ts';
import { metaAnalysis } from '../../src/meta/meta-analysis.ts';
import { generalisedQ } from '../../src/meta/q-profile.ts';

const METHODS = ['EE', 'DL', 'HE', 'HS', 'SJ', 'ML', 'REML', 'EB', 'PM', 'DL2'] as const;
const yi = Float64Array.of(-0.581, 0.53, 0.771, 1.031, 0.553, 0.295, 0.078, 0.573, -0.176, -0.232);
const vi = Float64Array.of(0.023, 0.052, 0.06, 0.115, 0.095, 0.203, 0.2, 0.211, 0.051, 0.04);

describe('kernels', () => {
  it('give the figures of fitMeta, again and again from the same kernel', () => {
    const out = new Float64Array(4);
    for (const method of METHODS) {
      const pool = poolKernel(method);
      const tau2 = tau2Kernel(method);
      for (const k of [10, 4, 7, 10]) {
        const fit = fitMeta({ yi: yi.subarray(0, k), vi: vi.subarray(0, k) }, { method, test: 'z' });
        pool(yi, vi, k, out);
        expect(out[0]).toBeCloseTo(fit.estimate as number, 12);
        expect(out[1]).toBeCloseTo(fit.se as number, 12);
        expect(out[2]).toBeCloseTo(fit.tau2 as number, 12);
        expect(out[3]).toBeCloseTo(fit.q as number, 10);
        expect(tau2(yi, vi, k)).toBe(out[2]);
      }
    }
  });

  it('the examples; one row', () => {
    const out = new Float64Array(4);
    poolKernel('DL')(Float64Array.of(1, 3), Float64Array.of(0.5, 0.5), 2, out);
    expect([...out]).toEqual([2, 1, 1.5, 4].map((x) => expect.closeTo(x, 14)));
    expect(tau2Kernel('DL')(Float64Array.of(1, 3), Float64Array.of(0.5, 0.5), 2)).toBeCloseTo(1.5, 14);
    poolKernel('REML')(Float64Array.of(1, 3), Float64Array.of(0.25, 0.5), 1, out);
    expect([...out]).toEqual([1, 0.5, 0, 0]);
    expect(tau2Kernel('REML')(Float64Array.of(1), Float64Array.of(0.25), 1)).toBeNaN();
    expect(metaAnalysis({ yi: [1, 3], vi: [0.5, 0.5] }, { method: 'DL', test: 'z' }).tau2).toBeCloseTo(
      1.5,
      14,
    );
    expect(generalisedQ({ yi: [1, 3], vi: [0.5, 0.5] }, 1.5)).toBeCloseTo(1, 14);
  });
});
