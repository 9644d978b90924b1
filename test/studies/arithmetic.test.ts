/** What the published figures of rajan-2026 imply; expected numbers are worked by hand or by R one-liners beside them. */
import { describe, expect, it } from 'vitest';
import { publishedArithmetic } from '../../src/studies/arithmetic.ts';
import { loadStudy } from '../../src/studies/study.ts';
import { relativeError } from '../tolerance.ts';

const study = loadStudy('rajan-2026');
const result = publishedArithmetic(study);
const check = (name: string) => result.checks.find((one) => one.name === name)!;

describe('rajan-2026', () => {
  it('SE and z from the interval: 0.0468 / (2 x 1.959963984540054), 0.1414 / SE', () => {
    expect(relativeError(result.se, 0.0468 / (2 * 1.959963984540054))).toBeLessThan(1e-12);
    expect(relativeError(result.z, (0.1414 * 2 * 1.959963984540054) / 0.0468)).toBeLessThan(1e-12);
  });

  it('one-sided p, R: pnorm(0.1414 / (0.0468 / (2 * qnorm(.975))), lower = FALSE)', () => {
    expect(relativeError(result.pOneSided, 1.1621122755569756e-32)).toBeLessThan(1e-9);
    expect(check('one-sided p')).toMatchObject({ published: '< 0.000001', agrees: true });
  });

  it('sign test of 123 in 134, R: binom.test(123, 134)$p.value', () => {
    expect(relativeError(result.signP, 4.1386014341454736e-25)).toBeLessThan(1e-11);
  });

  it('shares: 14/49, 14.14/25.64', () => {
    expect(result.hackableShare).toBe(14 / 49);
    expect(relativeError(result.keptByStratifying, 14.14 / 25.64)).toBeLessThan(1e-12);
  });

  it('says where a published figure does not follow: 14 of 49 is 28.57 %, not 28.5 %', () => {
    expect(result.checks.filter((one) => one.agrees === false).map((one) => one.name)).toEqual([
      'hackable tasks',
    ]);
    expect(check('hackable tasks').how).toBe('14 of 49, which rounds to 28.6 %');
    expect(check('middle of the interval').agrees).toBe(true);
    expect(check('tests that fail on the reference').agrees).toBe(true);
    expect(check('R2E-Gym tasks').agrees).toBe(true);
  });
});

it('an unknown study is refused by name', () => {
  expect(() => loadStudy('x')).toThrow('"x" is no study that passgap holds; allowed are rajan-2026');
});
