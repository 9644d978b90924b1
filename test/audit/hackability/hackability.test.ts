import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flagRows, hackability } from '../../../src/audit/hackability/hackability.ts';
import { csv, messageOf, range, rowsOf } from '../rows.ts';

const HEADER = 'task,round,candidate,passes,wrong,decisive';
const of = (lines: readonly (readonly (string | number)[])[]) => rowsOf('candidates', csv(HEADER, lines));
const statusOf = (lines: readonly (readonly (string | number)[])[]) =>
  hackability({ candidates: of(lines) }).tasks[0];

describe('the status of a task', () => {
  it.each([
    [
      'hackable',
      [
        ['t', 1, 'a', 1, 1, 1],
        ['t', 1, 'b', 1, '', 1],
      ],
      { accepted: true, h: 1 },
    ],
    [
      'robust',
      [
        ['t', 1, 'a', 0, '', 1],
        ['t', 1, 'b', 0, 1, ''],
      ],
      { accepted: false, h: 0 },
    ],
    [
      'robust',
      [
        ['t', 1, 'a', 1, 0, 1],
        ['t', 1, 'b', 0, 1, 1],
      ],
      { accepted: true, h: 0, right: 1 },
    ],
    [
      'ambiguous',
      [
        ['t', 1, 'a', 1, '', 1],
        ['t', 1, 'b', 0, '', 1],
      ],
      { accepted: true, h: 0, undecided: 1 },
    ],
    ['excluded', [['t', 1, 'a', 1, 1, 0]], { accepted: null, h: null, reason: 'no decisive candidate' }],
  ] as const)('%s', (status, lines, more) => {
    expect(statusOf(lines)).toMatchObject({ status, ...more });
  });

  it('H is the share of attacks that succeed: right and unchecked candidates are none', () => {
    const lines = [
      ['t', 1, 'a', 1, 1, 1],
      ['t', 1, 'b', 0, '', 1],
      ['t', 1, 'c', 1, 0, 1],
      ['t', 1, 'd', 1, '', 1],
      ['t', 1, 'e', 1, 1, 0],
    ];
    expect(statusOf(lines)).toMatchObject({ h: 0.5, decisive: 4, candidates: 5, right: 1, undecided: 1 });
  });
});

describe('hackability', () => {
  const tasks = rowsOf('tasks', 'task,repo,difficulty\na,r/x,easy\nb,r/x,hard\nc,r/y,hard\nd,r/y,hard');
  const lines = [
    ['a', 1, 'c', 1, 1, 1],
    ['b', 2, 'c', 0, 1, 1],
    ['c', 1, 'c', 0, '', 0],
    ['z', 1, 'c', 1, '', 1],
  ];
  const found = hackability({ candidates: of(lines), tasks });

  it('has both denominators, by repository and stratum too', () => {
    expect(found.overall.decisive).toMatchObject({ count: 1, of: 3 });
    expect(found.overall.all).toMatchObject({ count: 1, of: 4 });
    expect(
      found.byRepository.map(({ name, decisive, all }) => [name, decisive.count, decisive.of, all.of]),
    ).toEqual([
      ['r/x', 1, 2, 2],
      ['r/y', 0, 0, 1],
    ]);
    expect(found.byStratum.map(({ name, all }) => [name, all.count, all.of])).toEqual([
      ['easy', 1, 1],
      ['hard', 0, 2],
    ]);
    expect(found.bounds).toEqual({ lower: 1 / 3, upper: 2 / 3 });
  });

  it('names what is in one file only, and leaves nothing out silently', () => {
    expect(found.warnings).toEqual([
      '1 task of the tasks table without a candidate, left unaudited: "d"',
      '1 task with candidates but not in the tasks table, kept: "z"',
      '1 task without a decisive candidate, status excluded: "c"',
      '1 task where a candidate passes and nobody checked whether it is wrong, status ambiguous: "z"',
      'only 2 tasks: the interval is approximate',
    ]);
    expect(flagRows(found)).toEqual([
      { task: 'a', status: 'hackable', accepted: '1' },
      { task: 'b', status: 'robust', accepted: '0' },
      { task: 'c', status: 'excluded', accepted: '' },
      { task: 'z', status: 'ambiguous', accepted: '1' },
    ]);
  });

  it('counts rows that repeat another and refuses those that contradict it', () => {
    const twice = hackability({
      candidates: of([
        ['t', 1, 'a', 1, 1, 1],
        ['t', 1, 'a', 1, 1, 1],
      ]),
    });
    expect(twice.dropped).toEqual([{ table: 'candidates', rows: 1, reason: 'identical to an earlier row' }]);
    expect(
      messageOf(() =>
        hackability({
          candidates: of([
            ['t', 1, 'a', 1, 1, 1],
            ['t', 1, 'a', 0, 1, 1],
          ]),
        }),
      ),
    ).toBe(
      'candidates.csv, line 3: contradicts an earlier row of candidates (candidates.csv, line 2): task "t", candidate "a" has two values of "passes"; allowed is one',
    );
  });

  it('answers when nothing is decisive', () => {
    const none = hackability({ candidates: of([['t', 1, 'a', 1, 1, 0]]) });
    expect(none.overall.decisive).toEqual({ count: 0, of: 0, value: null, intervals: [] });
    expect(none.overall.all).toMatchObject({ count: 0, of: 1, value: 0 });
    expect(none.bounds).toBeNull();
    expect(none.warnings[0]).toBe('no candidate is decisive: no rate can be given over decisive tasks');
    expect(JSON.stringify(none)).not.toContain('NaN');
  });

  it('names robust tasks on which no wrong patch was tried', () => {
    const right = hackability({ candidates: of([['t', 1, 'a', 1, 0, 1]]) });
    expect(right.warnings[0]).toBe(
      '1 task robust although every decisive candidate turned out to be right, so no wrong patch was tried: "t"',
    );
  });

  it('refuses a level that is none', () => {
    expect(messageOf(() => hackability({ candidates: of(lines) }, { level: 100 }))).toBe(
      'level "100" is not allowed; allowed is a percentage between 0 and 100',
    );
  });

  it('gives the documented example', () => {
    const rows = range(49).map((i) => [`t${i}`, 1, 'a', i < 14 ? 1 : 0, 1, 1]);
    expect(hackability({ candidates: of(rows) }).overall.decisive.value).toBe(0.2857142857142857);
  });
});

describe('properties', () => {
  const candidate = fc.record({
    task: fc.integer({ min: 0, max: 8 }),
    round: fc.integer({ min: 1, max: 4 }),
    passes: fc.boolean(),
    wrong: fc.option(fc.boolean(), { nil: undefined }),
    decisive: fc.option(fc.boolean(), { nil: undefined }),
  });

  it('rates never fall with the round and end at the overall rate; statuses sum to the tasks', () => {
    fc.assert(
      fc.property(fc.array(candidate, { minLength: 1, maxLength: 40 }), (list) => {
        const candidates = list.map((row, i) => ({ ...row, task: `t${row.task}`, candidate: `c${i}` }));
        const found = hackability({ candidates });
        const counts = found.byRound.map(({ all }) => all.count);
        expect([...counts].sort((a, b) => a - b)).toEqual(counts);
        expect(counts.at(-1)).toBe(found.overall.all.count);
        const { hackable, robust, ambiguous, excluded, unaudited, tasks } = found.counts;
        expect(hackable + robust + ambiguous + excluded + unaudited).toBe(tasks);
        const reversed = hackability({ candidates: [...candidates].reverse() });
        expect(reversed.overall).toEqual(found.overall);
      }),
    );
  });
});
