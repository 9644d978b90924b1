import { describe, expect, it } from 'vitest';
import { capSuccesses, countSuccesses } from '../../../src/audit/verifiers/capping.ts';
import { assessTests } from '../../../src/audit/verifiers/tests.ts';
import { verifiers } from '../../../src/audit/verifiers/verifiers.ts';
import { csv, messageOf, rowsOf } from '../rows.ts';

const TESTS = 'task,test,patch,passes,correct';
const PATCHES = 'task,patch,correct,regression,logit_yes,logit_no';

describe('assessTests', () => {
  it('tells discriminating, uninformative and toxic tests', () => {
    const rows = rowsOf(
      'verifiers',
      csv(TESTS, [
        ['t', 'good', 'right', 1, 1],
        ['t', 'good', 'wrong', 0, 0],
        ['t', 'blind', 'right', 1, 1],
        ['t', 'blind', 'wrong', 1, 0],
        ['t', 'toxic', 'right', 0, 1],
        ['t', 'toxic', 'wrong', 1, 0],
        ['t', 'half', 'right', 1, 1],
      ]),
    );
    expect(assessTests(rows).map(({ test, kind }) => [test, kind])).toEqual([
      ['good', 'discriminating'],
      ['blind', 'uninformative'],
      ['toxic', 'toxic'],
    ]);
  });
});

describe('capping', () => {
  it('keeps the first successes of each task', () => {
    const successes = [
      { task: 'a', n: 1 },
      { task: 'a', n: 2 },
      { task: 'b', n: 3 },
      { task: 'a', n: 4 },
    ];
    expect(capSuccesses(successes, 2).map(({ n }) => n)).toEqual([1, 2, 3]);
  });

  it('counts a long tail', () => {
    const found = countSuccesses([40, 5, 2, 1, 1, 1, 0, 0, 0, 0]);
    expect(found).toMatchObject({ successes: 50, tasks: 10, topTenthShare: 0.8 });
    expect(found.caps).toContainEqual({ cap: 2, kept: 9, share: 0.18 });
    expect(found.histogram[0]).toEqual({ successes: 0, tasks: 4 });
    expect(countSuccesses([0, 0]).topTenthShare).toBeNull();
  });
});

describe('verifiers', () => {
  const tests = rowsOf(
    'verifiers',
    csv(TESTS, [
      ['t', 'a', 'p1', 1, 1],
      ['t', 'a', 'p2', 0, 0],
    ]),
  );
  const patches = rowsOf(
    'patches',
    csv(PATCHES, [
      ['t', 'p1', 1, 3, -0.1, -2.4],
      ['t', 'p2', 0, 3, -1.2, -0.4],
    ]),
  );

  it('gives the documented example', () => {
    const found = verifiers({ verifiers: tests, patches });
    const at = (selector: string, k: number) =>
      found.curves.find((curve) => curve.selector === selector)?.points.find((point) => point.k === k)
        ?.estimate.value;
    expect(at('hybrid', 2)).toBe(1);
    expect(at('pass', 1)).toBe(0.5);
    expect(at('pass', 2)).toBe(1);
  });

  it('leaves tasks with fewer than k patches out of a point and says so', () => {
    const more = rowsOf('patches', csv('task,patch,correct', [['u', 'q', 1]]));
    const found = verifiers({ patches: [...patches, ...more] });
    const [pass] = found.curves;
    expect(pass.points.map(({ k, notEstimable }) => [k, notEstimable])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(found.warnings).toContain(
      "not estimable at every k for 1 task with fewer than 2 patches: the curves' tail rests on fewer tasks",
    );
  });

  it('names what can not be assessed or has no score, and drops nothing silently', () => {
    const found = verifiers({
      verifiers: [
        ...tests,
        ...rowsOf(
          'verifiers',
          csv(TESTS, [
            ['v', 'a', 'p1', 1, 1],
            ['w', 'a', 'p1', 1, 1],
          ]),
        ),
      ],
      patches: [
        ...patches,
        ...rowsOf(
          'patches',
          csv('task,patch,correct', [
            ['w', 'p1', 1],
            ['w', 'p9', 0],
            ['x', 'p1', 1],
          ]),
        ),
      ],
    });
    expect(found.warnings).toEqual([
      '2 tasks without both a correct and an incorrect patch: their tests can\'t be assessed: "v", "w"',
      '1 task in verifiers but not in patches: in the test figures, not in the curves: "v"',
      '1 task in patches but not in verifiers: no execution-based score: "x"',
      '1 patch without a test result, scored as 0 tests passed (task/patch): "w/p9"',
      '2 tasks with a patch that lacks logit_yes or logit_no: no execution-free score: "w", "x"',
      "not estimable at every k for 1 task with fewer than 2 patches: the curves' tail rests on fewer tasks",
    ]);
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('refuses a patch with two truths, in one table or in two', () => {
    const conflict = rowsOf(
      'verifiers',
      csv(TESTS, [
        ['t', 'a', 'p1', 1, 1],
        ['t', 'b', 'p1', 1, 0],
      ]),
    );
    expect(messageOf(() => verifiers({ verifiers: conflict }))).toBe(
      'verifiers.csv, line 3: task "t", patch "p1" is correct in one row and incorrect in another (verifiers, patches); allowed is one truth a patch',
    );
    const other = rowsOf('patches', csv('task,patch,correct', [['t', 'p1', 0]]));
    expect(messageOf(() => verifiers({ verifiers: tests, patches: other }))).toBe(
      'patches.csv, line 2: task "t", patch "p1" is correct in one row and incorrect in another (verifiers, patches); allowed is one truth a patch',
    );
  });

  it('answers for no test that can be assessed', () => {
    const found = verifiers({ verifiers: rowsOf('verifiers', csv(TESTS, [['t', 'a', 'p1', 1, 1]])) });
    expect(found.tests.pooled.toxic).toMatchObject({ value: null, interval: null });
    expect(found.tests.mostToxic).toBeNull();
  });
});
