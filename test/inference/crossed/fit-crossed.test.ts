import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { fitCrossed } from '../../../src/inference/crossed/fit-crossed.ts';
import { messages } from '../../../src/inference/crossed/messages.ts';
import type { FlagSlope } from '../../../src/inference/crossed/types.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { coefficient, numbersIn, rowsInput } from './helpers.ts';

const EXAMPLE = ['11101100', '11100100', '11010110', '01000100', '10001000', '11111110'];
const FLAGS: (0 | 1)[] = [1, 1, 1, 0, 0, 0, 0, 0];

describe('fitCrossed', () => {
  it('gives the example of its documentation', () => {
    const builder = outcomesBuilder(6, 8);
    EXAMPLE.forEach((row, m) => {
      [...row].forEach((cell, t) => {
        builder.set(m, t, Number(cell), 1);
      });
    });
    const strata = { stratum: [0, 0, 0, 0, 0, 0, 0, 0], strata: ['all'] };
    const fit = fitCrossed({ outcomes: builder.build(), flags: FLAGS, ...strata });
    // The same likelihood maximised in R (glmer-laplace.R, glmer-crossed.json).
    expect(fit.coefficients[1].estimate).toBeCloseTo(1.82981372306622, 8);
  });

  it('derives every figure of the flag from one estimate and its error', () => {
    const fit = fitCrossed(rowsInput(EXAMPLE, FLAGS), { level: 90 });
    const { estimate, se, z, p, log10P, ciLower, ciUpper } = coefficient(fit, 'hackable');
    // qnorm(0.95) in R
    const half = 1.644853626951472 * se!;
    expect(z).toBe(estimate! / se!);
    expect(ciLower).toBeCloseTo(estimate! - half, 12);
    expect(ciUpper).toBeCloseTo(estimate! + half, 12);
    expect(log10P).toBeCloseTo(Math.log10(p!), 12);
    expect(fit.oddsRatio!.estimate).toBe(Math.exp(estimate!));
    expect(fit.oddsRatio!.ciLower).toBe(Math.exp(ciLower!));
    expect(fit.riskDifference!.ciUpper! - fit.riskDifference!.estimate).toBeCloseTo(
      1.644853626951472 * fit.riskDifference!.se!,
      12,
    );
    expect(fit.aic).toBeCloseTo(-2 * fit.logLik! + 8, 10);
  });

  it('is the same to the last bit each time, and whatever the order of models and tasks nearly so', () => {
    const fit = fitCrossed(rowsInput(EXAMPLE, FLAGS));
    expect(fitCrossed(rowsInput(EXAMPLE, FLAGS))).toEqual(fit);
    const backwards = EXAMPLE.map((row) => [...row].reverse().join('')).reverse();
    const other = fitCrossed(rowsInput(backwards, [...FLAGS].reverse()));
    expect(other.logLik).toBeCloseTo(fit.logLik!, 9);
    expect(other.sdTask).toBeCloseTo(fit.sdTask!, 6);
  });

  it('does not see tasks outside the contrast, tasks and models without outcomes', () => {
    const fit = fitCrossed(rowsInput(EXAMPLE, FLAGS));
    const more = [...EXAMPLE.map((row, m) => `${row}${m % 2}.`), '........1.'];
    expect(fitCrossed(rowsInput(more, [...FLAGS, null, 1]))).toEqual(fit);
  });

  it('mirrors when passes and fails change places', () => {
    const fit = fitCrossed(rowsInput(EXAMPLE, FLAGS));
    const flipped = EXAMPLE.map((row) => [...row].map((cell) => (cell === '1' ? '0' : '1')).join(''));
    const other = fitCrossed(rowsInput(flipped, FLAGS));
    expect(other.logLik).toBeCloseTo(fit.logLik!, 9);
    expect(coefficient(other, 'hackable').estimate).toBeCloseTo(-coefficient(fit, 'hackable').estimate!, 6);
    expect(other.riskDifference!.estimate).toBeCloseTo(-fit.riskDifference!.estimate, 7);
  });
});

