import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as distributions from '../../src/stats/distributions.ts';
import { relativeError } from '../tolerance.ts';

/** R's grid (`distributions.R`) and the same points at 50 digits (`distributions.py`, mpmath). */
type Cell = number | 'Inf' | '-Inf';
interface RGrid {
  points: [Cell[], ...Cell[]][];
  quantiles: [Cell[], number, number][];
}
interface ExactGrid {
  points: Cell[][];
  quantiles: number[];
}
const read = <T>(file: string): T =>
  JSON.parse(readFileSync(new URL(`../reference/${file}`, import.meta.url), 'utf8')) as T;
const fromR = read<Record<string, RGrid>>('distributions.json');
const exact = read<Record<string, ExactGrid>>('distributions-exact.json');

const families = ['normal', 't', 'chi2', 'f', 'beta', 'binomial'] as const;
const forms = ['Cdf', 'Sf', 'LogCdf', 'LogSf'] as const;
const value = (cell: Cell) => (cell === 'Inf' ? Infinity : cell === '-Inf' ? -Infinity : cell);
const call = (name: string, args: number[]) =>
  (distributions as unknown as Record<string, (...args: number[]) => number>)[name]!(...args);

describe('the grid', () => {
  it('has at least 600 points, tails to 1e-300, and both references agree on its size', () => {
    let points = 0;
    for (const family of families) {
      points += fromR[family]!.points.length;
      expect(exact[family]!.points.length).toBe(fromR[family]!.points.length);
      const logs = exact[family]!.points.flatMap((row) => [value(row[2]!), value(row[3]!)]);
      expect(logs.some((log) => log < -690 && log > -692) || family === 'binomial').toBe(true);
    }
    expect(points).toBeGreaterThanOrEqual(600);
  });
});

// Relative error everywhere, on the log value for logs: logs near 0 are log1p of the other tail and keep their
// digits too, so they need no absolute rule. Below 1e-300 a double itself has fewer digits; there the floor of
// `relativeError` applies to the plain tails, and the logs are still held to 1e-12.
describe.each(families)('%s', (family) => {
  const rows = fromR[family]!.points.map(([parameters, ...cells], i) => ({
    args: [value(cells[0]!), ...parameters.map(value)],
    r: cells.slice(1).map(value),
    exact: exact[family]!.points[i]!.map(value),
  }));

  it.each(forms)('%s is within 1e-12 of the 50-digit value', (form) => {
    const j = forms.indexOf(form);
    const far = rows.filter((row) => relativeError(call(family + form, row.args), row.exact[j]!) > 1e-12);
    expect(far).toEqual([]);
  });

  // One point of 1,267 where R itself is 2.4e-12 off the 50-digit value: the log lower tail of beta(30, 0.2).
  it.each(forms)('%s is within 1e-12 of R wherever R is within 1e-12 of the 50-digit value', (form) => {
    const j = forms.indexOf(form);
    const rIsOff = rows.filter((row) => relativeError(row.r[j]!, row.exact[j]!) > 1e-12);
    expect(rIsOff.length).toBe(family === 'beta' && form === 'LogCdf' ? 1 : 0);
    const far = rows.filter(
      (row) => !rIsOff.includes(row) && relativeError(call(family + form, row.args), row.r[j]!) > 1e-12,
    );
    expect(far).toEqual([]);
  });

  it('quantiles are within 1e-10 of R and of the 50-digit root', () => {
    const far: unknown[] = [];
    let rIsOff = 0;
    fromR[family]!.quantiles.forEach(([parameters, p, r], i) => {
      const found = call(`${family}Quantile`, [p, ...parameters.map(value)]);
      if (family === 'binomial') {
        if (found !== r) far.push({ parameters, p, found, r });
        return;
      }
      const root = exact[family]!.quantiles[i]!;
      if (relativeError(found, root) > 1e-10) far.push({ parameters, p, found, root });
      if (relativeError(r, root) > 1e-10) rIsOff++;
      else if (relativeError(found, r) > 1e-10) far.push({ parameters, p, found, r });
    });
    expect(far).toEqual([]);
    // R's qt(0.5, df) is 1e-16, not 0, for 3 of the df; its qf loses the lower tail (it works on 1 - p).
    expect(rIsOff).toBe(family === 't' ? 3 : family === 'f' ? 33 : 0);
  });

  it('a NaN anywhere gives NaN', () => {
    const args = rows[0]!.args;
    for (let i = 0; i < args.length; i++) {
      const spoilt = args.map((arg, at) => (at === i ? Number.NaN : arg));
      for (const form of [...forms, 'Quantile']) expect(call(family + form, spoilt)).toBeNaN();
    }
  });
});

