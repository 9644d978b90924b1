import { describe, expect, it } from 'vitest';
import { cellsText, messageOf, readFixture } from '../fixture.ts';

describe('leaderboards.json', () => {
  it('reads the entries of one leaderboard that have details, once each', async () => {
    const { leaderboard, recognised, notes } = await readFixture('leaderboards', {
      choices: { benchmark: 'Verified' },
    });
    expect(cellsText(leaderboard)).toEqual({
      '20250801_x': { 'a__a-1': '1', 'a__a-2': '0' },
      '20250803_z': { 'a__a-1': '0' },
    });
    expect(
      leaderboard.models.map(({ label, date, family, attempts }) => [label, date, family, attempts]),
    ).toEqual([
      ['X + α', '2025-08-01', 'openai', '1'],
      ['Z', '2025-08-03', 'mixed', '2+'],
    ]);
    expect(recognised).toBe(
      'leaderboards: swebench.com leaderboards, leaderboard "Verified", 3 entries: 2 models, 3 tasks.',
    );
    expect(notes).toEqual([
      'leaderboards: 2 outcomes repeated with the same value, counted once',
      'leaderboards: 1 entry without per-instance details left out ("20250802_y")',
    ]);
  });

  it('asks which leaderboard, of those with details', async () => {
    expect(await messageOf(readFixture('leaderboards'))).toBe(
      'leaderboards: it holds several benchmarks: "Verified", "bash-only"; choose one with --benchmark NAME, or all of them with --benchmark all',
    );
  });
});
