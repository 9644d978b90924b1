/** What a format knows and what the user gives: labels travel along (F9), the user wins field by field. */
import { describe, expect, it } from 'vitest';
import { fixture, readFixture } from './fixture.ts';
import { tempFolder } from './temp.ts';

describe('a models table over metadata', () => {
  it('wins where it says something, and leaves the rest', async () => {
    const temp = tempFolder({
      'models.csv': 'model,label,family,org\n20240402_alpha,,mine,\n20231010_gamma,Gamma,,\n',
    });
    const { leaderboard, notes } = await readFixture('swe-experiments/evaluation', {
      tasks: fixture('swe-experiments/tasks.csv'),
      models: temp.path('models.csv'),
    });
    const [gamma, alpha, beta] = leaderboard.models;
    expect([gamma.label, gamma.date, gamma.family]).toEqual(['Gamma', '2023-10-10', null]);
    expect([alpha.label, alpha.family, alpha.attempts, alpha.columns['org']]).toEqual([
      'Alpha agent (α)',
      'mine',
      '1',
      'Alpha Labs',
    ]);
    expect([beta.label, beta.attempts]).toEqual(['Beta', '2+']);
    expect(notes.some((note) => note.includes('no row for'))).toBe(false);
  });
});

describe('a tasks table over an import', () => {
  it('is the task list; strata that it lacks come from the import', async () => {
    const temp = tempFolder({
      'in/manifest.json': '{"schema":"passgap-import-1","files":{}}',
      'in/outcomes.csv': 'model,t1\nm,1\n',
      'in/tasks.csv': 'task,stratum,repo\nt1,easy,r\n',
      'tasks.csv': 'task,repo\nt1,\nt2,s\n',
    });
    const { readLeaderboard } = await import('../../src/read/leaderboard.ts');
    const { leaderboard } = await readLeaderboard({
      outcomes: [temp.path('in')],
      tasks: temp.path('tasks.csv'),
    });
    expect(leaderboard.tasks.map(({ id, stratum, columns }) => [id, stratum, columns['repo']])).toEqual([
      ['t1', 'easy', 'r'],
      ['t2', '', 's'],
    ]);
  });
});
