/** R2E-Gym (arXiv:2504.07164): Best@26 by tests, by a judge and by both, from evidence with its counts. */
import { describe, expect, it } from 'vitest';
import { verifiers } from '../../../src/audit/verifiers/verifiers.ts';
import { csv, range, rowsOf } from '../rows.ts';

const N = 26;
const percent = (share: number | null | undefined) => (100 * (share as number)).toFixed(1);
/** Probabilities of YES as log odds. */
const logits = (p: number) => [Math.log(p), Math.log(1 - p)];

/**
 * Of 500 tasks: the hybrid picks a right patch in 255 (51.0 %), tests alone in 213 (42.6 %), the judge alone in 214
 * (42.8 %). In every task patch 0 is right or all are wrong.
 */
function evidence(judgeRight: number) {
  const patches: (string | number)[][] = [];
  const results: (string | number)[][] = [];
  for (const t of range(500)) {
    const task = `t${t}`;
    // Which of the selectors finds the right patch 0: the ceiling is 400 tasks.
    const solvable = t < 400;
    const byTests = t < 213;
    const byJudge = t < 100 || (t >= 213 && t < 213 + (judgeRight - 100));
    const byBoth = t < 255;
    for (const j of range(N)) {
      const correct = solvable && j === 0 ? 1 : 0;
      // Patch 1 is the wrong one that tests prefer where tests fail; patch 2 the one that the judge prefers.
      const passed = j === 0 ? 2 : j === 1 && !byTests ? 3 : j === 2 ? 1 : 0;
      let p = j === 0 ? 0.8 : j === 2 && !byJudge ? 0.9 : 0.3 + j / 1000;
      // The decoy of the tests is outside the judge's top half where the hybrid is right, inside where it is not.
      if (j === 1) p = byBoth ? 0.01 : 0.75;
      if (!byBoth && byTests) throw new Error('a task where tests are right and the hybrid is not');
      patches.push([task, `p${j}`, correct, 10, ...logits(p)]);
      range(3).forEach((k) => {
        results.push([task, `g${k}`, `p${j}`, k < passed ? 1 : 0, correct]);
      });
    }
  }
  return {
    patches: rowsOf('patches', csv('task,patch,correct,regression,logit_yes,logit_no', patches)),
    verifiers: rowsOf('verifiers', csv('task,test,patch,passes,correct', results)),
  };
}

describe('Best@26', () => {
  const found = verifiers(evidence(214), { ks: [1, N] });
  const at = (selector: string) =>
    found.curves.find((curve) => curve.selector === selector)?.points.find((point) => point.k === N)
      ?.estimate;

  it('each alone 42-43 %, hybrid 51.0 %', () => {
    expect(percent(at('executionBased')?.value)).toBe('42.6');
    expect(percent(at('executionFree')?.value)).toBe('42.8');
    expect(percent(at('hybrid')?.value)).toBe('51.0');
  });

  it('has bands by task: the t interval of 500 zeros and ones', () => {
    // se = sqrt(p (1 - p) / 499) for a mean of 500 zeros and ones.
    expect(at('hybrid')?.se).toBeCloseTo(Math.sqrt((0.51 * 0.49) / 499), 12);
    expect(at('hybrid')?.clusters).toBe(500);
  });
});

describe('the judge without the trajectory', () => {
  it('falls from 42.8 to 37.6 %', () => {
    const found = verifiers({ patches: evidence(188).patches }, { ks: [N] });
    const free = found.curves.find((curve) => curve.selector === 'executionFree');
    expect(percent(free?.points[0].estimate.value)).toBe('37.6');
  });
});

describe('what tests can tell', () => {
  // 50 tasks of 20 tests: in 40 of them 3 discriminate (15 %), in 10 of them 5; up to 2 toxic (10 %).
  const rows = range(50).flatMap((t) =>
    range(20).flatMap((k) => {
      const good = k < (t < 40 ? 3 : 5);
      const toxic = k >= 18 && t % 5 === 0;
      return [
        [`t${t}`, `g${k}`, 'right', toxic ? 0 : 1, 1],
        [`t${t}`, `g${k}`, 'wrong', good ? 0 : 1, 0],
      ];
    }),
  );
  const { tests } = verifiers({
    verifiers: rowsOf('verifiers', csv('task,test,patch,passes,correct', rows)),
  });

  it('under 20 % discriminate for most tasks, up to 10 % are toxic', () => {
    expect(tests.tasksBelow20Percent).toMatchObject({ count: 40, of: 50, value: 0.8 });
    expect(tests.mostToxic).toBe(0.1);
    expect(tests.pooled.discriminating.value).toBeCloseTo((40 * 3 + 10 * 5) / 1000, 14);
    expect(tests.pooled.toxic.value).toBeCloseTo(20 / 1000, 14);
  });
});

describe('pass@1', () => {
  it('34.4 % from 172 of 500 tasks', () => {
    const rows = range(500).map((t) => [`t${t}`, 'p', t < 172 ? 1 : 0]);
    const found = verifiers({ patches: rowsOf('patches', csv('task,patch,correct', rows)) });
    expect(percent(found.curves[0].points[0].estimate.value)).toBe('34.4');
  });
});
