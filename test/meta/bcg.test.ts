/** The BCG vaccine trials (metadat's dat.bcg, log risk ratios), metafor's default REML. */
import { describe, expect, it } from 'vitest';
import { fitMeta } from '../../src/meta/fit.ts';
import { more } from './more.ts';

describe('BCG', () => {
  it('REML, z', () => {
    const fit = fitMeta(more.sets['bcg'], { test: 'z' });
    // The figures of metafor's default tolerance: it leaves tau2 off in the seventh digit.
    expect(fit.tau2).toBeCloseTo(0.31324332598, 6);
    expect(fit.estimate).toBeCloseTo(-0.71453234837, 7);
    expect(fit.se).toBeCloseTo(0.17978153178, 7);
    expect(fit.q).toBeCloseTo(152.23300808, 7);
    expect(fit.i2).toBeCloseTo(92.22138607, 4);
    // And at a tolerance of 1e-13.
    expect(fit.tau2).toBeCloseTo(0.313243258136481, 12);
    expect(fit.estimate).toBeCloseTo(-0.714532342158139, 12);
    expect(fit.se).toBeCloseTo(0.179781516105206, 12);
  });
});
