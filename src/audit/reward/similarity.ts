/**
 * The Ratcliff-Obershelp ratio, equal to Python's `difflib.SequenceMatcher(None, a, b).ratio()` to the last bit.
 *
 * Written here because no npm package fits: `difflib` 0.2.4, `difflib-ts` 1.0.3 and `@ewoudenberg/difflib` 0.1.0
 * give Python's ratio only when handed lists of code points, have seen no work on the algorithm for years, and take
 * its cubic worst case as it comes: 55 s for two tables of digits and commas of 4,000 letters (difflib-ts, Node 20;
 * 0.3 ms here). `bench/audit-similarity.ts` measures this file against Python.
 * `test/reference/audit-difflib.py` makes the fixture.
 */

export interface SimilarityOptions {
  /**
   * Python's heuristic for long texts: when b has 200 code points or more, those that make up over 1 % of it match
   * only next to a match of rarer ones. Python's default is true; SWE-RL's reward turns it off, and so does ours.
   */
  readonly autojunk?: boolean;
}

/**
 * Twice the matched length over the total length, in code points: 1 for equal texts, 0 for nothing in common, 1 for
 * two empty texts. Not symmetric in a and b, as in Python.
 *
 * The longest common block is taken (the earliest in a, then in b), then the parts left and right of it likewise.
 * The longest length in a pair of parts is found by doubling and bisection on hashed windows, each hit compared
 * letter by letter; all longest blocks of that length are taken in one sweep. Parts shrink to blocks of ever
 * smaller length, so the time is O(d n log n), d the number of different block lengths on a path, which is
 * below sqrt(2 n); the plain algorithm needs up to n^3.
 *
 * Source: Ratcliff and Metzener (1988), Dr. Dobb's Journal 13(7); Python 3 documentation of difflib.
 *
 * @example similarity('abcd', 'bcde') // 0.75
 */
export function similarity(a: string, b: string, options: SimilarityOptions = {}): number {
  const left = codePoints(a);
  const right = codePoints(b);
  const total = left.length + right.length;
  return total === 0 ? 1 : (2 * matchedLength(left, right, options.autojunk ?? false)) / total;
}

/** How many code points lie in matching blocks. */
function matchedLength(a: Int32Array, b: Int32Array, autojunk: boolean): number {
  const popular = autojunk && b.length >= 200 ? popularPoints(b) : new Set<number>();
  const index = new WindowIndex(
    a.map((point) => (popular.has(point) ? -1 : point)),
    b.map((point) => (popular.has(point) ? -2 : point)),
  );
  let matched = 0;
  const parts: Part[] = [{ aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length, most: Infinity }];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const { aTo, bTo } = part;
    let { aFrom, bFrom } = part;
    if (aFrom >= aTo || bFrom >= bTo) continue;
    const length = index.longest(part);
    if (length > 0) {
      index.build(bFrom, bTo, length);
      let i = aFrom;
      while (i + length <= aTo) {
        const j = index.find(i, bFrom);
        if (j < 0) {
          i++;
          continue;
        }
        let start = i;
        let startB = j;
        while (start > aFrom && startB > bFrom && a[start - 1] === b[startB - 1]) {
          start--;
          startB--;
        }
        let end = i + length;
        let endB = j + length;
        while (end < aTo && endB < bTo && a[end] === b[endB]) {
          end++;
          endB++;
        }
        matched += end - start;
        parts.push({ aFrom, aTo: start, bFrom, bTo: startB, most: length - 1 });
        aFrom = end;
        bFrom = endB;
        i = end;
      }
      parts.push({ aFrom, aTo, bFrom, bTo, most: length - 1 });
    } else {
      // Only popular letters are left: difflib still extends from where the part begins.
      while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) {
        matched++;
        aFrom++;
        bFrom++;
      }
    }
  }
  return matched;
}

interface Part {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
  /** No common block is longer than this. */
  readonly most: number;
}

const BASE = 0x01000193;

