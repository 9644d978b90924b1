import { describe, expect, it } from 'vitest';
import { cellsText, readFixture, wordCounts } from '../fixture.ts';

describe('SWE-bench harness reports', () => {
  it('pools runs, lets the tests of an instance decide, and keeps what was not run missing', async () => {
    const { leaderboard, mapping, recognised, notes } = await readFixture('swe-report');
    expect(cellsText(leaderboard)).toEqual({
      'org/model-1.5': {
        // resolved in run.2, not in run-1
        'a__a-1': '1/2',
        // stored as resolved, but a PASS_TO_PASS test fails
        'a__a-2': '0',
        // its report is not wrapped in the id
        'a__a-3': '0',
        'a__a-4': '0',
        'a__a-5': '0',
      },
      // a__a-2 and a__a-3 are infrastructure and ambiguous failures, a__a-4 was submitted and never judged
      solo: { 'a__a-1': '1' },
    });
    expect(wordCounts(mapping)).toEqual({
      resolved: 2,
      unresolved: 3,
      empty_patch: 1,
      error: 1,
      ambiguous_failure: 1,
      infra_failure: 1,
      incomplete: 1,
      submitted: 1,
    });
    expect(recognised).toBe(
      'swe-report: SWE-bench harness reports, 2 run reports and 4 instance reports: 2 models, 6 tasks.',
    );
    expect(notes).toEqual([
      'org/model-1.5 (run run.2): the stored verdict of 1 task is contradicted by the tests in report.json ("a__a-2")',
      'swe-report: 1 empty report left out',
      'swe-report: 1 outcome submitted but in no list of results, taken as missing',
    ]);
  });

  it('takes one run where asked: the last by name', async () => {
    const { leaderboard } = await readFixture('swe-report', { choices: { samples: 'last' } });
    expect(cellsText(leaderboard)['org/model-1.5']?.['a__a-1']).toBe('1');
    const first = await readFixture('swe-report', { choices: { samples: 'first' } });
    expect(cellsText(first.leaderboard)['org/model-1.5']?.['a__a-1']).toBe('0');
  });

  it('reads the instance reports of one run alone', async () => {
    const { leaderboard } = await readFixture('swe-report/logs/run_evaluation/run-1');
    expect(cellsText(leaderboard)).toEqual({ 'org/model-1.5': { 'a__a-1': '0' } });
  });

  it('counts incomplete ones as fails when the user says so', async () => {
    const { leaderboard } = await readFixture('swe-report', { choices: { status: { incomplete: 'fail' } } });
    expect(cellsText(leaderboard)['org/model-1.5']?.['a__a-6']).toBe('0');
  });
});
