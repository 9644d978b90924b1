/** The quadratic forms and traces against their definition by matrices. */
import { describe, expect, it } from 'vitest';
import type { Forms } from '../../src/meta/forms.ts';
import { MeanModel } from '../../src/meta/mean-model.ts';
import { independentColumns, RegressionModel } from '../../src/meta/regression-model.ts';
import { relativeError } from '../tolerance.ts';

type Matrix = number[][];
const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, j) => row.reduce((sum, x, m) => sum + x * b[m][j], 0)));
const transpose = (a: Matrix): Matrix => a[0].map((_, j) => a.map((row) => row[j]));
const trace = (a: Matrix) => a.reduce((sum, row, i) => sum + row[i], 0);
const diagonal = (d: readonly number[]): Matrix => d.map((x, i) => d.map((_, j) => (i === j ? x : 0)));

/** Gauss-Jordan; for the 1 x 1 and 2 x 2 matrices here. */
function inverse(a: Matrix): Matrix {
  if (a.length === 1) return [[1 / a[0][0]]];
  const [[p, q], [r, s]] = a;
  const det = p * s - q * r;
  return [
    [s / det, -q / det],
    [-r / det, p / det],
  ];
}

function byDefinition(yi: number[], vi: number[], columns: number[][], weights: number[]) {
  const x = transpose(columns);
  const w = diagonal(weights);
  const wx = times(w, x);
  const hat = times(times(wx, inverse(times(transpose(x), wx))), transpose(wx));
  const p = w.map((row, i) => row.map((value, j) => value - hat[i][j]));
  const v = diagonal(vi);
  const y = yi.map((value) => [value]);
  const form = (m: Matrix) => times(times(transpose(y), m), y)[0][0];
  const [pp, pv] = [times(p, p), times(p, v)];
  return {
    yPy: form(p),
    yPPy: form(pp),
    yPPPy: form(times(pp, p)),
    trP: trace(p),
    trPP: trace(pp),
    trPV: trace(pv),
    trPVP: trace(times(pv, p)),
    trPVPV: trace(times(pv, pv)),
  };
}

const yi = [0.3, -0.4, 1.2, 0.8, 0.1, -0.9];
const vi = [0.02, 0.3, 0.15, 0.4, 0.07, 0.9];
const ones = yi.map(() => 1);
const slope = [1, 3, 2, 5, 4, 9];
const f64 = (x: number[]) => Float64Array.from(x);
const designs: [string, number[][], () => Forms][] = [
  ['mean', [ones], () => new MeanModel().load(f64(yi), f64(vi), 6)],
  ['mean by regression', [ones], () => new RegressionModel(f64(yi), f64(vi), [f64(ones)])],
  ['line', [ones, slope], () => new RegressionModel(f64(yi), f64(vi), [f64(ones), f64(slope)])],
];

describe('forms', () => {
  it.each(designs)(
    '%s: y(P)^n y and the traces at weights 1/(vi + tau2) and others',
    (_name, columns, make) => {
      const forms = make();
      for (const tau2 of [0, 0.1, 2]) {
        const wanted = byDefinition(
          yi,
          vi,
          columns,
          vi.map((v) => 1 / (v + tau2)),
        );
        forms.at(tau2);
        for (const key of ['yPy', 'yPPy', 'yPPPy', 'trP', 'trPP'] as const) {
          expect([key, relativeError(forms[key], wanted[key]) < 1e-11]).toEqual([key, true]);
        }
      }
      const some = [1, 2, 0.5, 3, 1.5, 1];
      for (const weights of [null, some]) {
        const wanted = byDefinition(yi, vi, columns, weights ?? ones);
        forms.atWeights(weights);
        for (const key of ['yPy', 'trP', 'trPP', 'trPV', 'trPVP', 'trPVPV'] as const) {
          expect([key, relativeError(forms[key], wanted[key]) < 1e-11]).toEqual([key, true]);
        }
      }
    },
  );

  it('one row with nearly all weight: no digit is lost to 1 - h', () => {
    // k = 2 in closed form: P = [[1, -1], [-1, 1]] w1 w2 / (w1 + w2).
    for (const tiny of [1e-2, 1e-6, 1e-12, 1e-30]) {
      const v = f64([tiny, 1]);
      const models: Forms[] = [new MeanModel().load(f64([0.1, 1]), v, 2)];
      if (tiny >= 1e-12) models.push(new RegressionModel(f64([0.1, 1]), v, [f64([1, 1])]));
      const c = 1 / (tiny + 1);
      for (const forms of models) {
        forms.at(0);
        expect(relativeError(forms.yPy, 0.81 * c)).toBeLessThan(1e-13);
        expect(relativeError(forms.trP, 2 * c)).toBeLessThan(1e-13);
        expect(relativeError(forms.trPP, 4 * c * c)).toBeLessThan(1e-13);
      }
    }
  });

  it('a level with a single row takes it out: the rest is a fit of its own', () => {
    const level = [0, 0, 0, 0, 0, 1];
    const all = new RegressionModel(f64(yi), f64(vi), [f64(ones), f64(level)]);
    const rest = new MeanModel().load(f64(yi), f64(vi), 5);
    all.at(0.1);
    rest.at(0.1);
    for (const key of ['yPy', 'yPPy', 'trP', 'trPP'] as const) {
      expect(relativeError(all[key], rest[key])).toBeLessThan(1e-12);
    }
  });
});

describe('independentColumns', () => {
  it('keeps the first of dependent columns', () => {
    const twice = slope.map((x) => 2 * x - 1);
    expect(independentColumns([ones, slope, twice, vi].map(f64))).toEqual([0, 1, 3]);
    expect(independentColumns([f64(ones), f64(yi.map(() => 0))])).toEqual([0]);
  });
});
