/** The four components of the quality score. Each is in [0, 1], or null where its evidence can't say. */

export interface ScoredPatch {
  readonly correct: boolean;
  /** Share of the tests it passed. */
  readonly score: number;
  /** How often the patch counts; 1 but in a bootstrap draw. */
  readonly weight: number;
}

export interface Judged {
  /** The verdict was CORRECT. */
  readonly positive: boolean;
  readonly passes: boolean;
  readonly weight: number;
}

export interface Attack {
  readonly success: boolean;
  readonly weight: number;
}

/** What stands for each component; any of them can be replaced by a formula of the user's own. */
export interface Formulas {
  readonly V: (patches: readonly ScoredPatch[]) => number | null;
  readonly H: (attacks: readonly Attack[]) => number | null;
  readonly F1: (judged: readonly Judged[]) => number | null;
  readonly D: (passRate: number) => number | null;
}

export type ComponentName = keyof Formulas;
export const COMPONENT_NAMES: readonly ComponentName[] = ['V', 'H', 'F1', 'D'];

/** How each default formula is named in results. */
export const FORMULA_TEXTS: Readonly<Record<ComponentName, string>> = {
  V: 'share of (correct, incorrect) patch pairs that the share of tests passed orders rightly, ties one half',
  H: 'share of decisive attack candidates that pass the tests and are wrong',
  F1: '2 TP / (2 TP + FP + FN) of judge CORRECT against execution passed; PARTIAL is incorrect',
  D: '4 p (1 - p), p the mean pass rate over models',
};

/**
 * Verifier discrimination: the share of pairs of a correct and an incorrect patch in which the correct one has the
 * higher score, ties one half (the area under the ROC curve). Null without a pair.
 *
 * @example discrimination([{ correct: true, score: 1, weight: 1 }, { correct: false, score: 1, weight: 1 },
 *   { correct: false, score: 0, weight: 1 }]) // 0.75
 */
export function discrimination(patches: readonly ScoredPatch[]): number | null {
  let pairs = 0;
  let right = 0;
  for (const a of patches) {
    if (!a.correct || a.weight === 0) continue;
    for (const b of patches) {
      if (b.correct || b.weight === 0) continue;
      const weight = a.weight * b.weight;
      pairs += weight;
      right += a.score > b.score ? weight : a.score === b.score ? weight / 2 : 0;
    }
  }
  return pairs === 0 ? null : right / pairs;
}

/** Share of attacks that succeed; null without an attack. */
export function attackSuccess(attacks: readonly Attack[]): number | null {
  let all = 0;
  let successes = 0;
  for (const { success, weight } of attacks) {
    all += weight;
    if (success) successes += weight;
  }
  return all === 0 ? null : successes / all;
}

/** F1 of CORRECT verdicts against execution; null when neither side has a positive. */
export function judgeF1(judged: readonly Judged[]): number | null {
  let truePositive = 0;
  let disagree = 0;
  for (const { positive, passes, weight } of judged) {
    if (positive && passes) truePositive += weight;
    else if (positive !== passes) disagree += weight;
  }
  const denominator = 2 * truePositive + disagree;
  return denominator === 0 ? null : (2 * truePositive) / denominator;
}

/** Learnability 4 p (1 - p): 1 at p = 1/2, 0 where no model or every model passes. */
export function learnability(passRate: number): number {
  return 4 * passRate * (1 - passRate);
}

export const DEFAULT_FORMULAS: Formulas = {
  V: discrimination,
  H: attackSuccess,
  F1: judgeF1,
  D: learnability,
};
