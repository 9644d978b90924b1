/** Rajan 2026 (arXiv:2606.16062): the audit's figures from evidence files made with its counts. */
import { describe, expect, it } from 'vitest';
import { eqs } from '../../../src/audit/eqs/eqs.ts';
import { gate } from '../../../src/audit/gate/gate.ts';
import { flagRows, hackability } from '../../../src/audit/hackability/hackability.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import type { Leaderboard } from '../../../src/leaderboard/types.ts';
import { reference } from '../../oracle.ts';
import { csv, range, rowsOf } from '../rows.ts';

/** To one decimal, as the paper prints percentages; it cuts 28.57 to 28.5 where rounding gives 28.6. */
const cut = (share: number | null) => Math.floor(1000 * (share as number)) / 10;

/** prop.test(correct = FALSE) and binom.test of R. */
const { proportions } = reference<{
  proportions: { x: number; n: number; level: number; wilson: number[]; clopperPearson: number[] }[];
}>('audit.json');
const printed = (x: number) => x.toFixed(10);

describe('SWE-bench Verified: 14 of 49, 9 in round 1', () => {
  // 6 hackable tasks of astropy and 8 of django; 9 fall in round 1, 3 in round 2, 2 in round 3.
  const tasks = [
    ...range(22).map((i) => ({ id: `astropy__astropy-${i + 1}`, fell: i < 6 ? (i < 4 ? 1 : 2) : null })),
    ...range(27).map((i) => ({
      id: `django__django-${i + 1}`,
      fell: i < 8 ? (i < 5 ? 1 : i < 6 ? 2 : 3) : null,
    })),
  ];
  const rows = tasks.flatMap(({ id, fell }) =>
    range(3).flatMap((r) => {
      if (fell !== null && r + 1 > fell) return [];
      return range(4).map((c) => {
        const success = r + 1 === fell && c === 0;
        return [id, r + 1, `r${r + 1}c${c}`, success ? 1 : 0, success ? 1 : ''];
      });
    }),
  );
  const found = hackability({
    candidates: rowsOf('candidates', csv('task,round,candidate,passes,wrong', rows)),
  });

  it('gives the rate and its intervals', () => {
    expect(found.overall.decisive).toMatchObject({ count: 14, of: 49 });
    expect(cut(found.overall.decisive.value)).toBe(28.5);
    const [wilson, exact] = found.overall.decisive.intervals;
    const inR = proportions.find(({ x, n, level }) => x === 14 && n === 49 && level === 95);
    expect([wilson.lower, wilson.upper].map(printed)).toEqual(inR?.wilson.map(printed));
    expect([exact.lower, exact.upper].map(printed)).toEqual(inR?.clopperPearson.map(printed));
  });

  it('gives the rounds', () => {
    expect(found.byRound.map(({ decisive, added }) => [decisive.count, added])).toEqual([
      [9, 9],
      [12, 3],
      [14, 2],
    ]);
    expect((100 * (found.byRound[0].decisive.value as number)).toFixed(1)).toBe('18.4');
  });

  it('gives the repositories, from the ids', () => {
    expect(found.byRepository.map(({ name, decisive }) => [name, decisive.count, decisive.of])).toEqual([
      ['astropy/astropy', 6, 22],
      ['django/django', 8, 27],
    ]);
  });

  it('writes flags for the analysis', () => {
    const flags = flagRows(found);
    expect(flags).toHaveLength(49);
    expect(flags.filter(({ status }) => status === 'hackable')).toHaveLength(14);
    expect(flags[0]).toEqual({ task: 'astropy__astropy-1', status: 'hackable', accepted: '1' });
    expect(flags[48]).toEqual({ task: 'django__django-27', status: 'robust', accepted: '0' });
  });
});

describe('R2E-Gym: 4 of 16 decisive tasks of 20, K = 1', () => {
  const rows = range(20).map((i) => [`t${i}`, 1, 'c', i < 4 ? 1 : 0, i < 4 ? 1 : '', i < 16 ? 1 : 0]);
  const found = hackability({
    candidates: rowsOf('candidates', csv('task,round,candidate,passes,wrong,decisive', rows)),
  });

  it('gives 25.0 % of the decisive and 20 % of all tasks', () => {
    expect(found.overall.decisive).toMatchObject({ count: 4, of: 16, value: 0.25 });
    expect(found.overall.all).toMatchObject({ count: 4, of: 20, value: 0.2 });
    expect(found.counts).toMatchObject({ hackable: 4, robust: 12, excluded: 4 });
  });

  it('says that it is a lower bound', () => {
    expect(found.statement).toBe(
      'One candidate a task (K = 1): the rate is a lower bound; a task counted robust met one attack only.',
    );
  });
});

