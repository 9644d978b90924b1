/** Estimators, tests and levels that meta.json lacks; tight intervals of tau2. */
import { describe, expect, it } from 'vitest';
import { fitMeta } from '../../src/meta/fit.ts';
import { profileTau2 } from '../../src/meta/profile.ts';
import { comparison, more } from './more.ts';
import { FIGURES } from './oracle.ts';

describe('fits of meta-more.json', () => {
  it('covers PMM, GENQ, DL2 under every test, adhoc under every estimator, and a level of 90', () => {
    const seen = new Set(more.fits.map((fit) => `${fit.method} ${fit.test} ${fit.level}`));
    for (const method of ['PMM', 'GENQ', 'DL2']) {
      for (const test of ['z', 'knha', 'adhoc']) expect(seen).toContain(`${method} ${test} 95`);
    }
    for (const method of ['EE', 'DL', 'HE', 'HS', 'SJ', 'ML', 'REML', 'EB', 'PM']) {
      expect(seen).toContain(`${method} adhoc 95`);
    }
    expect(seen).toContain('REML knha 90');
  });

  for (const set of Object.keys(more.sets)) {
    it(`${set}: every figure to 1e-8`, () => {
      const { lines, check, compared } = comparison(1e-8);
      for (const fit of more.fits.filter((entry) => entry.set === set)) {
        const data = { ...more.sets[set], ...(fit.weights === undefined ? {} : { weights: fit.weights }) };
        const found = fitMeta(data, { method: fit.method, test: fit.test, level: fit.level });
        for (const figure of FIGURES) {
          const wanted = fit[figure];
          if (typeof wanted !== 'number') continue;
          check(
            `${fit.method} ${fit.test} ${figure}`,
            found[figure],
            wanted,
            wanted === 0 ? 1e-6 : undefined,
          );
        }
      }
      expect(lines).toEqual([]);
      expect(compared()).toBeGreaterThan(200);
    });
  }
});

describe('intervals of tau2', () => {
  it('Q-profile of tau2, I2 and H2 to 1e-10, at 95 and 90 percent', () => {
    const { lines, check } = comparison(1e-10);
    for (const entry of more.intervals) {
      const fit = fitMeta(more.sets[entry.set]);
      const at90 = fitMeta(more.sets[entry.set], { level: 90 });
      const floor = 1e-3;
      check(`${entry.set} tau2Lower`, fit.tau2Lower, entry.tau2[0], floor);
      check(`${entry.set} tau2Upper`, fit.tau2Upper, entry.tau2[1], floor);
      check(`${entry.set} i2Lower`, fit.i2Lower, entry.i2[0], floor);
      check(`${entry.set} i2Upper`, fit.i2Upper, entry.i2[1], floor);
      check(`${entry.set} h2Lower`, fit.h2Lower, entry.h2[0]);
      check(`${entry.set} h2Upper`, fit.h2Upper, entry.h2[1]);
      check(`${entry.set} lower at 90`, at90.tau2Lower, entry.level90[0], floor);
      check(`${entry.set} upper at 90`, at90.tau2Upper, entry.level90[1], floor);
    }
    expect(more.intervals.length).toBe(8);
    expect(lines).toEqual([]);
  });

  it('profile likelihood under ML and REML to 1e-10', () => {
    const { lines, check, compared } = comparison(1e-10);
    for (const entry of more.intervals) {
      for (const method of ['ML', 'REML'] as const) {
        const wanted = entry[`profile${method}`];
        if (wanted === undefined) continue;
        const found = profileTau2(more.sets[entry.set], method);
        check(`${entry.set} ${method} lower`, found?.tau2Lower, wanted[0], 1e-3);
        check(`${entry.set} ${method} upper`, found?.tau2Upper, wanted[1], 1e-4);
      }
    }
    expect(lines).toEqual([]);
    expect(compared()).toBe(32);
  });

  it('profile likelihood: the example, k = 1, and a wrong method', () => {
    const yi = [-0.581, 0.53, 0.771, 1.031, 0.553, 0.295, 0.078, 0.573, -0.176, -0.232];
    const vi = [0.023, 0.052, 0.06, 0.115, 0.095, 0.203, 0.2, 0.211, 0.051, 0.04];
    expect(profileTau2({ yi, vi }, 'REML')?.tau2Upper).toBeCloseTo(0.789108976166343, 12);
    expect(profileTau2({ yi: [1], vi: [1] }, 'REML')).toBeNull();
    expect(() => profileTau2({ yi, vi }, 'DL' as 'ML')).toThrow('method is "DL": ML or REML is allowed');
  });
});
