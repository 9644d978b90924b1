/**
 * Seeded random streams. Every random draw of passgap comes from here, so that the same seed gives the same
 * bytes on any machine and with any number of threads: work is cut into blocks, and each block has a stream
 * of its own named by `(seed, label, block)`.
 */
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';

export interface RandomStream {
  /** Uniform 32-bit unsigned integer. */
  next(): number;
  /** Uniform in [0, 1), 53 bits. */
  uniform(): number;
  /** Uniform integer in 0 .. n-1, unbiased (rejection); n a whole number from 1 to 2^32, else NaN. */
  below(n: number): number;
  /** Moves `few` of the items to the front, every ordered choice equally likely: the first steps of a Fisher-Yates
   *  shuffle, with the draws of `i + below(length - i)`. */
  shuffleFirst(items: Int32Array, few: number): void;
  /** Standard normal (Marsaglia's polar method). */
  normal(): number;
}

/**
 * A stream named by a seed and any number of labels (words or whole numbers).
 * Different names give different states, each filled by four 32-bit avalanche hashes of the name, of xoroshiro128+
 * (Blackman and Vigna 2018, doi:10.1145/3460772), whose lower 32 bits are the draws. The name is the words joined,
 * so 1 and '1' name the same stream.
 *
 * @example randomStream(1, 'permutation', 0).below(6) // 1
 */
export function randomStream(seed: number, ...labels: readonly (string | number)[]): RandomStream {
  const name = [seed, ...labels].map(String).join('\u001f');
  const generator = xoroshiro128plusFromState([0, 1, 2, 3].map((salt) => hash(name, salt) | 0));
  const next = () => generator.next() >>> 0;
  const uniform = () => ((next() >>> 5) * 67108864 + (next() >>> 6)) / 9007199254740992;
  let spare: number | null = null;
  return {
    next,
    uniform,
    below(n) {
      if (!(n >= 1 && n <= 4294967296)) return Number.NaN;
      const bucket = Math.floor(4294967296 / n);
      for (;;) {
        const value = Math.floor(next() / bucket);
        if (value < n) return value;
      }
    },
    shuffleFirst(items, few) {
      let left = items.length;
      for (let i = 0; i < few; i++, left--) {
        // As `below`, on 32-bit integers, which is faster; for left = 1 x / 0 gives 0 as well.
        const bucket = (4294967296 / left) >>> 0;
        let value = ((generator.next() >>> 0) / bucket) >>> 0;
        while (value >= left) value = ((generator.next() >>> 0) / bucket) >>> 0;
        const j = i + value;
        const held = items[i];
        items[i] = items[j];
        items[j] = held;
      }
    },
    normal() {
      if (spare !== null) {
        const value = spare;
        spare = null;
        return value;
      }
      for (;;) {
        const x = 2 * uniform() - 1;
        const y = 2 * uniform() - 1;
        const r2 = x * x + y * y;
        if (r2 > 0 && r2 < 1) {
          const scale = Math.sqrt((-2 * Math.log(r2)) / r2);
          spare = y * scale;
          return x * scale;
        }
      }
    },
  };
}

/** Fisher-Yates shuffle in place of `items[from .. to-1]`. */
export function shuffle<T extends { length: number; [i: number]: unknown }>(
  items: T,
  stream: RandomStream,
  from = 0,
  to = items.length,
): T {
  for (let i = to - 1; i > from; i--) {
    const j = from + stream.below(i - from + 1);
    const held = items[i];
    items[i] = items[j];
    items[j] = held;
  }
  return items;
}

/** FNV-1a over UTF-16 units with a final avalanche (the finaliser of MurmurHash3). */
function hash(text: string, salt: number): number {
  let h = 0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1);
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h ^= h >>> 16;
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
