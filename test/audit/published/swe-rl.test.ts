/** SWE-RL (arXiv:2502.18449): similarity reward, format, and the partial credit trap; from evidence with its counts. */
import { describe, expect, it } from 'vitest';
import { reward } from '../../../src/audit/reward/reward.ts';
import { csv, range, rowsOf } from '../rows.ts';

describe('partial credit: 0.60 against 0.70, break-even 0.4', () => {
  // p = 0.2: of 10 honest attempts a task 2 pass all tests and 8 half of them; a patch-up passes 7 of 10.
  const rows = range(50).flatMap((t) => [
    ...range(10).map((i) => [`t${t}`, `h${i}`, 'honest', i < 2 ? 10 : 5, 10]),
    ...range(10).map((i) => [`t${t}`, `u${i}`, 'patch_up', 7, 10]),
  ]);
  const { strategies } = reward({
    strategies: rowsOf('strategies', csv('task,attempt,strategy,passed,total', rows)),
  });

  it('honesty earns less at p = 0.2', () => {
    expect(strategies?.honestSuccess.value).toBe(0.2);
    expect(strategies?.honest.value).toBeCloseTo(0.6, 14);
    expect(strategies?.patchUp.value).toBeCloseTo(0.7, 14);
    expect(strategies?.honestMinusPatchUp.value).toBeCloseTo(-0.1, 14);
    expect(strategies?.allOrNothing.value).toBeCloseTo(0.2, 14);
  });

  it('breaks even at p = 0.4', () => {
    expect(strategies?.breakEven?.breakEven).toBeCloseTo(0.4, 13);
    expect(strategies?.breakEven?.honestFail).toBeCloseTo(0.5, 14);
  });
});

describe('format', () => {
  it.each([
    [95.6, 478],
    [94.2, 471],
  ])('%f %% of 500 outputs keep it', (percent, kept) => {
    const rows = range(500).map((i) => [`s${i}`, 'x', 'x', i < kept ? 1 : 0]);
    const found = reward({ reward: rowsOf('reward', csv('sample,predicted,reference,format_ok', rows)) });
    expect((100 * (found.summary?.format.value as number)).toFixed(1)).toBe(percent.toFixed(1));
    expect(found.samples.at(-1)?.similarity).toBe(-1);
    expect(found.summary?.similarity.value).toBeCloseTo((kept - (500 - kept)) / 500, 14);
  });
});

describe('repair scores', () => {
  it.each([
    ['continuous reward', 34.8, 174],
    ['exact match reward', 29.0, 145],
  ])('%s: %f %% of 500', (_, percent, right) => {
    const rows = range(500).map((i) => [`s${i}`, i < right ? 'fixed' : 'other', 'fixed']);
    const found = reward({ reward: rowsOf('reward', csv('sample,predicted,reference', rows)) });
    expect((100 * (found.summary?.exactMatch.value as number)).toFixed(1)).toBe(percent.toFixed(1));
  });

  it('a continuous reward tells outputs apart that an exact match does not', () => {
    const rows = range(20).flatMap((g) =>
      ['return a - c', 'return a', 'pass'].map((text, i) => [`g${g}s${i}`, `g${g}`, text, 'return a - b']),
    );
    const found = reward({ reward: rowsOf('reward', csv('sample,group,predicted,reference', rows)) });
    expect(found.summary?.withoutSignal).toEqual({ similarity: 0, exactMatch: 20, groups: 20 });
  });
});