const { normalSf, normalCdf, normalLogSf, normalLogCdf, normalQuantile, normalQuantileUpper, normalPdf } =
  distributions;
const { tSf, tCdf, tLogSf, tLogCdf, tQuantile, chi2Sf, chi2Cdf, chi2LogSf, chi2LogCdf, chi2Quantile } =
  distributions;
const { fSf, fCdf, fLogSf, fLogCdf, fQuantile, betaCdf, betaSf, betaQuantile } = distributions;
const { binomialCdf, binomialSf, binomialLogCdf, binomialLogSf, binomialQuantile } = distributions;

describe('far tails', () => {
  it('H1: t = 12 with 133 df, two-sided (R: 6.1597507964549481e-23)', () => {
    expect(relativeError(2 * tSf(12, 133), 6.1597507964549481e-23)).toBeLessThan(1e-12);
  });

  it('H2: t with a large df stays near the normal (R 4.2.2: pt(-.1, 3682117.5))', () => {
    expect(relativeError(tCdf(-0.1, 3682117.5), 0.46017216544506001)).toBeLessThan(1e-12);
  });

  it('H3: normal quantile of 0.975 (closed table value 1.959963984540054)', () => {
    expect(relativeError(normalQuantile(0.975), 1.959963984540054)).toBeLessThan(1e-15);
  });

  it('H4: t quantiles are antisymmetric', () => {
    for (const df of [1, 3, 9, 133, Infinity]) {
      expect(tQuantile(0.25, df)).toBe(-tQuantile(0.75, df));
      // 1 - 0.95 is not 0.05 in doubles, but 8e-16 of it away.
      expect(relativeError(tQuantile(0.05, df), -tQuantile(0.95, df))).toBeLessThan(1e-14);
    }
  });

  it('D11: chi-squared upper tail (closed form for 4 df: (1 + x/2) exp(-x/2))', () => {
    for (const x of [161.13, 600, 1300]) {
      expect(relativeError(chi2Sf(x, 4), (1 + x / 2) * Math.exp(-x / 2))).toBeLessThan(1e-12);
    }
    expect(relativeError(chi2LogSf(1e6, 4), Math.log1p(5e5) - 5e5)).toBeLessThan(1e-14);
  });

  it('D12: sign tests, from whole-number binomial sums', () => {
    const upper = (n: number, from: number) => {
      let ways = 0n;
      let choose = 1n;
      for (let k = 0n; k <= BigInt(n); k++) {
        if (k >= BigInt(from)) ways += choose;
        choose = (choose * (BigInt(n) - k)) / (k + 1n);
      }
      return Number(ways) / 2 ** n;
    };
    for (const [n, k] of [
      [134, 130],
      [134, 134],
      [3, 3],
      [134, 68],
      [1000, 990],
    ] as const) {
      expect(relativeError(binomialSf(k - 1, n, 0.5), upper(n, k))).toBeLessThan(1e-12);
      expect(relativeError(binomialCdf(n - k, n, 0.5), upper(n, k))).toBeLessThan(1e-12);
    }
    expect(2 * binomialSf(129, 134, 0.5)).toBeCloseTo(1.216074712e-33, 42);
    expect(2 * binomialSf(2, 3, 0.5)).toBeCloseTo(0.25, 15);
  });

  it('logs stay finite where the plain tail is 0', () => {
    // Mills: log sf(x) = -x^2/2 - log(x sqrt(2 pi)) + log(1 - 1/x^2 + 3/x^4 - ...)
    const mills = (x: number) =>
      -0.5 * x * x - Math.log(x * Math.sqrt(2 * Math.PI)) + Math.log1p(-1 / (x * x) + 3 / x ** 4);
    expect(relativeError(normalLogSf(1000), mills(1000))).toBeLessThan(1e-15);
    expect(relativeError(normalLogCdf(-1e8), mills(1e8))).toBeLessThan(1e-15);
    expect(tLogSf(200, 133)).toBeCloseTo(-383.0530961022219, 10); // R pt(200, 133, lower = FALSE, log = TRUE)
    // Cauchy: sf(t) = atan(1/t)/pi
    for (const t of [1e10, 1e120, 1e300]) {
      expect(relativeError(tLogSf(t, 1), -Math.log(Math.PI * t))).toBeLessThan(1e-14);
    }
    // F with 2 and d2 df: sf = (1 + 2f/d2)^(-d2/2)
    expect(relativeError(fLogSf(1e6, 2, 400), -200 * Math.log1p(1e6 / 200))).toBeLessThan(1e-14);
    // binomial: all n of n
    expect(relativeError(binomialLogSf(4999, 5000, 0.1), 5000 * Math.log(0.1))).toBeLessThan(1e-14);
    expect(relativeError(binomialLogCdf(0, 5000, 0.9), 5000 * Math.log1p(-0.9))).toBeLessThan(1e-14);
  });

  it('a log next to 0 keeps its digits', () => {
    expect(relativeError(normalLogCdf(20), -normalSf(20))).toBeLessThan(1e-12);
    expect(relativeError(tLogCdf(1e10, 3), -tSf(1e10, 3))).toBeLessThan(1e-12);
    expect(relativeError(chi2LogCdf(500, 4), -chi2Sf(500, 4))).toBeLessThan(1e-12);
    expect(relativeError(fLogCdf(1e9, 2, 4), -((1 + 1e9 / 2) ** -2))).toBeLessThan(1e-12);
  });
});

