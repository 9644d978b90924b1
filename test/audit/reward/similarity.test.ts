/** The ratio against Python's difflib, to the last bit (test/reference/audit-difflib.py). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { similarity } from '../../../src/audit/reward/similarity.ts';
import { reference } from '../../oracle.ts';

type Parts = [string, number][];
interface Pair {
  readonly kind: string;
  readonly a: Parts;
  readonly b: Parts;
  readonly ratio: number;
  readonly ratioWithoutAutojunk: number;
}
const { pairs } = reference<{ pairs: Pair[] }>('audit-difflib.json');
const expand = (parts: Parts) => parts.map(([piece, times]) => piece.repeat(times)).join('');

describe('similarity', () => {
  it('has at least 200 pairs, with empty, unicode and long ones', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(200);
    const texts = pairs.flatMap(({ a, b }) => [expand(a), expand(b)]);
    expect(texts).toContain('');
    expect(texts.some((text) => text.length >= 5000)).toBe(true);
    expect(texts.some((text) => /[\u{10000}-\u{10ffff}]/u.test(text))).toBe(true);
  });

  it.each([...new Set(pairs.map(({ kind }) => kind))])('equals difflib: %s', (kind) => {
    for (const { a, b, ratio, ratioWithoutAutojunk } of pairs.filter((pair) => pair.kind === kind)) {
      expect(similarity(expand(a), expand(b), { autojunk: true })).toBe(ratio);
      expect(similarity(expand(a), expand(b))).toBe(ratioWithoutAutojunk);
    }
  });

  it('gives 0.75 in the documented example', () => {
    expect(similarity('abcd', 'bcde')).toBe(0.75);
  });

  it('is 1 for a text and itself, and between 0 and 1 for any two', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(similarity(a, a)).toBe(1);
        const ratio = similarity(a, b);
        expect(ratio).toBeGreaterThanOrEqual(0);
        expect(ratio).toBeLessThanOrEqual(1);
      }),
    );
  });
});
