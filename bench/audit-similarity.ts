/**
 * The Ratcliff-Obershelp ratio against Python's difflib (autojunk off) in one run, and its growth with length.
 * Run: npx tsx bench/audit-similarity.ts
 */
import { execFileSync } from 'node:child_process';
import { similarity } from '../src/audit/reward/similarity.ts';
import { randomStream } from '../src/stats/random.ts';

const stream = randomStream(1, 'bench similarity');
const letters = (n: number, alphabet: string) =>
  Array.from({ length: n }, () => alphabet[stream.below(alphabet.length)]).join('');

/** Pairs of one kind and length: unrelated letters, an edited patch, and equal blocks with rare differences. */
const KINDS: Readonly<Record<string, (n: number) => [string, string]>> = {
  unrelated: (n) => [
    letters(n, 'abcdefghijklmnopqrstuvwxyz \n'),
    letters(n, 'abcdefghijklmnopqrstuvwxyz \n'),
  ],
  edited(n) {
    const text = letters(n, 'abcdefghij    \n');
    return [text, [...text].map((letter) => (stream.below(20) === 0 ? 'x' : letter)).join('')];
  },
  table: (n) => [
    Array.from({ length: n / 8 }, (_, i) => `0,1,2,${i % 7}x`).join(''),
    Array.from({ length: n / 8 }, (_, i) => `0,1,2,${i % 5}y`).join(''),
  ],
};

const PYTHON = `
import difflib, json, sys, time
a, b = json.load(sys.stdin)
start = time.perf_counter()
ratio = difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()
print(json.dumps([ratio, time.perf_counter() - start]))`;

const milliseconds = (seconds: number) => `${(1000 * seconds).toFixed(1)} ms`;

for (const [kind, make] of Object.entries(KINDS)) {
  for (const n of [1_000, 2_000, 100_000, 400_000]) {
    const [a, b] = make(n);
    similarity(a.slice(0, 2_000), b.slice(0, 2_000));
    const start = performance.now();
    const ratio = similarity(a, b);
    const ours = (performance.now() - start) / 1000;
    let line = `${kind} ${n}: ${milliseconds(ours)}`;
    if (n <= 2_000) {
      const input = JSON.stringify([a, b]);
      const [theirs, seconds] = JSON.parse(
        execFileSync('python3', ['-c', PYTHON], { input, encoding: 'utf8' }),
      );
      if (theirs !== ratio) throw new Error(`${kind} ${n}: ${ratio} here, ${theirs} in difflib`);
      line += `, Python ${milliseconds(seconds)} (${(seconds / ours).toFixed(0)} times)`;
    }
    console.log(line);
  }
}
