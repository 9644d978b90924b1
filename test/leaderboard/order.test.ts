/** The one order of ids: that of code points, which is that of UTF-8 bytes. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { codePointOrder, compareCodePoints } from '../../src/leaderboard/order.ts';

it('sorts by code points, where UTF-16 would not', () => {
  const ids = ['\u{1f600}', 'b', '\uffee', 'B', 'é', 'a'];
  // Code points 42, 61, 62, E9, FFEE, 1F600.
  expect([...ids].sort(compareCodePoints)).toEqual(['B', 'a', 'b', 'é', '\uffee', '\u{1f600}']);
  expect(codePointOrder(ids)).toEqual([3, 5, 1, 4, 2, 0]);
});

it('is the order of the bytes, as Buffer compares them', () => {
  const text = fc.string({ unit: 'binary', maxLength: 4 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { numRuns: 2000 },
  );
});
