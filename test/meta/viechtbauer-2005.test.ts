/** Viechtbauer (2005), 10.3102/10769986030003261, example 1: every estimator of the paper. */
import { describe, expect, it } from 'vitest';
import { fitMeta } from '../../src/meta/fit.ts';
import type { Tau2Method } from '../../src/meta/types.ts';

const yi = [-0.581, 0.53, 0.771, 1.031, 0.553, 0.295, 0.078, 0.573, -0.176, -0.232];
const vi = [0.023, 0.052, 0.06, 0.115, 0.095, 0.203, 0.2, 0.211, 0.051, 0.04];
const data = { yi, vi };

/** R 4.2.2, metafor 3.8-1, tight tolerance: estimate, SE, tau2, I2 from tau2. */
const TABLE: readonly (readonly [Tau2Method, number, number, number, number])[] = [
  ['DL', 0.250335676123, 0.192348984388, 0.276777829076, 80.44468213],
  ['HE', 0.228668465359, 0.153651189736, 0.148357066667, 68.79879177],
  ['HS', 0.244472170258, 0.178825954086, 0.228181853775, 77.22835039],
  ['SJ', 0.239901566413, 0.170191783903, 0.199228431077, 74.75446141],
  ['ML', 0.239446476451, 0.169404537141, 0.196669721474, 74.50973482],
  ['REML', 0.243757802012, 0.177381440129, 0.223224590443, 76.83977033],
  ['PM', 0.23859224033, 0.167958381154, 0.192004969112, 74.05114726],
  ['EB', 0.23859224033, 0.167958381154, 0.192004969112, 74.05114726],
];

describe('Viechtbauer (2005), example 1', () => {
  it.each(TABLE)('%s', (method, estimate, se, tau2, i2) => {
    const fit = fitMeta(data, { method, test: 'z' });
    expect(fit.estimate).toBeCloseTo(estimate, 11);
    expect(fit.se).toBeCloseTo(se, 11);
    expect(fit.tau2).toBeCloseTo(tau2, 11);
    expect(fit.i2).toBeCloseTo(i2, 7);
    expect(fit.i2FromQ).toBeCloseTo(80.44468213, 7);
    expect(fit.q).toBeCloseTo(46.0232866523, 9);
  });

  it('REML with Knapp-Hartung', () => {
    const fit = fitMeta(data);
    expect(fit.method).toBe('REML');
    expect(fit.se).toBeCloseTo(0.167214250629, 11);
    expect(fit.ciLower).toBeCloseTo(-0.1345071128, 9);
    expect(fit.ciUpper).toBeCloseTo(0.6220227168, 9);
    expect(fit.df).toBe(9);
    expect(fit.piLower).toBeCloseTo(-0.889998709, 8);
    expect(fit.piUpper).toBeCloseTo(1.377514313, 8);
  });

  it('Q-profile and prediction interval under z', () => {
    const fit = fitMeta(data, { test: 'z' });
    expect(fit.tau2Lower).toBeCloseTo(0.0628476362, 9);
    expect(fit.tau2Upper).toBeCloseTo(0.7792855845, 9);
    expect(fit.i2Lower).toBeCloseTo(48.2962, 4);
    expect(fit.i2Upper).toBeCloseTo(92.0524, 4);
    expect(fit.piLower).toBeCloseTo(-0.7453713128, 9);
    expect(fit.piUpper).toBeCloseTo(1.232886917, 9);
  });
});
