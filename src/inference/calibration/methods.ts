/** Every method on one placebo draw: its p value, standard error, and whether its interval holds the truth. */
import { countArms } from '../../effects/arms.ts';
import { gaps } from '../../effects/gaps.ts';
import { poolKernel } from '../../meta/kernel.ts';
import { normalQuantile, normalSf } from '../../stats/normal.ts';
import { tQuantile, tSf } from '../../stats/student-t.ts';
import { fitCrossed } from '../crossed/fit-crossed.ts';
import { jackknife } from '../jackknife.ts';
import { spreadOf } from '../rounding.ts';
import { sharedTasks } from '../shared-tasks.ts';
import { signTest } from '../sign-test.ts';
import { wilcoxon } from '../wilcoxon.ts';
import type { CalibrateOptions } from './design.ts';
import type { Placebo } from './placebo.ts';

export interface MethodOutcome {
  /** NaN where the method gave none. */
  readonly p: number;
  /** NaN for a test without a standard error. */
  readonly se: number;
  /** 1 or 0; NaN for a test without an interval, or with one for another quantity. */
  readonly covers: number;
}

export interface DrawOutcome {
  /** Pooled gap; NaN where no model could be pooled. */
  readonly estimate: number;
  readonly i2IsZero: boolean;
  readonly outcomes: readonly MethodOutcome[];
}

/** p of the permutation test of a draw with this pooled gap. */
export type PermutationP = (placebo: Placebo, estimate: number) => number;

const NOTHING: MethodOutcome = { p: Number.NaN, se: Number.NaN, covers: Number.NaN };

/** Names of the methods, in the order of `DrawOutcome.outcomes`. */
export function methodNames(options: CalibrateOptions): string[] {
  const names = [
    `models independent, ${options.method}, z`,
    `models independent, ${options.method}, Knapp-Hartung t`,
    'sign test over models',
    'Wilcoxon over models',
    'task-aware t',
  ];
  if (options.jackknife && options.plant === 0) names.push('task-aware t, jackknife');
  if (options.permutations > 0) names.push('permutation of flags');
  if (options.crossed) names.push('crossed model, Wald');
  return names;
}

/** Does a method of this name count the tasks as shared? The others take models as independent. */
export const isTaskAware = (method: string): boolean => !/^models independent|over models$/.test(method);

/** @param truth expected gap: 0, or what was planted */
export function methodRunner(
  options: CalibrateOptions,
  truth: number,
  permutationP: PermutationP,
): (placebo: Placebo) => DrawOutcome {
  const pool = poolKernel(options.method);
  const out = new Float64Array(4);
  const quantile = 1 - (1 - options.level / 100) / 2;
  const z = normalQuantile(quantile);
  const judge = (estimate: number, se: number, p: number, critical: number): MethodOutcome => ({
    p,
    se,
    covers: Math.abs(estimate - truth) <= critical * se ? 1 : 0,
  });

  return (placebo) => {
    const { outcomes, contrast } = placebo;
    const counts = countArms(outcomes, contrast);
    const { yi, vi } = gaps(counts, options);
    const used = [...yi.keys()].filter((m) => vi[m] > 0);
    const k = used.length;
    if (k === 0 && options.plant === 0) {
      return { estimate: Number.NaN, i2IsZero: false, outcomes: methodNames(options).map(() => NOTHING) };
    }
    const y = Float64Array.from(used, (m) => yi[m]);
    const v = Float64Array.from(used, (m) => vi[m]);
    pool(y, v, k, out);
    const [estimate, se, tau2, q] = out;
    // A planted gap has a known expectation for equal weights of all models, also of those that can't be pooled.
    const weights = new Float64Array(yi.length).fill(options.plant > 0 ? 1 : 0);
    let [spread, total] = [0, 0];
    used.forEach((m, i) => {
      const w = 1 / (v[i] + tau2);
      if (options.plant === 0) weights[m] = w;
      spread += w * spreadOf(y[i], estimate) ** 2;
      total += w;
    });
    const knha = Math.sqrt(spread / ((k - 1) * total));
    const shared = sharedTasks({
      outcomes,
      contrast,
      effects: options,
      modelWeights: weights,
      generalise: options.generalise,
      level: options.level,
      counts,
    });
    const results: MethodOutcome[] = [
      k === 0 ? NOTHING : judge(estimate, se, 2 * normalSf(Math.abs(estimate / se)), z),
      k < 2 || knha === 0
        ? NOTHING
        : judge(estimate, knha, 2 * tSf(Math.abs(estimate / knha), k - 1), tQuantile(quantile, k - 1)),
      { ...NOTHING, p: signTest(y).p ?? Number.NaN },
      { ...NOTHING, p: wilcoxon(y).p ?? Number.NaN },
      shared.se === null
        ? NOTHING
        : judge(shared.estimate!, shared.se, shared.p!, tQuantile(quantile, shared.df!)),
    ];
    if (options.jackknife && options.plant === 0) {
      const found = jackknife({ outcomes, contrast, effects: options, method: options.method, counts });
      const ratio = found === null ? Number.NaN : Math.abs(found.estimate / found.se);
      if (found === null) results.push(NOTHING);
      else
        results.push(
          judge(found.estimate, found.se, 2 * tSf(ratio, found.df), tQuantile(quantile, found.df)),
        );
    }
    if (options.permutations > 0) {
      results.push(k === 0 ? NOTHING : { ...NOTHING, p: permutationP(placebo, estimate) });
    }
    if (options.crossed) results.push(crossed(placebo, truth));
    const i2IsZero = options.method === 'EE' ? q <= k - 1 : tau2 === 0;
    return {
      estimate: options.plant > 0 ? (shared.estimate ?? Number.NaN) : estimate,
      i2IsZero,
      outcomes: results,
    };
  };
}

/** The flag's Wald test; its interval speaks of log odds, so that it is judged for a placebo only. */
function crossed({ outcomes, contrast }: Placebo, truth: number): MethodOutcome {
  const flags = Array.from(contrast.arm, (arm) => (arm < 0 ? null : arm === 1 ? 1 : 0));
  const fit = fitCrossed({ outcomes, flags, stratum: Array.from(contrast.stratum), strata: contrast.strata });
  const flag = fit.coefficients.find((one) => one.term === 'hackable');
  if (flag?.p == null) return NOTHING;
  const covers =
    truth === 0 && flag.ciLower !== null ? (flag.ciLower <= 0 && flag.ciUpper! >= 0 ? 1 : 0) : Number.NaN;
  return { ...NOTHING, p: flag.p, covers };
}
