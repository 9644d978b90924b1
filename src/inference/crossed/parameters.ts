/**
 * The parameter vector of the crossed model: the entries of Lambda, then the coefficients.
 *
 * Deviations may be of either sign: the likelihood is even in each of (l00, l10), l11 and the task's, so that
 * a deviation of 0 is an inner stationary point and the optimiser needs no bounds. Only sizes are reported.
 */
import type { Lambda } from './system.ts';
import type { FlagSlope } from './types.ts';

export interface Layout {
  readonly slope: FlagSlope;
  readonly width: 1 | 2;
  /** Number of entries of Lambda, which stand first. */
  readonly deviations: number;
  readonly coefficients: number;
}

export function layoutOf(slope: FlagSlope, coefficients: number): Layout {
  const deviations = slope === 'none' ? 2 : slope === 'independent' ? 3 : 4;
  return { slope, width: slope === 'none' ? 1 : 2, deviations, coefficients };
}

/** Order: l00, [l11], task (none, independent) or l00, l10, l11, task (correlated). */
export function lambdaAt({ slope, width }: Layout, parameters: Float64Array): Lambda {
  const l00 = parameters[0];
  if (slope === 'none') return { width, l00, l10: 0, l11: 0, task: parameters[1] };
  if (slope === 'independent') return { width, l00, l10: 0, l11: parameters[1], task: parameters[2] };
  return { width, l00, l10: parameters[1], l11: parameters[2], task: parameters[3] };
}

/** Derivatives by Lambda's entries (00, 10, 11, task) to those by the parameters, into `gradient`. */
export function spreadLambda({ slope }: Layout, byEntry: readonly number[], gradient: Float64Array): void {
  const [d00, d10, d11, dTask] = byEntry;
  if (slope === 'none') gradient.set([d00, dTask]);
  else if (slope === 'independent') gradient.set([d00, d11, dTask]);
  else gradient.set([d00, d10, d11, dTask]);
}

export interface Deviations {
  readonly model: number;
  readonly task: number;
  readonly slope: number | null;
  /** Null where a deviation is 0 or no correlation is fitted. */
  readonly correlation: number | null;
}

/** Standard deviations and correlation. */
export function deviationsAt(layout: Layout, parameters: Float64Array): Deviations {
  const { l00, l10, l11, task } = lambdaAt(layout, parameters);
  const model = Math.abs(l00);
  if (layout.slope === 'none') return { model, task: Math.abs(task), slope: null, correlation: null };
  const slope = Math.hypot(l10, l11);
  const known = layout.slope === 'correlated' && model > 0 && slope > 0;
  return { model, task: Math.abs(task), slope, correlation: known ? (Math.sign(l00) * l10) / slope : null };
}
