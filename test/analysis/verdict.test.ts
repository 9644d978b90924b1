/** The verdict at the edge of its level: a p of exactly alpha is significant, whatever 1 - level / 100 is in binary. */
import { expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { verdictSentence } from '../../src/analysis/verdict.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';

it.each([
  [90, 0.1],
  [95, 0.05],
  [99, 0.01],
])('level %d, permutation p %d: both readings agree', async (level, p) => {
  const { pooled, sharedTasks, permutation } = await analyze(embeddedLeaderboard('utboost'), {
    permutations: 10,
    crossed: false,
    level,
  });
  const shared = { ...sharedTasks!, ciLower: 0.01, ciUpper: 0.2 };
  const sure = { ...pooled, level, ciLower: 0.01, ciUpper: 0.2 };
  expect(verdictSentence(sure, shared, { ...permutation!, p }, true)).toContain(
    'Both readings tell the gap from 0',
  );
});
