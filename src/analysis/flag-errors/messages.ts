/** Reasons and warnings of the flag errors. */
import { percent, plural } from '../../format.ts';

export const saysNothing = (): string => 'sensitivity + specificity is at most 1: such flags say nothing';
export const noContrast = (): string => 'no stratum has tasks in both arms';
export const noSpread = (): string => 'the scores have no spread: no interval';

export const outOfReach = (q: number, sensitivity: number, specificity: number): string =>
  `${percent(q)} flagged can't come from sensitivity ${percent(sensitivity)} and specificity ${percent(specificity)}: allowed is from ${percent(1 - specificity)} to ${percent(sensitivity)}`;

export const impossible = (strata: readonly { readonly reason: string | null }[]): string =>
  `no stratum can be corrected: ${strata[0].reason}`;

export const leftOut = (strata: readonly string[]): string =>
  `the share flagged in ${strata.map((name) => `"${name}"`).join(', ')} can't come from these rates: left out of the corrected gap`;

export const outside = (strata: readonly string[]): string =>
  `a corrected pass rate of ${strata.map((name) => `"${name}"`).join(', ')} lies outside 0 to 1: the rates are too low for these data, or the stratum is small`;

export const partlyImpossible = (points: number, of: number): string =>
  `${points} of ${of} points of the ranges can't give the share flagged in any stratum and are left out of the bounds`;

export const sensitivityUnknown = (reason: string): string =>
  `the rounds of attack give no sensitivity: ${reason}`;

export const acceptedUnknown = (tasks: number): string =>
  `the flags don't say of ${plural(tasks, 'audited task')} whether an attack patch passed: out of the contrast within accepted tasks`;
