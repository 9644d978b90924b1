/** Choices that make one model's gap. */

/** Risk difference, log risk ratio, log odds ratio, arcsine difference; as R's escalc names them. */
export type Measure = 'RD' | 'RR' | 'OR' | 'AS';
export const MEASURES: readonly Measure[] = ['RD', 'RR', 'OR', 'AS'];

/** Over strata: hackable tasks, all audited tasks, or n1 n0 / (n1 + n0). */
export type Weights = 'flagged' | 'all' | 'mh';
export const WEIGHTS: readonly Weights[] = ['flagged', 'all', 'mh'];

/** Of a pass rate: p(1-p)/n, or smoothed after Agresti and Caffo (the gap itself stays as it is). */
export type VarianceRule = 'raw' | 'agresti-caffo';
export const VARIANCE_RULES: readonly VarianceRule[] = ['raw', 'agresti-caffo'];

export interface EffectOptions {
  readonly measure: Measure;
  readonly weights: Weights;
  readonly variance: VarianceRule;
}

export const DEFAULT_EFFECT_OPTIONS: EffectOptions = {
  measure: 'RD',
  weights: 'flagged',
  variance: 'agresti-caffo',
};
