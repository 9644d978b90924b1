/**
 * Predicted against simulated power on the real 134 x 500 outcomes: audits and flags drawn at random, a gap planted, the
 * task-aware test made. The simulation's arithmetic is checked against `sharedTasks`, and one setting is simulated on
 * outcomes, cell by cell, by `sharedTasks` itself.
 */
import { describe, expect, it } from 'vitest';
import { taskScores } from '../../../src/analysis/sensitivity/task-scores.ts';
import { DEFAULT_PLAN_OPTIONS } from '../../../src/decisions/plan/options.ts';
import { plan } from '../../../src/decisions/plan/plan.ts';
import { gapPower, planted, precision } from '../../../src/decisions/plan/power.ts';
import { scoreTest, simulatedPower } from '../../../src/decisions/plan/simulate.ts';
import { planInput } from '../../../src/decisions/plan/strata.ts';
import { MECHANISMS, type PlanOptions } from '../../../src/decisions/plan/types.ts';
import { stratumWeight } from '../../../src/effects/gaps.ts';
import { WEIGHTS } from '../../../src/effects/types.ts';
import {
  type CalibrateOptions,
  calibrationDesign,
  DEFAULT_CALIBRATE_OPTIONS,
} from '../../../src/inference/calibration/design.ts';
import { placeboMaker, plantedGap } from '../../../src/inference/calibration/placebo.ts';
import { sharedTasks } from '../../../src/inference/shared-tasks.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { embeddedLeaderboard, type FlagSet } from '../../../src/studies/embedded.ts';
import { relativeError } from '../../tolerance.ts';

const anchor = embeddedLeaderboard('tripwire-anchor');
const DRAWS = 5000;
const published = { audited: 49, hackable: 14 };

/** Every point of the curve whose smaller arm is expected to hold 25 tasks, below which the plan warns. */
const settings: readonly (readonly [string, FlagSet, Partial<PlanOptions>, number])[] = [
  ['shares of the anchor audit, 14.14 pp', 'tripwire-anchor', { gap: 0.1414 }, 0.23],
  ['UTBoost, few hackable, 20 pp, mh weights', 'utboost', { gap: 0.2, weights: 'mh' }, 0.052],
  [
    'equal allocation, failures made passes, all weights, pass@1 only',
    'tripwire-accepted',
    { gap: 0.12, share: 0.3, allocation: 'equal', mechanism: 'failures', weights: 'all', attempts: '1' },
    0.3,
  ],
  [
    'Neyman allocation, half hackable, at 99 %, sizes of the published audit',
    'tripwire-anchor',
    { gap: 0.15, share: 0.5, allocation: 'neyman', level: 99, sizes: published },
    0.5,
  ],
  ['no strata, 10 pp', 'tripwire-anchor', { gap: 0.1, share: 0.2857, stratify: false }, 0.2857],
];

describe('predicted power is within 3 points of simulated power', () => {
  it.each(settings)('%s', (_, flags, options, share) => {
    const result = plan(embeddedLeaderboard(flags), { ...options, simulate: DRAWS });
    const large = result.curve.filter((point) => point.audited * share >= 25);
    expect(large.length).toBeGreaterThan(0);
    for (const { power, simulated } of large) {
      expect(simulated!.draws).toBe(DRAWS);
      expect(Math.abs(power - simulated!.power)).toBeLessThan(0.03);
    }
  });

  it('at the sizes of the published audit and its gap, under all weights and both mechanisms', () => {
    const { strata, scores } = planInput(anchor, { ...DEFAULT_PLAN_OPTIONS, share: 0.3 });
    // 49 and 14 in proportion: 49 * 194 / 500 = 19.01, 25.58, 4.12, 0.29; 14 * 19 / 49 = 5.43, 7.43, 1.14
    const [audited, hackable] = [
      [19, 26, 4, 0],
      [6, 7, 1, 0],
    ];
    const cells = audited.map((a, s) => ({ n1: hackable[s], n0: a - hackable[s] }));
    for (const weights of WEIGHTS) {
      for (const mechanism of MECHANISMS) {
        const effect = planted(mechanism, 0.1414, cells, strata, weights);
        const predicted = gapPower(precision(cells, strata, effect, weights)!, 0.05);
        const { power } = simulatedPower({
          ...{ scores, audited, hackable, share: null, weights, effect },
          ...{ alpha: 0.05, draws: 20_000, seed: 1 },
        });
        expect(Math.abs(predicted - power)).toBeLessThan(0.03);
      }
    }
  });
});

