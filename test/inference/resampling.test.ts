import { describe, expect, it } from 'vitest';
import { contrastOf } from '../../src/effects/contrast.ts';
import { bootstrap } from '../../src/inference/bootstrap.ts';
import { resample } from '../../src/inference/resampling.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';
import { oneStratum } from './made-up.ts';

const EE = {
  effects: { measure: 'RD', weights: 'flagged', variance: 'agresti-caffo' },
  method: 'EE',
} as const;
const settings = { draws: 4000, seed: 1, level: 95 };

describe('bootstrap', () => {
  it('over tasks of one model has the variance (N - 1) / N S2 / N of both arms', () => {
    const row = [1, 1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0];
    const found = bootstrap({ ...oneStratum([row], 8), ...EE, ...settings, generalise: 'tasks' })!;
    const arm = (x: number, n: number) => ((x / n) * (1 - x / n)) / n;
    const wanted = Math.sqrt(arm(5, 8) + arm(2, 10));
    // The standard error of a standard deviation over 4,000 draws is about 1.1 %.
    expect(found.se / wanted).toBeGreaterThan(0.96);
    expect(found.se / wanted).toBeLessThan(1.04);
  });

  it('over models has the spread of gaps over root M', () => {
    // Gaps 1, 0, 0, 0 with one variance: population variance 3/16 over M = 4.
    const rows = [
      [1, 1, 0, 0],
      [1, 0, 1, 0],
      [0, 1, 0, 1],
      [1, 0, 0, 1],
    ];
    const raw = { measure: 'AS', weights: 'flagged', variance: 'raw' } as const;
    const found = bootstrap({
      ...oneStratum(rows, 2),
      effects: raw,
      method: 'EE',
      ...settings,
      generalise: 'models',
    })!;
    // The arcsine's variance is 1/(4n) for every model: equal weights. asin(1) - asin(0) = pi/2 for the first.
    const wanted = (Math.PI / 2) * Math.sqrt(3 / 16 / 4);
    expect(found.se / wanted).toBeGreaterThan(0.96);
    expect(found.se / wanted).toBeLessThan(1.04);
  });
});

describe('resample', () => {
  const { outcomes, tasks } = embeddedLeaderboard('tripwire-anchor');
  const contrast = contrastOf(tasks);
  const input = { outcomes, contrast, ...EE, method: 'DL', draws: 400, seed: 2, level: 95 } as const;

  it('gives the same bytes again', () => {
    const one = JSON.stringify(resample({ ...input, taskSe: null }));
    expect(JSON.stringify(resample({ ...input, taskSe: null }))).toBe(one);
  });

  it('has t limits about the estimate, and says when weights move the error', () => {
    const found = resample({ ...input, taskSe: null })!;
    expect(found.warnings).toEqual([]);
    const { se, ciLower, ciUpper } = found.jackknife;
    // t(0.975) lies between 2.1 and 2.3 for 9 to 20 df.
    expect((ciUpper - ciLower) / se / 2).toBeGreaterThan(2.1);
    expect((ciUpper - ciLower) / se / 2).toBeLessThan(2.3);
    const apart = resample({ ...input, taskSe: se / 2 })!;
    expect(apart.warnings).toEqual([
      'with model weights estimated again without each task the standard error is 2.00 times the task-aware one: weights depend on the outcomes, trust the jackknife',
    ]);
  });

  it('is null without a contrast', () => {
    expect(resample({ ...oneStratum([[1, 0]], 2), ...EE, ...settings, taskSe: null })).toBeNull();
  });
});
