/** Precision, recall, F1 and its interval against R. */
import { describe, expect, it } from 'vitest';
import { classify } from '../../../src/audit/judges/classification.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';

interface F1 {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly tn: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly lower: number;
  readonly upper: number;
}
const { f1 } = reference<{ f1: F1[] }>('audit.json');
const confusionOf = ({ tp, fp, fn, tn }: F1) => ({
  truePositive: tp,
  falsePositive: fp,
  falseNegative: fn,
  trueNegative: tn,
});

describe('classify', () => {
  it.each(f1.map((entry) => [`${entry.tp} ${entry.fp} ${entry.fn} ${entry.tn}`, entry] as const))(
    'agrees with R: %s',
    (_, entry) => {
      const found = classify(confusionOf(entry), 95);
      expect(found.precision.value).toBeCloseTo(entry.precision, 14);
      expect(found.recall.value).toBeCloseTo(entry.recall, 14);
      expect(found.f1.value).toBeCloseTo(entry.f1, 14);
      expect(relativeError(found.f1.interval?.lower ?? null, entry.lower, 1e-3)).toBeLessThan(1e-10);
      expect(relativeError(found.f1.interval?.upper ?? null, entry.upper, 1e-3)).toBeLessThan(1e-10);
    },
  );

  it('gives 8/11 in the documented example', () => {
    expect(
      classify({ truePositive: 8, falsePositive: 2, falseNegative: 4, trueNegative: 6 }, 95).f1.value,
    ).toBeCloseTo(8 / 11, 14);
  });

  it('is null where nothing is positive', () => {
    const found = classify({ truePositive: 0, falsePositive: 0, falseNegative: 0, trueNegative: 9 }, 95);
    expect(found.precision.value).toBeNull();
    expect(found.recall.value).toBeNull();
    expect(found.f1).toEqual({ value: null, interval: null });
    expect(found.accuracy.value).toBe(1);
  });
});
