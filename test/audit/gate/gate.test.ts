import { describe, expect, it } from 'vitest';
import { gate } from '../../../src/audit/gate/gate.ts';
import { csv, messageOf, rowsOf } from '../rows.ts';

const HEADER = 'task,test,attempt,passes_gold,judge_blocks,blocks_exploit,cost';
const of = (lines: readonly (readonly (string | number)[])[]) =>
  gate({ gate: rowsOf('gate', csv(HEADER, lines)) });

describe('gate', () => {
  it('follows the loop by attempt, with costs', () => {
    const found = of([
      ['a', 't1', 1, 0, '1|1|1', 1, 2],
      ['a', 't2', 2, 1, '0|1|1', 1, 3],
      ['b', 't1', 1, 1, '1|1|0', 0, 1],
      ['c', 't1', 1, 1, '0|0|1', 1, 4],
    ]);
    expect(found.flow).toEqual({ proposed: 4, decisive: 4, passGold: 3, approved: 2, blockExploit: 1 });
    expect(found.upgraded).toMatchObject({ count: 2, of: 3 });
    expect(found.withoutRetry).toMatchObject({ count: 1, of: 3 });
    expect(found.singleVote).toMatchObject({ count: 1, of: 3 });
    expect(found.judgeAlone).toMatchObject({ count: 2, of: 3 });
    expect(found.verified).toMatchObject({ count: 1, of: 3 });
    expect(
      found.byAttempt.map(({ attempt, tests, upgraded, cost }) => [attempt, tests, upgraded.count, cost]),
    ).toEqual([
      [1, 3, 1, 7],
      [2, 1, 2, 10],
    ]);
    expect(found.cost).toEqual({ total: 10, perUpgraded: 5 });
    expect(found.approvedButBroken).toMatchObject({ count: 1, of: 3 });
    expect(found.warnings).toEqual([
      '1 task counted as upgraded although no upgraded test blocked the exploit when executed: "b"',
    ]);
  });

  it('answers for no decisive test, no vote, a tie and missing costs', () => {
    const found = of([
      ['a', 't1', 1, '', '', '', ''],
      ['b', 't1', 1, '', '1|0', '', 1],
    ]);
    expect(found.defectRate).toMatchObject({ count: 0, of: 0, value: null, intervals: [] });
    expect(found.defectRate.clustered.value).toBeNull();
    expect(found.verified).toBeNull();
    expect(found.cost).toEqual({ total: 1, perUpgraded: null });
    expect(found.warnings).toEqual([
      "no proposed test is decisive: the defect rate can't be given",
      '2 tasks without a decisive test, kept in the denominator of tasks: "a", "b"',
      '1 test without a vote of the judge, never approved',
      '1 test with as many votes for as against, not approved',
      '1 test without a cost, counted as free: the cost is a lower bound',
    ]);
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('says when every test has one vote, and counts tests without an answer', () => {
    const found = of([
      ['a', 't1', 1, 1, 1, '', ''],
      ['a', 't2', 1, '', 0, '', ''],
    ]);
    expect(found.warnings).toEqual([
      '1 test without an answer of the reference solution, not decisive',
      'every test has one vote: the single-vote judge and the judge are the same',
    ]);
    expect(found.cost).toBeNull();
  });

  it('refuses a test with two answers', () => {
    expect(
      messageOf(() =>
        of([
          ['a', 't1', 1, 1, 1, '', ''],
          ['a', 't1', 1, 0, 1, '', ''],
        ]),
      ),
    ).toBe(
      'gate.csv, line 3: contradicts an earlier row of gate (gate.csv, line 2): task "a", test "t1" has two values of "passes_gold"; allowed is one',
    );
  });

  it('gives a defect rate with tasks as clusters: equal clusters are the t interval of task rates', () => {
    const found = of([
      ['a', 't1', 1, 0, 1, '', ''],
      ['a', 't2', 1, 0, 1, '', ''],
      ['b', 't1', 1, 1, 1, '', ''],
      ['b', 't2', 1, 0, 1, '', ''],
      ['c', 't1', 1, 1, 1, '', ''],
      ['c', 't2', 1, 1, 1, '', ''],
    ]);
    expect(found.defectRate.value).toBe(0.5);
    expect(found.defectRate.clustered.se).toBeCloseTo(Math.sqrt(1 / 12), 14);
    expect(found.defectRate.clustered.interval).toMatchObject({ unit: 'task', lower: 0, upper: 1 });
  });
});
