import { describe, expect, it } from 'vitest';
import { contrastOf } from '../../../src/effects/contrast.ts';
import { permutationTestThreads } from '../../../src/inference/node/permutation-threads.ts';
import { permutationTest } from '../../../src/inference/permutation/permutation-test.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';

const { outcomes, tasks } = embeddedLeaderboard('tripwire-anchor');
const input = {
  outcomes,
  contrast: contrastOf(tasks),
  effects: { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' },
  method: 'REML',
  seed: 3,
  draws: 650,
} as const;

describe('permutationTestThreads', () => {
  it('gives the bytes of one thread on two and three', async () => {
    const one = JSON.stringify(permutationTest(input));
    for (const threads of [1, 2, 3]) {
      expect(JSON.stringify(await permutationTestThreads(input, { threads }))).toBe(one);
    }
  });

  it.each([1, 2])('keeps what is done when stopped, on %i', async (threads) => {
    const control = new AbortController();
    const seen: number[] = [];
    const found = await permutationTestThreads(
      { ...input, draws: 1_000_000 },
      {
        threads,
        signal: control.signal,
        onProgress: (done, total) => {
          expect(total).toBe(1_000_000);
          seen.push(done);
          if (done >= 300) control.abort();
        },
      },
    );
    expect(seen.slice(0, 3)).toEqual([100, 200, 300]);
    expect(found!.permutation.interrupted).toBe(true);
    expect(found!.permutation.permutations).toBeGreaterThanOrEqual(300);
  });

  it('is null when stopped before the first block', async () => {
    expect(await permutationTestThreads(input, { threads: 2, signal: AbortSignal.abort() })).toBeNull();
  });
});