describe('what cannot be estimated is null with its reason', () => {
  const stratum = [0, 0, 0, 0, 0, 0, 1, 1];

  it('a stratum nobody passes', () => {
    const rows = EXAMPLE.map((row) => `${row.slice(0, 6)}00`);
    const fit = fitCrossed(rowsInput(rows, [1, 1, 1, 0, 0, 0, 1, 0], stratum));
    const without = fitCrossed(
      rowsInput(
        EXAMPLE.map((row) => row.slice(0, 6)),
        FLAGS.slice(0, 6),
      ),
    );
    expect(coefficient(fit, 'stratum:b').estimate).toBeNull();
    expect(fit.warnings).toEqual([messages.pureStratum('b', false)]);
    expect(fit.logLik).toBe(without.logLik);
    expect(coefficient(fit, 'hackable')).toEqual(coefficient(without, 'hackable'));
    // Its 12 of 48 cells add a difference of 0.
    expect(fit.riskDifference!.estimate).toBeCloseTo((without.riskDifference!.estimate * 36) / 48, 12);
  });

  it('a separated flag; no slope of it is fitted', () => {
    const rows = EXAMPLE.map((row) => `111${row.slice(3)}`);
    const fit = fitCrossed(rowsInput(rows, FLAGS), { slope: 'correlated' });
    expect(coefficient(fit, 'hackable').estimate).toBeNull();
    expect(coefficient(fit, '(Intercept)').estimate).not.toBeNull();
    expect([fit.oddsRatio, fit.riskDifference, fit.sdSlope]).toEqual([null, null, null]);
    expect(fit.slope).toBe('none');
    expect(fit.warnings.slice(0, 2)).toEqual([messages.flagSeparated(true), messages.slopeNeedsFlag()]);
  });

  it('separation in both arms is the cause that is named, not that nothing is left', () => {
    const fit = fitCrossed(rowsInput(['11100000', '11100000'], FLAGS));
    expect(fit.warnings[0]).toBe(messages.flagSeparated(true));
    expect(fit.warnings.join()).not.toContain('at least 2 models');
  });

  it('too few models or tasks', () => {
    const one = fitCrossed(rowsInput(['11001010'], FLAGS));
    expect(one.warnings).toEqual([messages.tooFew(1, 8)]);
    expect(one.coefficients.map(({ estimate }) => estimate)).toEqual([null, null]);
    expect(fitCrossed(rowsInput(['.', '.'], [1])).warnings).toContain(messages.tooFew(0, 0));
    expect(fitCrossed(rowsInput(['11', '01'], [null, null])).logLik).toBeNull();
  });

  it('models that agree on every task, tasks that agree on every model', () => {
    expect(fitCrossed(rowsInput(['1010', '1010', '1010'], [1, 1, 0, 0])).warnings).toEqual([
      messages.agreeTasks(),
    ]);
    expect(fitCrossed(rowsInput(['1111', '0000', '1111'], [1, 1, 0, 0])).warnings).toEqual([
      messages.agreeModels(),
    ]);
  });

  it('a likelihood that rises without end (lme4 stops at deviations of 67 and 77)', () => {
    const rows = ['01000', '01011', '01011', '01011', '11111'];
    const fit = fitCrossed(rowsInput(rows, [0, 0, 1, 0, 1], [2, 1, 0, 0, 0]));
    expect(fit.logLik).toBeNull();
    expect(fit.warnings).toEqual([messages.pureStratum('b', true), messages.runaway()]);
  });

  it('a size beyond the limit', () => {
    const fit = fitCrossed(rowsInput(EXAMPLE, FLAGS), { maxWork: 10 });
    expect(fit.logLik).toBeNull();
    expect(fit.warnings).toHaveLength(1);
    expect(fit.warnings[0]).toMatch(
      /^The crossed model was left out: \d+ kinds of models and \d+ of tasks need/,
    );
  });

  it('deviations at 0 are said', () => {
    // Every model passes half of each kind: less spread than chance gives.
    const fit = fitCrossed(rowsInput(['1010', '0101', '1001', '0110'], [1, 1, 0, 0]));
    expect([fit.sdModel, fit.sdTask]).toEqual([0, 0]);
    expect(fit.warnings).toEqual([
      messages.boundary(['standard deviation of models', 'standard deviation of tasks']),
    ]);
    // Without spread this is plain logistic regression on 4 of 8 against 4 of 8.
    expect(coefficient(fit, 'hackable').estimate).toBeCloseTo(0, 9);
    expect(coefficient(fit, 'hackable').se).toBeCloseTo(Math.sqrt(4 / 4), 6);
    expect(fit.logLik).toBeCloseTo(16 * Math.log(0.5), 9);
  });
});

describe('wrong input', () => {
  const input = rowsInput(EXAMPLE, FLAGS);
  it.each([
    [{ ...input, flags: [1 as const] }, messages.badLength('flags', 1, 8)],
    [{ ...input, stratum: [0] }, messages.badLength('stratum', 1, 8)],
    [{ ...input, stratum: [0, 0, 0, 0, 0, 0, 0, 3] }, messages.badStratum(7, 3, 3)],
  ])('is an InputError', (wrong, text) => {
    expect(() => fitCrossed(wrong)).toThrow(new InputError(text));
  });

  it('also of the level', () => {
    expect(() => fitCrossed(input, { level: 0.95 })).toThrow(new InputError(messages.badLevel(0.95)));
  });
});

describe('small random leaderboards', () => {
  it('never throw and hold no number that is not finite', () => {
    const slopes: FlagSlope[] = ['none', 'independent', 'correlated'];
    for (let seed = 0; seed < 60; seed++) {
      const stream = randomStream(seed, 'small leaderboards');
      const models = 1 + stream.below(8);
      const tasks = 1 + stream.below(12);
      const missing = stream.uniform() < 0.5 ? 0 : 0.4;
      const ease = 4 * stream.normal();
      const rows = Array.from({ length: models }, () =>
        Array.from({ length: tasks }, () => {
          if (stream.uniform() < missing) return '.';
          return stream.uniform() < 1 / (1 + Math.exp(-ease - stream.normal())) ? '1' : '0';
        }).join(''),
      );
      const flags = Array.from({ length: tasks }, (): 0 | 1 => (stream.uniform() < 0.4 ? 1 : 0));
      const stratum = flags.map(() => stream.below(3));
      const fit = fitCrossed(rowsInput(rows, flags, stratum), {
        slope: slopes[seed % 3],
        interval: 'profile',
      });
      expect(numbersIn(fit).filter((value) => !Number.isFinite(value))).toEqual([]);
      const lost = fit.coefficients.some(({ estimate }) => estimate === null);
      if (lost || fit.logLik === null || !fit.converged) expect(fit.warnings).not.toEqual([]);
    }
  });
});
