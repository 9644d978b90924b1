import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { chi2Sf, normalSf } from '../../src/stats/distributions.ts';
import { randomStream, shuffle } from '../../src/stats/random.ts';
import { sum, variance } from '../../src/stats/sums.ts';

/** The same streams made in Python from their definition (`test/reference/random.py`). */
const reference = JSON.parse(readFileSync(new URL('../reference/random.json', import.meta.url), 'utf8')) as {
  streams: { name: [number, ...(string | number)[]]; next: number[] }[];
};

/** p of Pearson's test that all counts have the same expectation. */
function evenness(counts: readonly number[]): number {
  const expected = sum(counts) / counts.length;
  return chi2Sf(sum(counts.map((count) => (count - expected) ** 2 / expected)), counts.length - 1);
}

/** The seeds are fixed, so each of these p values is a constant: a fair one is not near 0 or 1. */
function expectFair(p: number): void {
  expect(p).toBeGreaterThan(0.001);
  expect(p).toBeLessThan(0.999);
}

function tally(size: number, draws: number, draw: (i: number) => number): number[] {
  const counts = new Array<number>(size).fill(0);
  for (let i = 0; i < draws; i++) counts[draw(i)]!++;
  return counts;
}

describe('randomStream', () => {
  it('gives the draws of its definition', () => {
    for (const { name, next } of reference.streams) {
      const stream = randomStream(...name);
      expect(next.map(() => stream.next())).toEqual(next);
    }
    const first = reference.streams[0]!.next;
    // The example: bucket width floor(2^32 / 6) = 715827882.
    expect(randomStream(1, 'permutation', 0).below(6)).toBe(Math.floor(first[0]! / 715827882));
    expect(randomStream(1, 'permutation', 0).below(6)).toBe(1);
    // 53 bits: 27 of the first draw, 26 of the second.
    const [a, b] = [first[0]! >>> 5, first[1]! >>> 6];
    expect(randomStream(1, 'permutation', 0).uniform()).toBe((a * 2 ** 26 + b) / 2 ** 53);
  });

  it('shuffles the first few by the draws of below', () => {
    const [stream, other] = [randomStream(1, 'first'), randomStream(1, 'first')];
    for (const few of [0, 3, 12, 11]) {
      const items = Int32Array.from({ length: 12 }, (_, i) => 10 * i);
      const left = [...items];
      stream.shuffleFirst(items, few);
      // What is drawn leaves its place to the first of those not drawn yet.
      const drawn = Array.from({ length: few }, (_, i) => {
        const at = other.below(12 - i);
        const item = left[at]!;
        left[at] = left[0]!;
        left.shift();
        return item;
      });
      expect([...items]).toEqual([...drawn, ...left]);
    }
    expect(stream.next()).toBe(other.next());
  });

  it('does not mix up seed, label and block', () => {
    const names: [number, ...(string | number)[]][] = [
      [1, 'a', 0],
      [1, 'a', 1],
      [2, 'a', 0],
      [1, 'b', 0],
      [1, 'a0'],
      [1, 'a'],
      [11, 'a', 0],
      [1, 'a', 10],
      [1],
    ];
    const firsts = names.map((name) => {
      const stream = randomStream(...name);
      return `${stream.next()} ${stream.next()} ${stream.next()}`;
    });
    expect(new Set(firsts).size).toBe(names.length);
  });

  it('below(6) is even, along one stream and across the first draws of 60,000 blocks', () => {
    const stream = randomStream(20240901, 'dice');
    expectFair(evenness(tally(6, 600_000, () => stream.below(6))));
    expectFair(evenness(tally(6, 60_000, (block) => randomStream(1, 'permutation', block).below(6))));
    expectFair(evenness(tally(6, 60_000, (seed) => randomStream(seed, 'permutation', 0).below(6))));
  });

  it('below(n) is right up to 2^32, and unbiased where n does not divide it', () => {
    const stream = randomStream(3, 'wide');
    const n = 3 * 2 ** 30; // a quarter of the words are rejected; by n modulo they would make the first third double
    expectFair(evenness(tally(3, 90_000, () => Math.floor(stream.below(n) / 2 ** 30))));
    expectFair(evenness(tally(16, 90_000, () => Math.floor(stream.below(2 ** 32) / 2 ** 28))));
    expectFair(evenness(tally(2, 90_000, () => stream.below(2 ** 31 + 1) % 2)));
    const whole = randomStream(...reference.streams[1]!.name);
    expect(whole.below(2 ** 32)).toBe(reference.streams[1]!.next[0]);
    expect(Array.from({ length: 20 }, () => stream.below(1))).toEqual(new Array(20).fill(0));
    for (const bad of [0, -1, 0.5, 2 ** 32 + 1, NaN, Infinity]) expect(stream.below(bad)).toBeNaN();
  });

  it('neighbouring streams do not move together', () => {
    // Joint cells of the first draws of blocks 2i and 2i + 1, and of two labels at the same block.
    const first = (label: string, block: number) => randomStream(7, label, block).below(5);
    expectFair(evenness(tally(25, 50_000, (i) => first('a', 2 * i) * 5 + first('a', 2 * i + 1))));
    expectFair(evenness(tally(25, 50_000, (i) => first('a', i) * 5 + first('b', i))));
    // Correlation of 100,000 normals of two neighbours is within what chance allows.
    const n = 100_000;
    const [x, y] = [randomStream(7, 'a', 1), randomStream(7, 'a', 2)];
    let products = 0;
    for (let i = 0; i < n; i++) products += x.normal() * y.normal();
    expectFair(normalSf(products / Math.sqrt(n)));
  });

  it('100,000 named streams have 100,000 different beginnings', () => {
    const seen = new Set<number>();
    for (let block = 0; block < 100_000; block++) seen.add(randomStream(1, 'calibrate', block).uniform());
    expect(seen.size).toBe(100_000); // two of them alike by chance: 5e-7
  });

  it('uniform fills [0, 1) evenly', () => {
    const stream = randomStream(5, 'uniform');
    const values = Float64Array.from({ length: 200_000 }, () => stream.uniform());
    expect(values.every((u) => u >= 0 && u < 1)).toBe(true);
    expectFair(evenness(tally(100, values.length, (i) => Math.floor(values[i]! * 100))));
  });

  it('normal has the moments and tails of a normal', () => {
    const stream = randomStream(5, 'normal');
    const n = 400_000;
    const z = Float64Array.from({ length: n }, () => stream.normal());
    // mean ~ N(0, 1/n); (n - 1) variance ~ chi2; third and fourth moments have variance 15/n and 96/n.
    expectFair(normalSf(sum(z) / Math.sqrt(n)));
    expectFair(chi2Sf((n - 1) * variance(z), n - 1));
    expectFair(normalSf(sum(z.map((v) => v ** 3)) / Math.sqrt(15 * n)));
    expectFair(normalSf((sum(z.map((v) => v ** 4)) - 3 * n) / Math.sqrt(96 * n)));
    expectFair(evenness(tally(50, n, (i) => Math.min(49, Math.floor(normalSf(z[i]!) * 50)))));
  });
});

describe('shuffle', () => {
  it('gives all 24 orders of four equally often', () => {
    const stream = randomStream(9, 'shuffle');
    const orders = new Map<string, number>();
    for (let i = 0; i < 48_000; i++) {
      const order = shuffle([0, 1, 2, 3], stream).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect(orders.size).toBe(24);
    expectFair(evenness([...orders.values()]));
  });

  it('touches only the part asked for, keeps every item, and returns what it was given', () => {
    const stream = randomStream(9, 'part');
    const items = Uint8Array.from({ length: 20 }, (_, i) => i);
    expect(shuffle(items, stream, 5, 15)).toBe(items);
    expect([...items.slice(0, 5), ...items.slice(15)]).toEqual([0, 1, 2, 3, 4, 15, 16, 17, 18, 19]);
    expect([...items.slice(5, 15)].sort((a, b) => a - b)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect([...items.slice(5, 15)]).not.toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    expect([shuffle([], stream), shuffle([1], stream)]).toEqual([[], [1]]);
  });
});