describe('edges', () => {
  it('infinite and zero arguments', () => {
    expect([normalCdf(-Infinity), normalCdf(Infinity), normalSf(Infinity)]).toEqual([0, 1, 0]);
    expect([normalLogSf(Infinity), normalLogSf(-Infinity), normalPdf(Infinity)]).toEqual([-Infinity, 0, 0]);
    expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([-Infinity, 0, Infinity]);
    expect([tCdf(0, 5), tCdf(-Infinity, 5), tSf(-Infinity, 5), tSf(Infinity, 5)]).toEqual([0.5, 0, 1, 0]);
    expect([tQuantile(0, 5), tQuantile(0.5, 5), tQuantile(1, 5)]).toEqual([-Infinity, 0, Infinity]);
    expect([chi2Cdf(0, 3), chi2Sf(0, 3), chi2Sf(-1, 3), chi2Sf(Infinity, 3)]).toEqual([0, 1, 1, 0]);
    expect([chi2Quantile(0, 3), chi2Quantile(1, 3)]).toEqual([0, Infinity]);
    expect([fCdf(0, 2, 3), fSf(-1, 2, 3), fSf(Infinity, 2, 3), fCdf(1e308, 300, 3)]).toEqual([0, 1, 0, 1]);
    expect([fQuantile(0, 2, 3), fQuantile(1, 2, 3)]).toEqual([0, Infinity]);
    expect([betaCdf(-1, 2, 3), betaCdf(2, 2, 3), betaSf(0, 2, 3), betaSf(1, 2, 3)]).toEqual([0, 1, 1, 0]);
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    expect([binomialCdf(-1, 5, 0.3), binomialCdf(5, 5, 0.3), binomialSf(5, 5, 0.3)]).toEqual([0, 1, 0]);
    expect([binomialSf(-1, 5, 0.3), binomialCdf(2, 5, 0), binomialCdf(2, 5, 1)]).toEqual([1, 1, 0]);
    expect([binomialCdf(0, 0, 0.3), binomialQuantile(0.4, 0, 0.3)]).toEqual([1, 0]);
    expect([binomialQuantile(0, 5, 0.3), binomialQuantile(1, 5, 0.3)]).toEqual([0, 5]);
  });

  it('outside the domain is NaN', () => {
    const outside = [
      tCdf(1, 0),
      tCdf(1, -1),
      tQuantile(0.5, 0),
      tQuantile(1.1, 3),
      chi2Cdf(1, 0),
      chi2Quantile(-0.1, 3),
      chi2Cdf(1, Infinity),
      fCdf(1, 0, 3),
      fCdf(1, 3, 0),
      fQuantile(2, 3, 3),
      betaCdf(0.5, 0, 1),
      betaCdf(0.5, 1, Infinity),
      betaQuantile(2, 1, 1),
      binomialCdf(1, 2.5, 0.5),
      binomialCdf(1, -1, 0.5),
      binomialCdf(1, 2, 1.5),
      binomialQuantile(1.5, 2, 0.5),
      normalQuantile(-0.1),
      normalQuantile(1.1),
    ];
    for (const found of outside) expect(found).toBeNaN();
  });

  it('k of a binomial is cut to a whole number', () => {
    expect(binomialCdf(2.9, 10, 0.3)).toBe(binomialCdf(2, 10, 0.3));
  });

  it('infinite df2 is chi-squared over its df', () => {
    expect(fSf(2, 4, Infinity)).toBe(chi2Sf(8, 4));
    expect(fQuantile(0.95, 4, Infinity)).toBe(chi2Quantile(0.95, 4) / 4);
  });

  it('an upper normal quantile reaches tails that 1 - q cannot write', () => {
    expect(relativeError(normalSf(normalQuantileUpper(1e-200)), 1e-200)).toBeLessThan(1e-12);
    expect(normalQuantileUpper(0.025)).toBe(-normalQuantile(0.025));
  });
});

