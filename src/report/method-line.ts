/** The sentence under a figure that says what was fitted (case G7), from the options that were used. */

import type { Analysis, PooledFit, SharedTasks } from '../analysis/types.ts';
import { hasStrata } from '../analysis/verdict.ts';
import {
  count,
  effectSpread,
  inPercent,
  interval,
  intervalKind,
  measureName,
  significant,
} from '../format.ts';
import type { MetaFit } from '../meta/types.ts';

const WEIGHTS: Readonly<Record<string, string>> = {
  flagged: 'strata weighted by hackable tasks',
  all: 'strata weighted by audited tasks',
  mh: 'Mantel-Haenszel weights over strata',
};
const VARIANCES: Readonly<Record<string, string>> = {
  raw: 'binomial variance',
  'agresti-caffo': 'Agresti-Caffo variance',
};

/** What the line needs of a fit. */
type FittedMean = Omit<MetaFit, 'rows' | 'slab' | 'weights' | 'dropped' | 'alternatives'>;

/** How one model's gap is made: "Risk difference, strata weighted by hackable tasks, Agresti-Caffo variance". */
export function effectLine({ options, strata }: Analysis): string {
  const name = measureName(options.measure);
  const parts = [name.charAt(0).toUpperCase() + name.slice(1)];
  parts.push(hasStrata(strata) ? (WEIGHTS[options.weights] ?? options.weights) : 'without strata');
  const variance = VARIANCES[options.variance] ?? options.variance;
  parts.push(options.measure === 'RD' ? variance : 'large-sample variance as in escalc');
  return parts.join(', ');
}

/** "Random effects (DL), models as independent studies; 95 % z interval; k = 134; tau2 = 0, I2 = 0.0 % (from tau2)". */
export function pooledLine(fit: PooledFit): string {
  return fitLine(fit, fit.measure, ', models as independent studies');
}

/** The same of any fit: "Random effects (REML); 95 % z interval; k = 13; ...". */
export function fitLine(fit: FittedMean, measure: string, independent = ''): string {
  const kind = fit.method === 'EE' ? 'Equal effects (EE)' : `Random effects (${fit.method})`;
  const dropped = fit.kDropped === 0 ? '' : ` (${count(fit.kDropped)} dropped)`;
  const parts = [
    `${kind}${independent}`,
    intervalName(fit),
    `k = ${count(fit.k)}${dropped}`,
    `τ² = ${significant(fit.tau2)}, I² = ${inPercent(fit.i2)} (from τ²)`,
  ];
  if (fit.piLower !== null) parts.push(`prediction interval ${interval(fit.piLower, fit.piUpper, measure)}`);
  return parts.join('; ');
}

/** "Task-aware (generalises to tasks): se 8.60 pp, 95 % Satterthwaite t interval, 35.2 df; design effect 51.3". */
export function sharedLine(shared: SharedTasks, level: number): string {
  const parts = [
    `Task-aware, generalises to ${generalises(shared.generalise)}`,
    sharedName(shared, level),
    `se ${effectSpread(shared.se, shared.measure)}`,
    `design effect ${significant(shared.designEffect)}`,
  ];
  return parts.join('; ');
}

/** What an interval speaks of: "tasks like these". */
export function generalises(generalise: string): string {
  if (generalise === 'tasks') return 'tasks like these';
  if (generalise === 'models') return 'models like these';
  return 'tasks and models like these';
}

/** "95 % z interval", of the test that made it. */
export const intervalName = (fit: FittedMean): string => intervalKind(fit.level, fit.testUsed, fit.df);

/** "95 % Satterthwaite t interval, 35.2 df". */
export const sharedName = (shared: SharedTasks, level: number): string =>
  intervalKind(level, 'Satterthwaite t', shared.df);
