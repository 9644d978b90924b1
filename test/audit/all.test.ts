/** The whole audit as a library call: flags to the leaderboard, strata from the tasks, what can't run. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import { auditAll, flagLeaderboard, runPart } from '../../src/audit/all.ts';
import { hackability } from '../../src/audit/hackability/hackability.ts';
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import type { Leaderboard, Status } from '../../src/leaderboard/types.ts';
import { csv, messageOf, range, rowsOf } from './rows.ts';

const QUICK = { analysis: { permutations: 0, crossed: false } };

function board(status: (t: number) => Status = () => 'unaudited'): Leaderboard {
  const builder = outcomesBuilder(5, 20);
  range(5).forEach((m) => {
    range(20).forEach((t) => {
      builder.set(m, t, (m * 7 + t * 3) % 5 < 2 + (t % 4 === 0 ? 1 : 0) ? 1 : 0, 1);
    });
  });
  return {
    models: range(5).map((m) => ({
      id: `m${m}`,
      label: `m${m}`,
      date: null,
      family: null,
      attempts: null,
      columns: {},
    })),
    tasks: range(20).map((t) => ({
      id: `t${t}`,
      stratum: '',
      status: status(t),
      accepted: null,
      columns: {},
    })),
    outcomes: builder.build(),
    notes: [],
  };
}
const candidates = rowsOf(
  'candidates',
  csv(
    'task,round,candidate,passes,wrong',
    range(16).map((t) => [`t${t}`, 1, 'c', t % 4 === 0 ? 1 : 0, t % 4 === 0 ? 1 : '']),
  ),
);
const tasks = rowsOf(
  'tasks',
  csv(
    'task,stratum',
    range(16).map((t) => [`t${t}`, t < 8 ? 'easy' : 'hard']),
  ),
);

describe('auditAll', () => {
  it('ends with the analysis that the same flags and strata give', async () => {
    const audit = await auditAll({ candidates, tasks, leaderboard: board() }, QUICK);
    const plain = board((t) => (t >= 16 ? 'unaudited' : t % 4 === 0 ? 'hackable' : 'robust'));
    const strata = plain.tasks.map((task, t) => ({
      ...task,
      stratum: t < 8 ? 'easy' : t < 16 ? 'hard' : '',
    }));
    const wanted = await analyze({ ...plain, tasks: strata }, QUICK.analysis);
    expect(audit.analysis?.pooled.estimate).toBe(wanted.pooled.estimate);
    expect(audit.analysis?.sharedTasks).toEqual(wanted.sharedTasks);
    expect(audit.flagsFrom).toBe('candidates');
    expect(audit.skipped.map(({ part }) => part)).toEqual([
      'gate',
      'verifiers',
      'monitor',
      'judges',
      'reward',
    ]);
  });

  it('takes flags of the leaderboard where there are no candidates', async () => {
    const flagged = board((t) => (t % 4 === 0 ? 'hackable' : 'robust'));
    const audit = await auditAll({ leaderboard: flagged }, QUICK);
    expect(audit.flagsFrom).toBe('flags');
    expect(audit.analysis?.counts).toMatchObject({ hackable: 5, robust: 15 });
  });

  it('says why there is no analysis', async () => {
    const bare = await auditAll({ leaderboard: board() }, QUICK);
    expect(bare.skipped.at(-1)).toEqual({
      part: 'leaderboard',
      reason: 'outcomes without flags: neither candidates nor a flags table',
    });
    expect(bare.analysis).toBeNull();
  });
});

describe('flagLeaderboard', () => {
  it('names audited tasks that the leaderboard lacks, and flags that are replaced', () => {
    const more = [
      ...candidates,
      ...rowsOf('candidates', csv('task,round,candidate,passes', [['new', 1, 'c', 0]])),
    ];
    const found = flagLeaderboard(
      board(() => 'robust'),
      hackability({ candidates: more }),
      [],
    );
    expect(found.warnings).toEqual([
      '1 audited task without an outcome on the leaderboard: "new"',
      'the flags table is not used: statuses come from the candidates',
    ]);
    expect(found.leaderboard.tasks[19].status).toBe('unaudited');
  });

  it('keeps the strata that the leaderboard has', () => {
    const own = board();
    const stratified = { ...own, tasks: own.tasks.map((task) => ({ ...task, stratum: 'own' })) };
    expect(flagLeaderboard(stratified, null, tasks).leaderboard.tasks[0].stratum).toBe('own');
    expect(flagLeaderboard(own, null, tasks).leaderboard.tasks[0].stratum).toBe('easy');
  });
});

describe('runPart', () => {
  it('gives a result or what is lacking', () => {
    expect(runPart('hackability', { candidates }).result?.counts.tasks).toBe(16);
    expect(runPart('judges', {})).toEqual({
      result: null,
      reason: 'none of the tables ratings, scores, feedback',
    });
  });

  it('checks the options of every part', () => {
    expect(messageOf(() => runPart('hackability', { candidates }, { seed: 1.5 }))).toBe(
      'seed "1.5" is not allowed; allowed is a whole number',
    );
  });
});
