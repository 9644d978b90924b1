import { describe, expect, it } from 'vitest';
import { cellsText, messageOf, readFixture, wordCounts } from '../fixture.ts';

describe('Inspect logs', () => {
  it('pools epochs, takes ids of any kind as text, and leaves errors, NaN and unscored samples missing', async () => {
    const { leaderboard, mapping, recognised } = await readFixture('inspect');
    expect(cellsText(leaderboard)).toEqual({
      'openai/gpt-x': { '1': '1/2', 'b-2': '2/2', 'ünï code': '0/2', d: '1' },
      'anthropic/claude-y': { '1': '0', 'b-2': '0', d: '0' },
    });
    expect(wordCounts(mapping)).toEqual({
      C: 2,
      I: 1,
      P: 1,
      N: 1,
      pass: 2,
      partial: 1,
      fail: 2,
      unscored: 3,
      error: 1,
    });
    expect(recognised).toBe(
      'inspect: Inspect logs, task "swe_bench", 2 logs, scorer "swe_bench_scorer" of "swe_bench_scorer", "style" (--scorer): 2 models, 6 tasks.',
    );
    expect(leaderboard.models.map(({ date, family }) => [date, family])).toEqual([
      ['2025-01-01', 'openai'],
      ['2025-01-02', 'anthropic'],
    ]);
  });

  it('takes half credit for a pass when the threshold says so, and the first epoch when asked', async () => {
    const half = await readFixture('inspect', { choices: { threshold: 0.5 } });
    expect(cellsText(half.leaderboard)['anthropic/claude-y']?.['1']).toBe('1');
    const first = await readFixture('inspect', { choices: { samples: 'first' } });
    expect(cellsText(first.leaderboard)['openai/gpt-x']).toEqual({
      '1': '1',
      'b-2': '1',
      'ünï code': '0',
      d: '1',
    });
  });

  it('asks which key when a scorer gives an object', async () => {
    expect(await messageOf(readFixture('inspect', { choices: { scorer: 'style' } }))).toBe(
      'inspect/2025-01-01T00-00-00_swe-bench_ab.json, at samples[0].scores.style.value: scorer "style" gives several scores: "length", "tone"; choose one with --scorer style/KEY',
    );
    const { leaderboard } = await readFixture('inspect', { choices: { scorer: 'style/tone' } });
    expect(cellsText(leaderboard)['anthropic/claude-y']).toEqual({ '1': '1', 'b-2': '1', d: '1' });
  });

  it('names the scorers when there is none of that name', async () => {
    expect(await messageOf(readFixture('inspect', { choices: { scorer: 'x' } }))).toBe(
      'inspect/2025-01-01T00-00-00_swe-bench_ab.json: there is no scorer "x"; found "swe_bench_scorer", "style"; choose one with --scorer',
    );
  });

  it('reads the samples of an unpacked .eval where its summaries fall short', async () => {
    const { leaderboard } = await readFixture('inspect-eval');
    expect(cellsText(leaderboard)).toEqual({ 'mistral/m': { '1': '1', 'b-2': '0' } });
  });
});
