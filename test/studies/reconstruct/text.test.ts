import { describe, expect, it } from 'vitest';
import { reconstructionText } from '../../../src/cli/reconstruct.ts';
import { reconstruct } from '../../../src/studies/reconstruct/reconstruct.ts';
import { loadStudy } from '../../../src/studies/study.ts';
import { figuresByAnalyze, MADE_UP_PATTERN, madeUpSample, published, TRUE_FLAGS } from './made-up.ts';

describe('the reconstruction on a terminal', () => {
  it('puts its caveats first and the ranges of every rule below', async () => {
    const leaderboard = madeUpSample();
    const rule = { weights: 'mh', variance: 'raw' } as const;
    const result = await reconstruct(leaderboard, loadStudy('rajan-2026'), {
      ...{ candidates: leaderboard.tasks.map((task) => task.id), pattern: MADE_UP_PATTERN, rules: [rule] },
      ...{ targets: published(await figuresByAnalyze(leaderboard, TRUE_FLAGS, rule)) },
      ...{ restarts: 30, steps: 500, permutations: 0 },
    });
    const text = reconstructionText(result).replace(/\s+/g, ' ');
    const { all } = result;
    expect(text.indexOf('This is a reconstruction')).toBeGreaterThan(0);
    expect(text.indexOf('The true flags are unpublished.')).toBeLessThan(text.indexOf('mh/raw'));
    expect(text).toContain('The sample of 12 candidate tasks is a hypothesis');
    expect(text).toContain(`${all.intervalsWithZero} of ${all.intervals}`);
    expect(text).toContain('Tasks flagged in none: ');
    expect(text).not.toContain('NaN');
  });
});