describe('quantiles where Newton alone crawls', () => {
  it('of chi-squared with a tiny df (mpmath 1.3.0, findroot on gammainc at 40 digits)', () => {
    const far = chi2Quantile(1 - 3.6271844845170363e-5, 0.0013337029963490952);
    expect(relativeError(far, 3.848316844934999)).toBeLessThan(1e-10);
    const farther = chi2Quantile(1 - 1.1278200595654649e-12, 0.004339519236947729);
    expect(relativeError(farther, 36.84274792777615)).toBeLessThan(1e-10);
  });

  it('of t where x = df/(df + t^2) is below the smallest double (same source)', () => {
    const t = tQuantile(0.34917374267392165, 0.0010000000000000174);
    expect(relativeError(t, -1.341451017352369e154)).toBeLessThan(1e-10);
  });
});

describe('examples of the doc blocks', () => {
  it('hold', () => {
    expect(relativeError(normalCdf(-1.959963984540054), 0.025)).toBeLessThan(1e-14);
    expect(relativeError(normalLogSf(40), -804.6084420137538)).toBeLessThan(1e-15);
    expect(relativeError(tQuantile(0.975, 9), 2.2621571627982049)).toBeLessThan(1e-14);
    expect(relativeError(chi2Sf(161.13, 4), 8.3669833737195522e-34)).toBeLessThan(1e-12);
    expect(relativeError(chi2Quantile(0.95, 1), 3.841458820694124)).toBeLessThan(1e-14);
    expect(relativeError(fSf(3, 5, 7), 0.092246561020549553)).toBeLessThan(1e-14);
    expect(relativeError(fQuantile(0.95, 3, 20), 3.0983912121407795)).toBeLessThan(1e-14);
    expect(relativeError(betaQuantile(0.5, 2, 1), Math.SQRT1_2)).toBeLessThan(1e-15);
    expect(relativeError(betaCdf(0.5, 2, 1), 0.25)).toBeLessThan(1e-14);
    expect(relativeError(binomialSf(129, 134, 0.5), 1.216074711700063e-33 / 2)).toBeLessThan(1e-11);
    expect(binomialQuantile(0.5, 10, 0.5)).toBe(5);
  });
});