describe('the simulation', () => {
  const scores = taskScores(
    anchor.outcomes,
    { strata: [''], stratum: new Int32Array(500), arm: new Int8Array(500) },
    new Float64Array(134).fill(1),
  );

  it('tests as sharedTasks does with equal model weights', () => {
    let compared = 0;
    for (const sizes of [published, { audited: 20, hackable: 6 }, { audited: 300, hackable: 90 }]) {
      const design = calibrationDesign(anchor, { ...DEFAULT_CALIBRATE_OPTIONS, sizes });
      const draw = placeboMaker(design);
      for (const weights of WEIGHTS) {
        for (let i = 0; i < 5; i++) {
          const { contrast } = draw(randomStream(3, weights, sizes.audited, i));
          const wanted = sharedTasks({
            outcomes: anchor.outcomes,
            contrast,
            effects: { measure: 'RD', weights, variance: 'raw' },
          });
          const found = scoreTest(scores, contrast, weights)!;
          expect(Math.abs(found.estimate - wanted.estimate!)).toBeLessThan(1e-12);
          expect(relativeError(found.se, wanted.se!)).toBeLessThan(1e-10);
          expect(relativeError(found.df, wanted.df!)).toBeLessThan(1e-10);
          expect(relativeError(found.p, wanted.p!)).toBeLessThan(1e-9);
          compared++;
        }
      }
    }
    expect(compared).toBe(45);
  });

  it('has no test where no stratum holds both arms', () => {
    const contrast = { strata: ['a'], stratum: Int32Array.of(0, 0), arm: Int8Array.of(0, 0) };
    expect(scoreTest([0.2, 0.4], contrast, 'flagged')).toBeNull();
  });

  it('keeps the level without a gap, in large samples of normal scores', () => {
    const stream = randomStream(5, 'normal scores');
    const pool = Float64Array.from({ length: 2000 }, () => 0.5 + 0.2 * stream.normal());
    const { power, se } = simulatedPower({
      ...{ scores: [pool], audited: [100], share: [0.3], hackable: null, weights: 'flagged' },
      ...{ effect: { add: 0, shrink: 1 }, alpha: 0.05, draws: 20_000, seed: 1 },
    });
    expect(Math.abs(power - 0.05)).toBeLessThan(4 * se);
  });
});

describe('cell by cell', () => {
  it('failures turned into passes on 49 tasks, 14 flagged: sharedTasks finds what the plan predicts', () => {
    const options: CalibrateOptions = { ...DEFAULT_CALIBRATE_OPTIONS, sizes: published, plant: 0.3 };
    const design = calibrationDesign(anchor, options);
    const gap = plantedGap(design, (n1, n0) => stratumWeight('flagged', n1, n0));
    const draw = placeboMaker(design);
    const draws = 2000;
    let hits = 0;
    for (let i = 0; i < draws; i++) {
      const { contrast, outcomes } = draw(randomStream(1, 'plan cells', i));
      const { p } = sharedTasks({
        outcomes,
        contrast,
        effects: { measure: 'RD', weights: 'flagged', variance: 'raw' },
      });
      if (p !== null && p < 0.05) hits++;
    }
    const { atHand } = plan(anchor, { gap, mechanism: 'failures', sizes: published, simulate: 0 });
    expect(Math.abs(atHand!.power! - hits / draws)).toBeLessThan(0.03);
  });
});
