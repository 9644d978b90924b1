import { describe, expect, it } from 'vitest';
import { rowCounter } from '../../../src/inference/permutation/popcount-kernel.ts';
import { randomStream } from '../../../src/stats/random.ts';

/** Bits by BigInt: a road of its own. */
function bits(words: readonly number[]): number {
  return words.reduce(
    (sum, word) => sum + [...BigInt(word).toString(2)].filter((bit) => bit === '1').length,
    0,
  );
}

describe.each(['simd', 'plain'] as const)('%s counter', (kind) => {
  it('counts shared bits by segment and draw', () => {
    const stream = randomStream(1, 'popcount');
    const ends = [4, 16, 20];
    const masks = Uint32Array.from({ length: 60 }, () => stream.next());
    const plane = Uint32Array.from({ length: 40 }, () => stream.next());
    masks.fill(0xffffffff, 40);
    const counter = rowCounter(ends, 5, kind === 'simd');
    expect(counter.kind).toBe(kind);
    counter.setMasks(masks, 3);
    const out = counter.count(plane, 20).slice(0, 9);
    const wanted = [0, 1, 2].flatMap((d) =>
      ends.map((end, s) => {
        const start = s === 0 ? 0 : ends[s - 1];
        const words = Array.from({ length: end - start }, (_, i) => start + i);
        return bits(words.map((w) => (plane[20 + w] & masks[d * 20 + w]) >>> 0));
      }),
    );
    expect([...out]).toEqual(wanted);
  });
});
