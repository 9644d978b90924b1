/** SWE-Gym (arXiv:2412.21139): outcome reward, Best@16 and Pass@16, pass@1, capping; from evidence with its counts. */
import { describe, expect, it } from 'vitest';
import { executionFreeScore } from '../../../src/audit/verifiers/scores.ts';
import { verifiers } from '../../../src/audit/verifiers/verifiers.ts';
import { csv, range, rowsOf } from '../rows.ts';

const percent = (share: number | null | undefined) => (100 * (share as number)).toFixed(1);

describe('Best@16 by the outcome reward and Pass@16', () => {
  // 500 tasks of 16 patches: 189 hold a right one (37.8 %), in 160 the reward puts a right one on top (32.0 %).
  const rows = range(500).flatMap((t) =>
    range(16).map((j) => {
      const correct = j === 0 && t < 189 ? 1 : 0;
      const yes = j === 0 ? 1 : j === 1 && t >= 160 ? 2 : -1 - j / 100;
      return [`t${t}`, `p${j}`, correct, yes, 0];
    }),
  );
  const found = verifiers(
    { patches: rowsOf('patches', csv('task,patch,correct,logit_yes,logit_no', rows)) },
    { ks: [1, 4, 16] },
  );
  const at = (selector: string, k: number) =>
    found.curves.find((curve) => curve.selector === selector)?.points.find((point) => point.k === k)?.estimate
      .value;

  it('gives 32.0 and 37.8 %', () => {
    expect(percent(at('executionFree', 16))).toBe('32.0');
    expect(percent(at('pass', 16))).toBe('37.8');
  });

  it('is unbiased below n: Pass@k = 189/500 k/16 where a task has one right patch', () => {
    expect(at('pass', 4)).toBeCloseTo(((189 / 500) * 4) / 16, 12);
    // Best@4 of the 160 tasks: the right patch is drawn; of the other 29: drawn and the decoy is not.
    const drawn = 4 / 16;
    const withoutDecoy = drawn * (12 / 15);
    expect(at('executionFree', 4)).toBeCloseTo((160 * drawn + 29 * withoutDecoy) / 500, 12);
  });
});

describe('the outcome reward', () => {
  it('is exp(yes) / (exp(yes) + exp(no))', () => {
    const r = Math.exp(-0.2) / (Math.exp(-0.2) + Math.exp(-1.7));
    expect(executionFreeScore(-0.2, -1.7)).toBeCloseTo(r, 14);
  });
});

describe('pass@1 before and after fine-tuning', () => {
  it.each([
    ['7B', 1.8, 10.6],
    ['14B', 4.0, 16.4],
    ['32B', 7.0, 20.6],
  ])('%s: %f to %f %%', (_, before, after) => {
    for (const rate of [before, after]) {
      const rows = range(500).map((t) => [`t${t}`, 'p', t < Math.round(5 * rate) ? 1 : 0]);
      const found = verifiers({ patches: rowsOf('patches', csv('task,patch,correct', rows)) });
      expect(percent(found.curves[0].points[0].estimate.value)).toBe(rate.toFixed(1));
    }
  });
});

describe('capping', () => {
  it('keeps at most two successes a task of a long tail', () => {
    // 10 tasks with 30 successes, 40 with 2, 50 with 1, 100 with none.
    const counts = [
      ...range(10).map(() => 30),
      ...range(40).map(() => 2),
      ...range(50).map(() => 1),
      ...range(100).map(() => 0),
    ];
    const rows = counts.flatMap((n, t) => range(30).map((j) => [`t${t}`, `p${j}`, j < n ? 1 : 0]));
    const { successes } = verifiers({ patches: rowsOf('patches', csv('task,patch,correct', rows)) });
    expect(successes.successes).toBe(300 + 80 + 50);
    expect(successes.caps.find(({ cap }) => cap === 2)).toMatchObject({ kept: 20 + 80 + 50 });
    expect(successes.topTenthShare).toBeCloseTo((300 + 20) / 430, 14);
  });
});
