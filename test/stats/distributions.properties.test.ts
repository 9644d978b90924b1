import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as d from '../../src/stats/distributions.ts';
import { relativeError } from '../tolerance.ts';

// A fixed seed, so that the suite gives the same answer every time; change it to look further.
fc.configureGlobal({ seed: 20260101, numRuns: 300 });

/** Parameters over many decades, where no grid goes. */
const decades = (low: number, high: number) =>
  fc.double({ min: low, max: high, noNaN: true }).map((exponent) => 10 ** exponent);
const shape = decades(-3, 8);
/** Where every tail is good to 1e-12 relative (shapes of beta and gamma are half the df). */
const plainShape = decades(-0.7, 8);
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const tail = decades(-250, -0.31);

interface Tails {
  cdf: number;
  sf: number;
  logCdf: number;
  logSf: number;
}
/** The two tails sum to 1, lie in [0, 1], and agree with their logs. */
function consistent({ cdf, sf, logCdf, logSf }: Tails): boolean {
  const log = (p: number, logP: number) =>
    p < 1e-300 ? logP < -690 : relativeError(Math.exp(logP), p) < 1e-12;
  return cdf >= 0 && sf >= 0 && Math.abs(cdf + sf - 1) < 1e-12 && log(cdf, logCdf) && log(sf, logSf);
}

describe('any parameters in the domain', () => {
  it('two tails and their logs agree', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), decades(-3, 308), (t, df) =>
        consistent({
          cdf: d.tCdf(t, df),
          sf: d.tSf(t, df),
          logCdf: d.tLogCdf(t, df),
          logSf: d.tLogSf(t, df),
        }),
      ),
    );
    fc.assert(
      fc.property(decades(-300, 12), shape, (x, df) =>
        consistent({
          cdf: d.chi2Cdf(x, df),
          sf: d.chi2Sf(x, df),
          logCdf: d.chi2LogCdf(x, df),
          logSf: d.chi2LogSf(x, df),
        }),
      ),
    );
    fc.assert(
      fc.property(decades(-300, 300), shape, shape, (f, a, b) =>
        consistent({
          cdf: d.fCdf(f, a, b),
          sf: d.fSf(f, a, b),
          logCdf: d.fLogCdf(f, a, b),
          logSf: d.fLogSf(f, a, b),
        }),
      ),
    );
    fc.assert(
      fc.property(unit, shape, shape, (x, a, b) =>
        consistent({
          cdf: d.betaCdf(x, a, b),
          sf: d.betaSf(x, a, b),
          logCdf: d.betaLogCdf(x, a, b),
          logSf: d.betaLogSf(x, a, b),
        }),
      ),
    );
  });

  it('a quantile is within 1e-10 of the place where the tail is p', () => {
    /** cdf (rising) is at most p a little below x, at least p a little above; cdf itself is good to 1e-12. */
    const between = (cdf: (x: number) => number, x: number, p: number) => {
      const gap = Math.abs(x) * 1e-10;
      return cdf(x - gap) <= p * (1 + 1e-12) && cdf(x + gap) >= p * (1 - 1e-12);
    };
    const inRange = (x: number) => Math.abs(x) > 1e-300 && Math.abs(x) < 1e300;
    fc.assert(
      fc.property(tail, shape, (p, df) => {
        const t = d.tQuantile(p, df);
        return !inRange(t) || between((x) => d.tCdf(x, df), t, p);
      }),
    );
    fc.assert(fc.property(tail, (p) => between(d.normalCdf, d.normalQuantile(p), p)));
    fc.assert(
      fc.property(tail, shape, (p, df) => {
        const x = d.chi2Quantile(p, df);
        return !inRange(x) || between((v) => d.chi2Cdf(v, df), x, p);
      }),
    );
    fc.assert(
      fc.property(tail, shape, shape, (p, a, b) => {
        const f = d.fQuantile(p, a, b);
        return !inRange(f) || between((v) => d.fCdf(v, a, b), f, p);
      }),
    );
    fc.assert(
      fc.property(unit, shape, shape, (p, a, b) => {
        const x = d.betaQuantile(p, a, b);
        return !inRange(x) || between((v) => d.betaCdf(v, a, b), x, p);
      }),
    );
    // Upper tails: 1 - p keeps all its digits.
    fc.assert(
      fc.property(decades(-15, -0.31), shape, (q, df) => {
        const p = 1 - q;
        const x = d.chi2Quantile(p, df);
        if (!inRange(x)) return true;
        const [below, above] = [d.chi2Sf(x * (1 - 1e-10), df), d.chi2Sf(x * (1 + 1e-10), df)];
        return below >= (1 - p) * (1 - 1e-12) && above <= (1 - p) * (1 + 1e-12);
      }),
    );
  });

  it('a binomial quantile is the least k that reaches its probability', () => {
    fc.assert(
      fc.property(unit, fc.integer({ min: 1, max: 1_000_000 }), unit, (prob, n, p) => {
        const k = d.binomialQuantile(prob, n, p);
        const slack = 1e-12;
        const reaches = d.binomialCdf(k, n, p) >= prob * (1 - slack);
        const least = k === 0 || d.binomialCdf(k - 1, n, p) < prob * (1 + slack);
        return Number.isInteger(k) && k >= 0 && k <= n && reaches && least;
      }),
    );
  });

  it('a distribution function does not fall', () => {
    fc.assert(
      fc.property(decades(-6, 3), decades(-6, 3), plainShape, plainShape, (x, y, a, b) => {
        const [low, high] = [Math.min(x, y), Math.max(x, y)];
        const rises = (p: number, q: number) => q >= p * (1 - 1e-12);
        return (
          rises(d.chi2Cdf(low, a), d.chi2Cdf(high, a)) &&
          rises(d.fCdf(low, a, b), d.fCdf(high, a, b)) &&
          rises(d.tCdf(low, a), d.tCdf(high, a)) &&
          rises(d.chi2Sf(high, a), d.chi2Sf(low, a)) &&
          rises(d.fSf(high, a, b), d.fSf(low, a, b))
        );
      }),
    );
  });

  it('families agree where one is a case of another', () => {
    fc.assert(
      fc.property(decades(-3, 2), decades(-0.3, 5), (t, df) => {
        const two = 2 * d.tSf(t, df);
        return relativeError(d.fSf(t * t, 1, df), two) < 1e-11;
      }),
    );
    fc.assert(
      fc.property(decades(-3, 1.5), (z) => relativeError(d.chi2Sf(z * z, 1), 2 * d.normalSf(z)) < 1e-11),
    );
  });

  it('extreme parameters end in bounded work', () => {
    // Closed forms: the median of a symmetric beta; a binomial's middle; t with huge df is the normal.
    expect(Math.abs(d.betaCdf(0.5, 1e12, 1e12) - 0.5)).toBeLessThan(1e-12);
    const middle = 0.5 + 0.5 * Math.sqrt(2 / (Math.PI * 1e14));
    expect(relativeError(d.binomialCdf(5e13, 1e14, 0.5), middle)).toBeLessThan(1e-12);
    expect(relativeError(d.tSf(2, 1e15), d.normalSf(2))).toBeLessThan(1e-13);
    expect(relativeError(d.tSf(2, Number.MAX_VALUE), d.normalSf(2))).toBeLessThan(1e-15);
    expect(relativeError(d.tSf(1e100, 0.001), d.tSf(1e99, 0.001) * 10 ** -0.001)).toBeLessThan(1e-12);
  });
});
