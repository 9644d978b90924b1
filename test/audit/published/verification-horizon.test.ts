/** The Verification Horizon (Qwen): monitor, judges and user feedback; from evidence with its counts. */
import { describe, expect, it } from 'vitest';
import { judges } from '../../../src/audit/judges/judges.ts';
import { monitor } from '../../../src/audit/monitor/monitor.ts';
import { csv, messageOf, range, rowsOf } from '../rows.ts';

const percent = (share: number | null | undefined) => (100 * (share as number)).toFixed(2);

/** Trajectories of one model on 10,000 tasks a benchmark: `clean` and `hacked` passes of each. */
function trajectories(table: readonly (readonly [string, number, number])[]) {
  const rows = table.flatMap(([benchmark, clean, hacked]) =>
    range(10_000).map((i) => [
      'model',
      `t${i}`,
      i < clean + hacked ? 1 : 0,
      i >= clean && i < clean + hacked ? 1 : 0,
      benchmark,
    ]),
  );
  return rowsOf('trajectories', csv('model,task,resolved,flagged,benchmark', rows));
}

describe('the monitor table', () => {
  const found = monitor({
    trajectories: trajectories([
      ['Verified', 3649, 4135],
      ['Multilingual', 5073, 2376],
      ['Pro', 3343, 2061],
    ]),
    after: trajectories([
      ['Verified', 6498, 70],
      ['Multilingual', 6633, 84],
      ['Pro', 5027, 13],
    ]),
  });
  const { beforeAfter } = found;

  it('gives clean and hacked resolved of each benchmark, before and after', () => {
    expect(
      beforeAfter?.benchmarks.map(({ benchmark, before, after }) => [
        benchmark,
        percent(before.cleanResolved.value),
        percent(after.cleanResolved.value),
        percent(before.hackedResolved.value),
        percent(after.hackedResolved.value),
      ]),
    ).toEqual([
      ['Verified', '36.49', '64.98', '41.35', '0.70'],
      ['Multilingual', '50.73', '66.33', '23.76', '0.84'],
      ['Pro', '33.43', '50.27', '20.61', '0.13'],
    ]);
  });

  it('gives the means', () => {
    expect(percent(beforeAfter?.meanBefore.cleanResolved)).toBe('40.22');
    expect(percent(beforeAfter?.meanAfter.cleanResolved)).toBe('60.53');
    expect(percent(beforeAfter?.meanBefore.hackedResolved)).toBe('28.57');
    expect(percent(beforeAfter?.meanAfter.hackedResolved)).toBe('0.56');
  });

  it('pairs the change by task', () => {
    const verified = beforeAfter?.benchmarks[0];
    expect(verified?.pairs).toBe(10_000);
    expect(verified?.paired.cleanResolved.value).toBeCloseTo(0.6498 - 0.3649, 12);
    // Differences are +1 for tasks 3649..6497 and 0 elsewhere, so the sample variance is known.
    const p = 2849 / 10_000;
    expect(verified?.paired.cleanResolved.se).toBeCloseTo(Math.sqrt((p * (1 - p)) / 9_999), 12);
  });
});

describe('fetching the reference artifact', () => {
  // 141 of 3264 trajectories, 102 of them pass; 1958 of all pass.
  const rows = range(3264).map((i) => {
    const shows = i < 141;
    const resolved = shows ? i < 102 : i < 141 + 1958 - 102;
    return ['model', `t${i}`, resolved ? 1 : 0, shows ? 1 : 0, shows ? 'fetched-reference' : ''];
  });
  const found = monitor({
    trajectories: rowsOf('trajectories', csv('model,task,resolved,flagged,pattern', rows)),
  });
  const pattern = found.patterns.find((entry) => entry.pattern === 'fetched-reference');

  it('gives 4.32 %, 72.34 % and +12.35 pp', () => {
    expect(percent(pattern?.trajectories.value)).toBe('4.32');
    expect(percent(pattern?.passRate.value)).toBe('72.34');
    expect(percent(pattern?.minusAll.value)).toBe('12.35');
  });

  it('has a larger difference to those without it', () => {
    const without = 1856 / 3123;
    expect(pattern?.minusWithout.value).toBeCloseTo(102 / 141 - without, 12);
  });
});

