/** Harbor and Terminal-Bench. */
import { describe, expect, it } from 'vitest';
import { cellsText, messageOf, readFixture, wordCounts } from '../fixture.ts';

describe('Harbor trials', () => {
  it('pools trials; no verdict and exceptions are missing; a name is cut at its last __', async () => {
    const { leaderboard, mapping, recognised } = await readFixture('harbor');
    expect(cellsText(leaderboard)).toEqual({
      'job two': { 'fix-git': '1' },
      'big/one': { 'fix-git': '1/2', my__task: '0' },
    });
    expect(leaderboard.tasks.map((task) => task.id)).toEqual(['fix-git', 'hello', 'my__task', 'odd', 'slow']);
    expect(wordCounts(mapping)).toEqual({ pass: 2, partial: 1, fail: 1, null: 2, exception: 1 });
    expect(recognised).toBe('harbor: Harbor trials, 7 trials: 2 models, 5 tasks.');
  });

  it('counts exceptions as fails when the user says so', async () => {
    const { leaderboard } = await readFixture('harbor', { choices: { status: { exception: 'fail' } } });
    expect(cellsText(leaderboard)['big/one']?.['slow']).toBe('0');
  });

  it('names the rewards when there is none of that name', async () => {
    expect(await messageOf(readFixture('harbor', { choices: { metric: 'x' } }))).toBe(
      'harbor/jobs/job two/fix-git__zz99/result.json: there is no reward "x"; found "reward"; choose one with --metric',
    );
  });
});

describe('Terminal-Bench results', () => {
  it('takes the model from run_metadata.json, else the run; null is missing', async () => {
    const { leaderboard, mapping } = await readFixture('terminal-bench');
    expect(cellsText(leaderboard)).toEqual({ 'claude-z': { a: '1/2', c: '0' }, 'run-b': { a: '1' } });
    expect(wordCounts(mapping)).toEqual({ resolved: 2, unresolved: 2, null: 1 });
    expect(leaderboard.models.map(({ family }) => family)).toEqual(['anthropic', null]);
  });
});
