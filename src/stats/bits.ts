/** Counting bits, 32 at a time. */

/** Set bits of a 32-bit word: 0 .. 32. */
export function popcount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Set bits of `a[i..i+words-1] & b[j..j+words-1]`. */
export function countAnd(a: Uint32Array, i: number, b: Uint32Array, j: number, words: number): number {
  let sum = 0;
  for (let w = 0; w < words; w++) sum += popcount(a[i + w] & b[j + w]);
  return sum;
}
