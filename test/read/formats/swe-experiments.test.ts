import { describe, expect, it } from 'vitest';
import { cellsText, fixture, readFixture, wordCounts } from '../fixture.ts';

const withTasks = { tasks: fixture('swe-experiments/tasks.csv') };

describe('SWE-bench/experiments', () => {
  it('takes a task in no list for a failure, of all tasks of the tasks table', async () => {
    const { leaderboard, recognised } = await readFixture('swe-experiments/evaluation', withTasks);
    const failed = {
      'a__a-1': '0',
      'a__a-2': '0',
      'b__b-1': '0',
      'b__b-2': '0',
      'b__b-3': '0',
      'b__b-9': '0',
    };
    expect(cellsText(leaderboard)).toEqual({
      '20231010_gamma': { ...failed, 'a__a-1': '1' },
      '20240402_alpha': { ...failed, 'a__a-1': '1', 'b__b-2': '1' },
      // details: b__b-1 is null and b__b-9 absent, both missing
      '20250110_beta': { 'a__a-1': '1', 'a__a-2': '0', 'b__b-2': '1', 'b__b-3': '0' },
      '20250301_delta': failed,
    });
    expect(recognised).toBe(
      'swe-experiments/evaluation: SWE-bench/experiments, split "verified", 4 submissions: 4 models, 6 tasks.',
    );
  });

  it('takes date from the folder; label, attempts, base models and family from metadata.yaml', async () => {
    const { leaderboard } = await readFixture('swe-experiments/evaluation', withTasks);
    expect(leaderboard.models.slice(0, 3)).toEqual([
      {
        id: '20231010_gamma',
        label: '20231010_gamma',
        date: '2023-10-10',
        family: null,
        attempts: null,
        columns: { org: null, agent: null, checked: null, os_model: null, os_system: null },
      },
      {
        id: '20240402_alpha',
        label: 'Alpha agent (α)',
        date: '2024-04-02',
        family: 'anthropic',
        attempts: '1',
        columns: {
          base_models: 'claude-3-5-sonnet-20241022',
          org: 'Alpha Labs',
          agent: 'alpha',
          checked: '1',
          os_model: '0',
          os_system: '1',
        },
      },
      {
        id: '20250110_beta',
        label: 'Beta',
        date: '2025-01-10',
        family: 'mixed',
        attempts: '2+',
        columns: {
          base_models: 'gpt-4o|claude-3-opus',
          org: null,
          agent: null,
          checked: null,
          os_model: null,
          os_system: null,
        },
      },
    ]);
  });

  it('counts the words, and lists verdicts that the tests contradict and metadata that are no YAML', async () => {
    const { mapping, notes } = await readFixture('swe-experiments/evaluation', withTasks);
    expect(wordCounts(mapping)).toEqual({
      resolved: 5,
      unresolved: 2,
      unlisted: 10,
      no_generation: 2,
      no_logs: 1,
      no_apply: 1,
      test_timeout: 1,
      null: 1,
      absent: 1,
    });
    expect(notes).toEqual([
      '20240402_alpha: the stored verdict of 1 task is contradicted by the tests in report.json ("b__b-2")',
      'swe-experiments/evaluation/verified/20250301_delta/metadata.yaml: not readable as YAML (Missing closing "quote at line 4, column 1); left out',
    ]);
  });

  it('says so when there is no tasks table to give the denominator', async () => {
    const { leaderboard, notes } = await readFixture('swe-experiments/evaluation');
    expect(leaderboard.tasks.map((task) => task.id)).toEqual([
      'a__a-1',
      'b__b-3',
      'a__a-2',
      'b__b-2',
      'b__b-1',
    ]);
    expect(notes).toContain(
      'swe-experiments/evaluation: no tasks table was given, so the 5 ids that stand in some list are taken for all tasks; tasks that nobody solved may stand in none',
    );
  });

  it('follows the user on what a word means', async () => {
    const { leaderboard, mapping } = await readFixture('swe-experiments/evaluation', {
      ...withTasks,
      choices: { status: { no_logs: 'missing', null: 'fail' } },
    });
    const cells = cellsText(leaderboard);
    expect(cells['20240402_alpha']?.['a__a-2']).toBeUndefined();
    expect(cells['20250110_beta']?.['b__b-1']).toBe('0');
    expect(mapping.filter(({ remapped }) => remapped).map(({ word, verdict }) => [word, verdict])).toEqual([
      ['no_logs', 'missing'],
      ['null', 'fail'],
    ]);
  });
});