/** The windows of one length in a range of b, by hash; each list of equal hashes is in the order of b. */
class WindowIndex {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #hashA: Int32Array;
  readonly #hashB: Int32Array;
  readonly #powers: Int32Array;
  readonly #next: Int32Array;
  readonly #heads: Int32Array;
  #length = 0;
  #shift = 0;

  constructor(a: Int32Array, b: Int32Array) {
    this.#a = a;
    this.#b = b;
    this.#hashA = prefixHashes(a);
    this.#hashB = prefixHashes(b);
    this.#powers = new Int32Array(Math.min(a.length, b.length) + 1).fill(1);
    for (let i = 1; i < this.#powers.length; i++) this.#powers[i] = Math.imul(this.#powers[i - 1], BASE);
    this.#next = new Int32Array(b.length);
    this.#heads = new Int32Array(1 << bitsFor(b.length));
  }

  /** Length of the longest common block of a part; 0 when there is none. */
  longest(part: Part): number {
    const most = Math.min(part.most, part.aTo - part.aFrom, part.bTo - part.bFrom);
    let low = 0;
    let high = 1;
    while (high <= most && this.#occurs(part, high)) {
      low = high;
      high *= 2;
    }
    high = Math.min(high, most + 1);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.#occurs(part, middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Indexes the windows of b[from .. to) of this length. */
  build(from: number, to: number, length: number): void {
    const windows = to - from - length + 1;
    const bits = bitsFor(windows);
    this.#length = length;
    this.#shift = 32 - bits;
    this.#heads.fill(-1, 0, 1 << bits);
    for (let j = to - length; j >= from; j--) {
      const slot = this.#slot(this.#hash(this.#hashB, j));
      this.#next[j] = this.#heads[slot];
      this.#heads[slot] = j;
    }
  }

  /**
   * First window of b at or after `from` that equals the window of a at i, or -1. `from` must never fall between
   * two builds: windows before it are forgotten.
   */
  find(i: number, from: number): number {
    const hash = this.#hash(this.#hashA, i);
    const slot = this.#slot(hash);
    while (this.#heads[slot] >= 0 && this.#heads[slot] < from)
      this.#heads[slot] = this.#next[this.#heads[slot]];
    for (let j = this.#heads[slot]; j >= 0; j = this.#next[j]) {
      if (this.#hash(this.#hashB, j) === hash && this.#equal(i, j)) return j;
    }
    return -1;
  }

  #occurs(part: Part, length: number): boolean {
    this.build(part.bFrom, part.bTo, length);
    for (let i = part.aFrom; i + length <= part.aTo; i++) if (this.find(i, part.bFrom) >= 0) return true;
    return false;
  }

  #hash(prefix: Int32Array, start: number): number {
    return (prefix[start + this.#length] - Math.imul(prefix[start], this.#powers[this.#length])) | 0;
  }

  #slot(hash: number): number {
    return Math.imul(hash, 0x9e3779b1) >>> this.#shift;
  }

  #equal(i: number, j: number): boolean {
    for (let k = 0; k < this.#length; k++) if (this.#a[i + k] !== this.#b[j + k]) return false;
    return true;
  }
}

/** Hash of every prefix, modulo 2^32. */
function prefixHashes(points: Int32Array): Int32Array {
  const hashes = new Int32Array(points.length + 1);
  for (let i = 0; i < points.length; i++) hashes[i + 1] = (Math.imul(hashes[i], BASE) + points[i] + 3) | 0;
  return hashes;
}

/** Bits of a table with at least n slots; 1 to 31. */
function bitsFor(n: number): number {
  return Math.max(1, 32 - Math.clz32(Math.max(1, n)));
}

/** difflib: more than n / 100 + 1 (whole part) occurrences. */
function popularPoints(b: Int32Array): Set<number> {
  const counts = new Map<number, number>();
  for (const point of b) counts.set(point, (counts.get(point) ?? 0) + 1);
  const most = Math.floor(b.length / 100) + 1;
  return new Set([...counts].filter(([, n]) => n > most).map(([point]) => point));
}

function codePoints(text: string): Int32Array {
  return Int32Array.from(Array.from(text, (letter) => letter.codePointAt(0) as number));
}
