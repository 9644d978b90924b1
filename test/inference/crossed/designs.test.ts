/** Against glmer-crossed.json: lme4 by three optimisers, and the Laplace deviance written plainly in R. */
import { describe, expect, it } from 'vitest';
import { fitCrossed } from '../../../src/inference/crossed/fit-crossed.ts';
import type { CrossedFit, CrossedInput, FlagSlope } from '../../../src/inference/crossed/types.ts';
import { embeddedLeaderboard, type FlagSet } from '../../../src/studies/embedded.ts';
import { reference } from '../../oracle.ts';
import { relativeError } from '../../tolerance.ts';
import { leaderboardInput } from './helpers.ts';

interface Fit {
  readonly logLik: number;
  readonly beta: readonly number[];
  readonly se: readonly number[];
  readonly sdModel: number;
  readonly sdTask: number;
  readonly sdSlope: number | null;
  readonly corSlope: number | null;
}
interface PlainFit extends Fit {
  readonly riskDifference: number;
  readonly riskDifferenceSe: number;
  readonly profile?: readonly [number, number];
}
interface Design {
  readonly name: string;
  readonly slope: FlagSlope;
  readonly strata: string | readonly string[];
  readonly flags?: FlagSet;
  readonly models: number;
  readonly tasks: number;
  readonly passes: readonly number[];
  readonly attempts: readonly number[];
  readonly flag: readonly (0 | 1)[];
  readonly stratum: readonly number[];
  readonly lme4: Fit & { readonly all: readonly number[] };
  /** Absent where a coefficient has no finite estimate. */
  readonly laplace?: PlainFit;
}
const { designs } = reference<{ designs: Design[] }>('glmer-crossed.json');

function inputOf(design: Design): CrossedInput {
  if (design.flags !== undefined) return leaderboardInput(embeddedLeaderboard(design.flags));
  const { models, tasks, passes, attempts, flag, stratum, strata } = design;
  return {
    outcomes: {
      kind: 'counts',
      models,
      tasks,
      passes: Float64Array.from(passes),
      attempts: Float64Array.from(attempts),
    },
    flags: flag,
    stratum,
    strata: [strata].flat(),
  };
}

function expectClose(found: number | null, wanted: number, tolerance: number): void {
  expect(Math.abs(found! - wanted)).toBeLessThan(tolerance);
}

function expectSpreads(fit: CrossedFit, wanted: Fit, tolerance: number): void {
  expectClose(fit.sdModel, wanted.sdModel, tolerance);
  expectClose(fit.sdTask, wanted.sdTask, tolerance);
  if (wanted.sdSlope === null) expect(fit.sdSlope).toBeNull();
  else expectClose(fit.sdSlope, wanted.sdSlope, tolerance);
  if (wanted.corSlope === null) expect(fit.corSlope).toBeNull();
  else expectClose(fit.corSlope, wanted.corSlope, tolerance);
}

it('covers the designs that the issue names', () => {
  expect(designs.map(({ name }) => name)).toEqual([
    'example',
    'binary',
    'counts',
    'missing',
    'counts-missing-tall',
    'slope-correlated',
    'slope-independent',
    'slope-tall',
    'slope-at-zero',
    'correlation-at-one',
    'models-at-zero',
    'tasks-at-zero',
    'one-stratum',
    'never-passed-stratum',
    'tripwire-anchor',
    'tripwire-accepted',
    'tripwire-accepted-slope',
  ]);
});

describe.each(designs)('$name', (design) => {
  const fit = fitCrossed(inputOf(design), { slope: design.slope, interval: 'profile' });
  const { lme4, laplace } = design;
  /** Of 3 tasks: lme4's own error misses that of its likelihood by 0.011 to 0.014; ours is held to the latter. */
  const flat = design.flags === undefined ? null : 'stratum:1-4 hours';

  it("is no worse than lme4's best and agrees with it", () => {
    expect(fit.converged).toBe(true);
    expect(fit.logLik!).toBeGreaterThan(Math.max(...lme4.all) - 1e-6);
    expectClose(fit.logLik, lme4.logLik, 1e-3);
    fit.coefficients.forEach(({ term, estimate, se }, j) => {
      if (estimate === null) return;
      expectClose(estimate, lme4.beta[j], 1e-3);
      if (term !== flat) expectClose(se, lme4.se[j], 1e-2);
    });
    expectSpreads(fit, lme4, 1e-3);
  });

  if (laplace === undefined) return;

  it('agrees with the plain Laplace fit in R', () => {
    expectClose(fit.logLik, laplace.logLik, 1e-7);
    fit.coefficients.forEach(({ estimate, se }, j) => {
      expect(relativeError(estimate, laplace.beta[j], 1)).toBeLessThan(1e-6);
      expect(relativeError(se, laplace.se[j])).toBeLessThan(1e-5);
    });
    expectSpreads(fit, laplace, 1e-6);
    expectClose(fit.riskDifference!.estimate, laplace.riskDifference, 1e-7);
    expect(relativeError(fit.riskDifference!.se, laplace.riskDifferenceSe)).toBeLessThan(1e-5);
  });

  if (laplace.profile === undefined) return;

  it('has the profile interval of uniroot', () => {
    const [lower, upper] = laplace.profile!;
    expectClose(fit.coefficients[1].ciLower, lower, 1e-5);
    expectClose(fit.coefficients[1].ciUpper, upper, 1e-5);
    expect(relativeError(fit.oddsRatio!.ciUpper, Math.exp(upper))).toBeLessThan(1e-5);
  });
});
