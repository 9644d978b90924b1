import { describe, expect, it } from 'vitest';
import { groupAdvantages } from '../../../src/audit/reward/advantage.ts';
import { breakEven, expectedHonest } from '../../../src/audit/reward/break-even.ts';
import { reward } from '../../../src/audit/reward/reward.ts';
import { reference } from '../../oracle.ts';
import { csv, messageOf, rowsOf } from '../rows.ts';

const { advantage } = reference<{
  advantage: { rewards: number[]; sample: number[]; population: number[] }[];
}>('audit.json');

describe('groupAdvantages', () => {
  it.each(advantage.map((entry, i) => [i, entry] as const))('agrees with R, case %i', (_, entry) => {
    groupAdvantages(entry.rewards).forEach((found, i) => {
      expect(found).toBeCloseTo(entry.sample[i], 12);
    });
    groupAdvantages(entry.rewards, 'population').forEach((found, i) => {
      expect(found).toBeCloseTo(entry.population[i], 12);
    });
  });

  it('has no signal without variance, and no answer for a group of one', () => {
    expect(groupAdvantages([0.3, 0.3, 0.3])).toEqual([0, 0, 0]);
    expect(groupAdvantages([0.3])).toEqual([null]);
    expect(groupAdvantages([1, 0, 0, 1], 'population')).toEqual([1, -1, -1, 1]);
  });
});

describe('breakEven', () => {
  it('is where the two lines of the figure cross', () => {
    const found = breakEven({ honestFail: 0.5, patchUp: 0.7 });
    expect(found.breakEven).toBeCloseTo(0.4, 14);
    expect(found.curve).toHaveLength(21);
    for (const { p, honest, patchUp } of found.curve) {
      expect(honest).toBeCloseTo(0.5 + 0.5 * p, 14);
      if (Math.abs(p - 0.4) > 1e-9) expect(honest > patchUp).toBe(p > 0.4);
    }
  });

  it('says when there is none', () => {
    expect(breakEven({ honestFail: 0.5, patchUp: 0.4 })).toMatchObject({
      breakEven: null,
      reason: 'an honest attempt earns at least as much at every p',
    });
    expect(breakEven({ honestFail: 1, patchUp: 1 }).breakEven).toBeNull();
    expect(breakEven({ honestFail: 0.5, patchUp: 1 }).reason).toBe(
      'the patch-up earns the full reward: honesty pays more at no p below 1',
    );
  });

  it('refuses rewards outside 0..1', () => {
    expect(messageOf(() => breakEven({ honestFail: 2, patchUp: 0.5 }))).toBe(
      'honestFail "2" is not allowed; allowed is 0 to 1',
    );
  });

  it('documented example', () => {
    expect(expectedHonest(0.2, 0.5)).toBeCloseTo(0.6, 14);
  });
});

describe('reward', () => {
  const HEADER = 'sample,group,file,predicted,reference,format_ok,logit_yes,logit_no';

  it('averages over files, gives the penalty and the outcome reward', () => {
    const rows = rowsOf(
      'reward',
      csv(HEADER, [
        ['s1', 'g', 'a.py', 'abcd', 'bcde', 1, 2, 2],
        ['s1', 'g', 'b.py', 'x', 'x', 1, '', ''],
        ['s2', 'g', 'a.py', 'abcd', 'bcde', 0, '', ''],
        ['s3', 'g', 'a.py', 'bcde', 'bcde', 1, '', ''],
      ]),
    );
    const { samples, summary, warnings } = reward({ reward: rows });
    expect(samples.map(({ similarity, exactMatch, outcome }) => [similarity, exactMatch, outcome])).toEqual([
      [0.875, 0, 0.5],
      [-1, -1, null],
      [1, 1, null],
    ]);
    const mean = (0.875 - 1 + 1) / 3;
    const sd = Math.sqrt(((0.875 - mean) ** 2 + (-1 - mean) ** 2 + (1 - mean) ** 2) / 2);
    expect(samples[0].advantage.similarity).toBeCloseTo((0.875 - mean) / sd, 12);
    expect(summary?.format).toMatchObject({ count: 2, of: 3 });
    expect(warnings).toEqual([]);
  });

  it('scores an empty side 0 and names it; keeps an empty text apart from a missing column', () => {
    const rows = rowsOf(
      'reward',
      csv('sample,predicted,reference', [
        ['s1', '', 'x'],
        ['s2', 'x', 'x'],
      ]),
    );
    const found = reward({ reward: rows });
    expect(found.samples.map(({ similarity }) => similarity)).toEqual([0, 1]);
    expect(found.warnings).toEqual([
      '1 comparison with an empty predicted or reference text, similarity 0 (the rule of SWE-RL)',
    ]);
    const bare = reward({ reward: rowsOf('reward', csv('sample,format_ok', [['s1', 1]])) });
    expect(bare.samples[0].similarity).toBeNull();
    expect(bare.warnings).toEqual(['1 output without predicted and reference: no similarity reward']);
    expect(bare.summary?.similarity.reason).toBe('not estimable: no output with a value');
  });

  it('names groups without signal and groups of one', () => {
    const rows = rowsOf(
      'reward',
      csv('sample,group,predicted,reference', [
        ['a', 'g', 'x', 'y'],
        ['b', 'g', 'x', 'y'],
        ['c', 'h', 'x', 'x'],
      ]),
    );
    const found = reward({ reward: rows });
    expect(found.samples.map(({ advantage: { similarity } }) => similarity)).toEqual([0, 0, null]);
    expect(found.warnings).toEqual([
      '1 group without variance of the similarity reward: advantage 0, no signal',
      '1 group of one output: no advantage',
    ]);
  });

  it('refuses contradictions', () => {
    const twice = rowsOf(
      'reward',
      csv('sample,file,format_ok', [
        ['s', 'a', 1],
        ['s', 'b', 0],
      ]),
    );
    expect(messageOf(() => reward({ reward: twice }))).toBe(
      'reward.csv, line 3: output "s" keeps the format in one row and not in another; allowed is one answer an output',
    );
    const groups = rowsOf(
      'reward',
      csv('sample,file,group', [
        ['s', 'a', 'g'],
        ['s', 'b', 'h'],
      ]),
    );
    expect(messageOf(() => reward({ reward: groups }))).toBe(
      'reward.csv, line 3: output "s" belongs to two groups; allowed is one',
    );
    const many = rowsOf(
      'strategies',
      csv('task,attempt,strategy,passed,total', [['t', 'a', 'honest', 11, 10]]),
    );
    expect(messageOf(() => reward({ strategies: many }))).toBe(
      'strategies.csv, line 2, column "passed": 11 tests passed of 10; passed can\'t exceed total',
    );
  });

  it('answers for one strategy and for honest attempts that all succeed', () => {
    const header = 'task,attempt,strategy,passed,total';
    const honest = rowsOf(
      'strategies',
      csv(header, [
        ['t', 'a', 'honest', 10, 10],
        ['u', 'a', 'honest', 10, 10],
      ]),
    );
    const one = reward({ strategies: honest });
    expect(one.warnings).toEqual(['only strategy honest is given: no comparison']);
    expect(one.strategies).toMatchObject({ breakEven: null, honestFail: null });
    const both = reward({
      strategies: [...honest, ...rowsOf('strategies', csv(header, [['t', 'a', 'patch_up', 7, 10]]))],
    });
    expect(both.warnings).toEqual([
      'every honest attempt succeeds: what a failed one earns is unknown, no break-even',
    ]);
    expect(reward({}).warnings).toEqual(['no outputs and no strategies']);
  });
});
