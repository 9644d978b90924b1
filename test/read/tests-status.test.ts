/** The SWE-bench rule on reports written out by hand. */
import { describe, expect, it } from 'vitest';
import { resolvedByTests, verdictOfReport } from '../../src/read/tests-status.ts';

const report = (f2p: [number, number], p2p: [number, number], more = {}) => ({
  patch_exists: true,
  patch_successfully_applied: true,
  tests_status: {
    FAIL_TO_PASS: { success: names(f2p[0]), failure: names(f2p[1]) },
    PASS_TO_PASS: { success: names(p2p[0]), failure: names(p2p[1]) },
  },
  ...more,
});
const names = (n: number) => Array.from({ length: n }, (_, i) => `t${i}`);

describe('resolvedByTests', () => {
  it.each([
    ['all pass', [2, 0], [3, 0], true],
    ['one that should pass fails', [1, 1], [3, 0], false],
    ['one that passed is broken', [2, 0], [2, 1], false],
    ['nothing to keep', [1, 0], [0, 0], true],
    ['no test that should pass', [0, 0], [3, 0], null],
  ] as const)('%s', (_, f2p, p2p, wanted) => {
    expect(resolvedByTests(report([...f2p], [...p2p]), {})).toBe(wanted);
  });

  it('has no verdict without tests, or when the patch did not apply', () => {
    expect(resolvedByTests({ resolved: true }, {})).toBeNull();
    expect(resolvedByTests({ tests_status: null }, {})).toBeNull();
    expect(resolvedByTests(report([1, 0], [1, 0], { patch_successfully_applied: false }), {})).toBeNull();
  });
});

describe('verdictOfReport', () => {
  it('says which word, and whether the stored verdict differs', () => {
    expect(verdictOfReport(report([1, 0], [1, 0], { resolved: false }), {})).toEqual({
      word: 'resolved',
      disagrees: true,
    });
    expect(verdictOfReport(report([1, 0], [1, 0], { resolved: true }), {})).toEqual({
      word: 'resolved',
      disagrees: false,
    });
    expect(verdictOfReport({ patch_exists: false, resolved: false }, {}).word).toBe('empty_patch');
    expect(verdictOfReport({ patch_successfully_applied: false, resolved: false }, {}).word).toBe(
      'patch_failed',
    );
    expect(verdictOfReport({ resolved: null, tests_status: null }, {}).word).toBe('null');
  });

  it('refuses tests that are no lists', () => {
    const broken = { tests_status: { FAIL_TO_PASS: { success: 3 } } };
    expect(() => verdictOfReport(broken, { file: 'r.json' })).toThrow(
      'r.json, at tests_status.FAIL_TO_PASS.success: 3 is not allowed; allowed is a list',
    );
  });
});