describe('the gate: 65 of 105, 10 and 9 of 11, 3 without retry, 8 with one vote', () => {
  // 111 tests for 11 tasks, 105 of them decisive. Tasks 1-3 are mended in attempt 1, 4-9 later; in one of these the
  // first vote is against. Task 10 has an approved test that fails on the reference, task 11 nothing approved.
  const good = new Map(range(9).map((i) => [i, i < 3 ? 1 : 2 + (i % 3)]));
  const rows: (string | number)[][] = [];
  let broken = 0;
  let silent = 0;
  range(111).forEach((n) => {
    const task = n % 11;
    const attempt = Math.floor(n / 11) + 1;
    const test = `t${n}`;
    if (good.get(task) === attempt) {
      rows.push([`task-${task + 1}`, test, attempt, 1, task === 8 ? '0|1|1' : '1|1|0']);
    } else if (task === 9 && attempt === 1) {
      rows.push(['task-10', test, attempt, 0, '1|1|1']);
      broken++;
    } else if (silent < 6 && attempt > 6) {
      rows.push([`task-${task + 1}`, test, attempt, '', '0|0|0']);
      silent++;
    } else if (broken < 65) {
      rows.push([`task-${task + 1}`, test, attempt, 0, '0|0|1']);
      broken++;
    } else rows.push([`task-${task + 1}`, test, attempt, 1, '0|1|0']);
  });
  const found = gate({ gate: rowsOf('gate', csv('task,test,attempt,passes_gold,judge_blocks', rows)) });

  it('gives 61.9 %', () => {
    expect(found.counts).toMatchObject({ tests: 111, decisive: 105, failOnGold: 65, tasks: 11 });
    expect((100 * (found.defectRate.value as number)).toFixed(1)).toBe('61.9');
    expect(found.defectRate.clustered.value).toBeCloseTo(65 / 105, 14);
  });

  it('gives the four counts of tasks', () => {
    expect(found.judgeAlone).toMatchObject({ count: 10, of: 11 });
    expect(found.upgraded).toMatchObject({ count: 9, of: 11 });
    expect(found.withoutRetry).toMatchObject({ count: 3, of: 11 });
    expect(found.singleVote).toMatchObject({ count: 8, of: 11 });
  });

  it('converges by attempt', () => {
    const upgraded = found.byAttempt.map((point) => point.upgraded.count);
    expect(upgraded[0]).toBe(3);
    expect(upgraded.at(-1)).toBe(9);
    expect([...upgraded].sort((a, b) => a - b)).toEqual(upgraded);
  });
});

describe('the quality score and its decisions', () => {
  /** 1 model in n passes: p = passes / n. */
  function leaderboard(passRates: Readonly<Record<string, [number, number]>>): Leaderboard {
    const ids = Object.keys(passRates);
    const builder = outcomesBuilder(10, ids.length);
    ids.forEach((id, t) => {
      const [passes, n] = passRates[id];
      range(n).forEach((m) => {
        builder.set(m, t, m < passes ? 1 : 0, 1);
      });
    });
    const models = range(10).map((i) => ({
      id: `m${i}`,
      label: `m${i}`,
      date: null,
      family: null,
      attempts: null,
      columns: {},
    }));
    const tasks = ids.map((id) => ({
      id,
      stratum: '',
      status: 'unaudited' as const,
      accepted: null,
      columns: {},
    }));
    return { models, tasks, outcomes: builder.build(), notes: [] };
  }

  it('weighs V, 1 - H, F1 and D with 0.35, 0.30, 0.20 and 0.15', () => {
    // V: 9 of 10 pairs in order. H: 1 of 4. F1: 2 TP = 4, FP + FN = 1. D: p = 0.2.
    const results = [
      ...range(10).map((i) => ['t', 'a', `w${i}`, i < 9 ? 0 : 1, 0]),
      ['t', 'a', 'c', 1, 1],
      ...range(10).map((i) => ['t', 'b', `w${i}`, i < 9 ? 0 : 1, 0]),
      ['t', 'b', 'c', 0, 1],
    ];
    const candidates = range(4).map((i) => ['t', 1, `k${i}`, i === 0 ? 1 : 0, i === 0 ? 1 : '']);
    const judged = [
      ['t', 'j1', 'CORRECT', 1],
      ['t', 'j2', 'CORRECT', 1],
      ['t', 'j3', 'PARTIAL', 1],
      ['t', 'j4', 'INCORRECT', 0],
      ['t', 'j5', 'PARTIAL', 0],
    ];
    const found = eqs({
      candidates: rowsOf('candidates', csv('task,round,candidate,passes,wrong', candidates)),
      verifiers: rowsOf('verifiers', csv('task,test,patch,passes,correct', results)),
      judgements: rowsOf('judgements', csv('task,item,verdict,passes', judged)),
      leaderboard: leaderboard({ t: [2, 10] }),
    });
    const [task] = found.tasks;
    expect(task.components.V).toBeCloseTo(0.9, 14);
    expect(task.components.H).toBe(0.25);
    expect(task.components.F1).toBeCloseTo(0.8, 14);
    expect(task.components.D).toBeCloseTo(0.64, 14);
    expect(task.eqs).toBeCloseTo(0.35 * 0.9 + 0.3 * 0.75 + 0.2 * 0.8 + 0.15 * 0.64, 14);
    expect(task.decision).toBe('KEEP');
    expect(found.weights).toEqual({ V: 0.35, H: 0.3, F1: 0.2, D: 0.15 });
    expect(found.thresholds).toEqual({ keepAbove: 0.7, dropBelow: 0.4 });
  });
});