describe('the task quality judge', () => {
  // overall_good = instruct_clear and instruct_ut_align: 80 good by both, judged so 60 times; 20 false alarms of 120.
  const rows = range(200).flatMap((i) => {
    const good = i < 80;
    const said = good ? i < 60 : i < 100;
    const truth = good ? 'good' : 'bad';
    return [
      [`i${i}`, 'judge', 'instruct_clear', said || i % 2 === 0 ? 'good' : 'bad', truth],
      [`i${i}`, 'judge', 'instruct_ut_align', said || i % 2 === 1 ? 'good' : 'bad', truth],
    ];
  });
  const found = judges({ ratings: rowsOf('ratings', csv('item,rater,criterion,rating,truth', rows)) });

  it('combines its criteria, then gives precision, recall and F1', () => {
    const [judge] = found.ratings?.classification ?? [];
    expect(judge).toMatchObject({ items: 200, truePositive: 60, falsePositive: 20, falseNegative: 20 });
    expect(judge.precision.value).toBe(0.75);
    expect(judge.recall.value).toBe(0.75);
    expect(judge.f1.value).toBeCloseTo(0.75, 14);
  });
});

describe('the rubric judge', () => {
  it('Spearman 0.905 and Kendall 0.786 are one reversed triple of eight', () => {
    const rows = [3, 2, 1, 4, 5, 6, 7, 8].map((score, i) => [`i${i}`, score, i + 1]);
    const found = judges({ scores: rowsOf('scores', csv('item,score,truth', rows)) });
    const [judge] = found.scores?.byRater ?? [];
    expect(judge.spearman.value?.toFixed(3)).toBe('0.905');
    expect(judge.kendall.value?.toFixed(3)).toBe('0.786');
  });

  it('judges of two families agree at least at 0.93', () => {
    // Two neighbours of 10 exchanged: 1 - 6 * 2 / 990 = 0.988; two such pairs and a triple: 1 - 6 * 12 / 990 = 0.927.
    const rows = range(10).flatMap((i) => [
      [`i${i}`, 'family-a', i, i],
      [`i${i}`, 'family-b', [1, 0, 2, 3, 4, 5, 7, 6, 8, 9][i], i],
    ]);
    const found = judges({ scores: rowsOf('scores', csv('item,rater,score,truth', rows)) });
    const [pair] = found.scores?.between ?? [];
    expect(pair.raters).toEqual(['family-a', 'family-b']);
    expect(pair.spearman.value).toBeCloseTo(1 - (6 * 4) / 990, 12);
    expect(pair.spearman.value as number).toBeGreaterThan(0.93);
  });
});

describe('the long-horizon evaluator', () => {
  it.each([
    ['S_pass', 579],
    ['S_eval', 674],
    ['best', 704],
  ])('%s: best-of-n accuracy from %i of 1000 tasks', (_, right) => {
    const rows = range(1000).flatMap((t) => [
      [`t${t}`, 'a', t < right ? 0.9 : 0.1, 1],
      [`t${t}`, 'b', 0.5, 0.4],
    ]);
    const found = judges({ scores: rowsOf('scores', csv('task,item,score,truth', rows)) });
    const best = found.scores?.byRater[0].bestOfN;
    expect(best?.accuracy.value).toBeCloseTo(right / 1000, 14);
    expect(best?.accuracy.se).toBeCloseTo(Math.sqrt(((right / 1000) * (1 - right / 1000)) / 999), 12);
    expect(best?.chance).toBe(0.5);
    expect(best?.bestTruth).toBe(1);
  });

  it('gives the unit-test score of what passes a threshold, and how much is left', () => {
    // Above 0.5: 1000 items of mean 0.611; all 2000 items of mean 0.595.
    const rows = range(2000).map((i) => [`i${i}`, i < 1000 ? 0.8 : 0.2, i < 1000 ? 0.611 : 0.579]);
    const found = judges(
      { scores: rowsOf('scores', csv('item,score,truth', rows)) },
      { thresholds: [0, 0.5, 0.9] },
    );
    const table = found.scores?.byRater[0].thresholds ?? [];
    expect(table.map(({ left, truth }) => [left.count, truth.value?.toFixed(3) ?? null])).toEqual([
      [2000, '0.595'],
      [1000, '0.611'],
      [0, null],
    ]);
  });
});

describe('user feedback', () => {
  it('gives 76.6, 20.0 and 3.5 % of 535,737 rounds from counts', () => {
    const rows = [
      ['neutral', 410_200],
      ['negative', 106_950],
      ['positive', 18_587],
    ];
    const found = judges({ feedback: rowsOf('feedback', csv('polarity,count', rows)) });
    expect(found.feedback?.labels).toBe(535_737);
    expect(found.feedback?.shares.map(({ share }) => (100 * (share.value as number)).toFixed(1))).toEqual([
      '76.6',
      '20.0',
      '3.5',
    ]);
    expect(found.warnings).toEqual([
      'no round is labelled by two raters: the reliability of the polarity is unknown',
    ]);
  });

  it('refuses a polarity with a count of nothing', () => {
    expect(messageOf(() => rowsOf('feedback', csv('polarity,count', [['neutral', 0]])))).toBe(
      'feedback.csv, line 2, column "count": "0" is not allowed; allowed is a whole number from 1',
    );
  });
});
