/** What the crossed model takes and gives. */
import type { Outcomes } from '../../leaderboard/types.ts';

export interface CrossedInput {
  /** Models in rows, tasks in columns: packed 0/1 cells or k of n; missing cells (n = 0) carry no likelihood. */
  readonly outcomes: Outcomes;
  /** One entry a task: 1 hackable, 0 robust, null outside the contrast (the task is left out of the fit). */
  readonly flags: readonly (0 | 1 | null)[];
  /** One entry a task: index into `strata`. */
  readonly stratum: ArrayLike<number>;
  /** Names of the strata in their order; the first one that holds a task of the fit is the reference level. */
  readonly strata: readonly string[];
}

/** Random slope of the flag by model: none, uncorrelated with the intercept, or correlated with it. */
export type FlagSlope = 'none' | 'independent' | 'correlated';

export interface CrossedOptions {
  /** lme4: `none` (1 | model), `independent` (1 + flag || model), `correlated` (1 + flag | model). Default none. */
  readonly slope?: FlagSlope;
  /** Confidence level of every interval, in percent. Default 95. */
  readonly level?: number;
  /** Interval of the flag's coefficient and odds ratio; every other interval is Wald's. Default wald. */
  readonly interval?: 'wald' | 'profile';
  /** Cap on the iterations of the outer optimiser. Default 100. */
  readonly maxIterations?: number;
  /**
   * Largest min^2 max of models and tasks (after those alike are merged) that is fitted; beyond it everything is
   * null and a warning says so. Default 5e8, at most about a minute.
   */
  readonly maxWork?: number;
}

export interface CrossedCoefficient {
  /** `(Intercept)`, `hackable` or `stratum:<name>`. */
  readonly term: string;
  /** Log odds; null where the data hold no finite estimate (the reason is in `warnings`). */
  readonly estimate: number | null;
  readonly se: number | null;
  readonly z: number | null;
  readonly p: number | null;
  /** log10 of p, good where p itself underflows. */
  readonly log10P: number | null;
  readonly ciLower: number | null;
  readonly ciUpper: number | null;
}

export interface CrossedFit {
  readonly method: 'Laplace';
  readonly slope: FlagSlope;
  readonly level: number;
  /** How `ciLower` and `ciUpper` of the flag's coefficient were found. */
  readonly interval: 'wald' | 'profile';
  /** Laplace log-likelihood with the binomial constants, as lme4's logLik. */
  readonly logLik: number | null;
  /** Number of parameters estimated: standard deviations, correlation and coefficients. */
  readonly parameters: number;
  readonly aic: number | null;
  readonly coefficients: readonly CrossedCoefficient[];
  /** Standard deviations of the random intercepts, log odds. */
  readonly sdModel: number | null;
  readonly sdTask: number | null;
  /** Of the flag's random slope by model; null without one. */
  readonly sdSlope: number | null;
  /** Correlation of slope and intercept; null unless `correlated` and both deviations are above 0. */
  readonly corSlope: number | null;
  readonly oddsRatio: {
    readonly estimate: number;
    readonly ciLower: number | null;
    readonly ciUpper: number | null;
  } | null;
  /** Marginal over both random effects, a proportion; see `riskDifference`. Wald interval by the delta method. */
  readonly riskDifference: {
    readonly estimate: number;
    readonly se: number | null;
    readonly ciLower: number | null;
    readonly ciUpper: number | null;
  } | null;
  readonly iterations: number;
  readonly converged: boolean;
  /** Largest absolute derivative of the deviance at the answer, per standard error of the parameter. */
  readonly gradientNorm: number | null;
  /** What took part: models, tasks and non-missing cells of the fit (flagged 0 or 1, not separated). */
  readonly models: number;
  readonly tasks: number;
  readonly cells: number;
  readonly warnings: readonly string[];
}
