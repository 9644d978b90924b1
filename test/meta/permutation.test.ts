import { describe, expect, it } from 'vitest';
import { permuteMean } from '../../src/meta/permutation.ts';
import { nextArrangement, permuteModerators } from '../../src/meta/permutation-moderators.ts';
import { more } from './more.ts';

const bcg7 = { yi: more.sets['bcg'].yi.slice(0, 7), vi: more.sets['bcg'].vi.slice(0, 7) };

describe('permuteMean', () => {
  it('exact sign flips are metafor::permutest, p for p', () => {
    const wanted = more.permutation.filter(({ name }) => name.startsWith('mean of '));
    expect(wanted.length).toBe(8);
    for (const { name, method, test, p } of wanted) {
      const found = permuteMean(more.sets[name.slice('mean of '.length)], { method, test });
      expect([name, method, test, found.p]).toEqual([name, method, test, p]);
      expect(found.exact).toBe(true);
    }
  });

  it('five positive effects: p = 2/32 is the smallest there is (case D2)', () => {
    const found = permuteMean(more.sets['homogeneous']);
    expect([found.p, found.smallestP, found.permutations]).toEqual([0.0625, 0.0625, 32]);
    expect(found.pGreater).toBe(1 / 32);
    expect(found.pLess).toBe(1);
    expect(found.warnings).toEqual([
      'the smallest p this test can give is 0.0625: it cannot reach the level asked for',
    ]);
  });

  it('Monte Carlo: (b+1)/(m+1), never 0, the same for the same seed (case D2)', () => {
    const yi = Array.from({ length: 40 }, (_, i) => 1 + 0.01 * i);
    const data = { yi, vi: yi.map(() => 0.01) };
    const found = permuteMean(data, { method: 'DL', test: 'z' }, { draws: 999, seed: 7 });
    expect(found).toEqual(permuteMean(data, { method: 'DL', test: 'z' }, { draws: 999, seed: 7 }));
    expect([found.exact, found.p, found.smallestP]).toEqual([false, 1 / 1000, 1 / 1000]);
    expect(found.log10Arrangements).toBeCloseTo(40 * Math.log10(2), 12);
  });

  it('Monte Carlo lies within five standard errors of all 2^17 sign patterns', () => {
    const yi = Array.from({ length: 17 }, (_, i) => 0.15 + 0.4 * Math.sin(3 * i));
    const vi = yi.map((_, i) => 0.02 + 0.01 * (i % 4));
    const found = permuteMean({ yi, vi }, { method: 'EE', test: 'z' }, { draws: 20_000, seed: 2 });
    // Under EE the SE is the same for every pattern: only |sum w y| matters.
    const terms = yi.map((y, i) => y / vi[i]);
    const observed = Math.abs(terms.reduce((a, b) => a + b, 0)) * (1 - 1e-10);
    let hits = 0;
    for (let pattern = 0; pattern < 2 ** 17; pattern++) {
      let sum = 0;
      for (let i = 0; i < 17; i++) sum += (pattern >> i) & 1 ? -terms[i] : terms[i];
      if (Math.abs(sum) >= observed) hits++;
    }
    const exact = hits / 2 ** 17;
    expect(exact).toBeGreaterThan(0.01);
    expect(Math.abs(found.p - exact)).toBeLessThan(5 * Math.sqrt((exact * (1 - exact)) / 20_000));
  });

  it('refuses draws that are no count', () => {
    expect(() => permuteMean(bcg7, {}, { draws: 0.5 })).toThrow(
      'draws is "0.5": a whole number from 1 to 1e9 is allowed',
    );
  });
});

