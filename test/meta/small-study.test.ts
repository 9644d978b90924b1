import { describe, expect, it } from 'vitest';
import { begg, egger, failSafeN } from '../../src/meta/small-study.ts';
import { trimFill } from '../../src/meta/trim-fill.ts';
import { comparison, more } from './more.ts';
import { oracleSets } from './oracle.ts';

const REML_Z = { method: 'REML', test: 'z' } as const;
const DL_Z = { method: 'DL', test: 'z' } as const;

describe('small-study blocks of meta.json', () => {
  it('egger, begg, trimfillDL and fsnRosenthal to 1e-8', () => {
    const { lines, check, compared } = comparison(1e-8);
    for (const set of oracleSets().filter(({ egger }) => egger !== undefined)) {
      const test = egger(set, REML_Z);
      check(`${set.name} egger z`, test.slope.statistic, set.egger?.z as number);
      check(`${set.name} egger p`, test.slope.p, set.egger?.p as number);
      check(`${set.name} limit`, test.limit.estimate, set.egger?.est as number);
      const rank = begg(set);
      check(`${set.name} begg tau`, rank.tau, set.begg?.tau as number);
      check(`${set.name} begg p`, rank.p, set.begg?.p as number);
      const filled = trimFill(set, DL_Z);
      expect([set.name, filled.k0, filled.side]).toEqual([
        set.name,
        set.trimfillDL?.k0,
        set.trimfillDL?.side,
      ]);
      check(`${set.name} trim and fill`, filled.fit.estimate, set.trimfillDL?.estimate as number);
      check(`${set.name} trim and fill se`, filled.fit.se, set.trimfillDL?.se as number);
      expect(failSafeN(set).n).toBe(set.fsnRosenthal);
    }
    expect(compared()).toBe(7 * 7);
    expect(lines).toEqual([]);
  });
});

describe('small-study figures of meta-more.json', () => {
  for (const wanted of more.bias.filter(({ set }) => set !== 'tied')) {
    it(wanted.set, () => {
      const set = more.sets[wanted.set];
      const { lines, check } = comparison(1e-8);
      const test = egger(set, REML_Z);
      check('limit lower', test.limit.ciLower, wanted.egger.limitLower);
      check('limit upper', test.limit.ciUpper, wanted.egger.limitUpper);
      check('begg', begg(set).p, wanted.begg.p);
      check('fail-safe p', failSafeN(set).p, wanted.failSafe.p);
      for (const trim of wanted.trimFill) {
        const side = trim.wanted === 'auto' ? {} : { side: trim.wanted };
        const found = trimFill(
          set,
          { method: trim.method, test: 'z' },
          { estimator: trim.estimator, ...side },
        );
        const where = `${trim.method} ${trim.estimator} ${trim.wanted}`;
        expect([where, found.k0, found.side, found.converged]).toEqual([where, trim.k0, trim.side, true]);
        check(`${where} seK0`, found.seK0, trim.seK0);
        check(`${where} estimate`, found.fit.estimate, trim.estimate);
        check(`${where} se`, found.fit.se, trim.se);
        if (trim.pK0 !== null) check(`${where} pK0`, found.pK0, trim.pK0);
        const falling = (values: number[]) => values.sort((a, b) => b - a);
        const filled = falling(found.filled.map(({ yi }) => yi));
        const filledByR = falling([trim.filled].flat());
        expect(filled.length).toBe(filledByR.length);
        filled.forEach((yi, i) => {
          check(`${where} filled ${i}`, yi, filledByR[i]);
        });
      }
      expect(lines).toEqual([]);
    });
  }

  it('Begg with ties: normal approximation', () => {
    const wanted = more.bias.find(({ set }) => set === 'tied');
    const found = begg({ yi: [0.1, 0.1, 0.3, 0.5, 0.2, 0.6], vi: [0.02, 0.02, 0.04, 0.05, 0.03, 0.03] });
    expect(found.exact).toBe(false);
    expect(found.tau).toBeCloseTo(wanted?.begg.tau as number, 13);
    expect(found.p).toBeCloseTo(wanted?.begg.p as number, 13);
  });
});

describe('small-study functions by hand', () => {
  it('the examples', () => {
    expect(
      egger({ yi: [1, 2, 4], vi: [0.25, 1, 4] }, { method: 'EE', test: 'z' }).slope.estimate,
    ).toBeCloseTo(2, 12);
    expect(begg({ yi: [1, 2, 3], vi: [1, 2, 3] }).p).toBeCloseTo(1 / 3, 14);
    expect(failSafeN({ yi: [3, 3], vi: [1, 1] }).n).toBe(12);
    const data = { yi: [0, 1, 2, 3, 4], vi: [0.001, 1, 1, 1, 1] };
    expect(trimFill(data, { method: 'EE', test: 'z' }).k0).toBe(3);
  });

  it('warns where funnel asymmetry means nothing', () => {
    const data = { yi: [0.1, 0.2, 0.3, 0.4], vi: [0.01, 0.02, 0.04, 0.09] };
    expect(egger(data, DL_Z, 'RD').warnings).toContain(
      'funnel asymmetry means nothing here: the standard error of a risk difference follows from the pass rate itself, and rows of one leaderboard are not selected for publication by it',
    );
    expect(egger(data, DL_Z).warnings.filter((text) => text.includes('funnel'))).toEqual([]);
    expect(trimFill({ yi: [0.1, 0.2, 0.3], vi: [0.01, 0.011, 0.012] }, DL_Z).warnings).toEqual([
      'the largest standard error is only 1.10 times the smallest: there is no funnel whose asymmetry could be judged',
    ]);
  });

  it('equal variances leave Begg without an answer; too few rows are named', () => {
    expect(begg({ yi: [1, 2, 3], vi: [1, 1, 1] })).toEqual({ tau: null, p: null, exact: false, k: 3 });
    expect(() => egger({ yi: [1, 2], vi: [1, 2] })).toThrow(
      "Egger's test needs at least 3 usable rows, 2 found",
    );
    expect(() => trimFill({ yi: [1, 2], vi: [1, 2] })).toThrow(
      'trim and fill needs at least 3 usable rows, 2 found',
    );
  });
});