describe('permuteModerators', () => {
  it('exact permutations of the design are metafor::permutest: coefficients and omnibus (case D5)', () => {
    const wanted = more.permutation.filter(({ name }) => name === 'numeric' || name === 'factor');
    expect(wanted.length).toBe(4);
    for (const { name, method, test, p, qmP, x } of wanted) {
      const found = permuteModerators(bcg7, [{ name: 'x', values: x ?? [] }], { method, test });
      found.coefficients.forEach((coefficient, j) => {
        expect(coefficient.p).toBeCloseTo([p].flat()[j], 12);
      });
      expect(found.omnibus.map(({ p }) => p)).toEqual(
        (name === 'factor' ? ['x', 'all'] : ['all']).map(() => expect.closeTo(qmP as number, 12)),
      );
      expect(found.permutations).toBe(name === 'factor' ? 210 : 2520);
    }
  });

  it('unequal groups: 10, 10, 10 against 0 is 1 in 4 (case D4)', () => {
    const g = { name: 'g', values: ['a', 'a', 'a', 'b'] };
    const found = permuteModerators({ yi: [10, 10, 10, 0], vi: [1, 1, 1, 1] }, [g], {
      method: 'EE',
      test: 'z',
    });
    expect([found.exact, found.permutations, found.omnibus[0].p]).toEqual([true, 4, 0.25]);
  });

  it('795 rows and a factor: the count does not overflow, Monte Carlo is said (case D1)', () => {
    const yi = Array.from({ length: 795 }, (_, i) => Math.sin(i));
    const values = yi.map((_, i) => 'abc'[i % 3]);
    const data = { yi, vi: yi.map(() => 1) };
    const found = permuteModerators(
      data,
      [{ name: 'g', values }],
      { method: 'DL', test: 'z' },
      { draws: 20 },
    );
    // 795! / (265!)^3
    let log = 0;
    for (let n = 1; n <= 795; n++) log += Math.log10(n) - (n <= 265 ? 3 * Math.log10(n) : 0);
    expect(found.log10Arrangements).toBeCloseTo(log, 8);
    expect([found.exact, found.permutations]).toEqual([false, 20]);
    expect(found.warnings).toEqual([
      `about 10^${log.toFixed(1)} arrangements are too many to list: 20 drawn at random, p = (1 + hits) / (1 + draws)`,
    ]);
  });

  it('Freedman-Lane when covariates stay: all k! orders, by hand for EE with equal vi (case D6)', () => {
    const y = [1, 4, 2, 7, 5];
    const z = [0, 0, 1, 1, 2];
    const x = [3, 1, 4, 1, 5];
    const data = { yi: y, vi: y.map(() => 1) };
    const found = permuteModerators(
      data,
      [
        { name: 'z', values: z },
        { name: 'x', values: x },
      ],
      { method: 'EE', test: 'z' },
      { tested: ['x'] },
    );
    // |z| of x is |sum r y*| / |r| with r the residual of x on (1, z): only that product varies.
    const onZ = (v: number[]) => {
      const mean = (a: number[]) => a.reduce((s, b) => s + b, 0) / a.length;
      const [mz, mv] = [mean(z), mean(v)];
      const slope =
        z.reduce((s, zi, i) => s + (zi - mz) * (v[i] - mv), 0) / z.reduce((s, zi) => s + (zi - mz) ** 2, 0);
      return v.map((vi, i) => vi - mv - slope * (z[i] - mz));
    };
    const r = onZ(x);
    const e = onZ(y);
    const size = (order: readonly number[]) => Math.abs(r.reduce((s, ri, i) => s + ri * e[order[i]], 0));
    const order = Int32Array.of(0, 1, 2, 3, 4);
    let hits = 0;
    const observed = size([0, 1, 2, 3, 4]);
    do if (size([...order]) >= observed * (1 - 1e-10)) hits++;
    while (nextArrangement(order));
    expect(found.scheme).toBe('freedman-lane');
    expect(found.permutations).toBe(120);
    expect(found.coefficients).toEqual([{ term: 'x', statistic: expect.any(Number), p: hits / 120 }]);
  });

  it('a tested name that is no moderator is refused', () => {
    expect(() =>
      permuteModerators(bcg7, [{ name: 'x', values: [1, 2, 3, 4, 5, 6, 7] }], {}, { tested: ['y'] }),
    ).toThrow('tested is "y": one of x is allowed');
  });
});
