/**
 * Fixed effects of the crossed model. A task's fixed part depends only on its group, the pair (stratum, flag),
 * so the design matrix has one row a group. What the data cannot estimate is found here, before any fitting:
 *
 * - Separation. Moving the coefficients along some direction raises the likelihood for ever, whatever the
 *   random effects: then no finite estimate exists. A direction shifts every stratum by some delta_s and the
 *   hackable groups by a further gamma; it must not move a group with both passes and fails, must not raise a
 *   group without passes, nor lower one without fails. Such groups are taken out: in the limit they are
 *   fitted exactly and contribute log-likelihood 0, so the fit of the others is the limit of the whole.
 * - Confounding. A coefficient that is no combination of the remaining groups' means (its unit vector is not
 *   in their row space).
 *
 * Source: Albert and Anderson (1984), doi:10.1093/biomet/71.1.1 (existence of logistic estimates).
 */
import { messages } from './messages.ts';

/** Sums over the tasks of one stratum and flag. */
export interface Group {
  readonly stratum: number;
  readonly flag: 0 | 1;
  readonly tasks: number;
  /** Non-missing cells. */
  readonly cells: number;
  readonly passes: number;
  readonly attempts: number;
}

export interface Design {
  /** `(Intercept)`, `hackable`, then a term a stratum other than the reference. */
  readonly terms: readonly string[];
  /** Is the term's coefficient estimated? */
  readonly estimable: readonly boolean[];
  /** Terms that have a column in the fit, as indices into `terms`. */
  readonly columns: readonly number[];
  /** The fit's row of a stratum and flag: one entry a column. */
  row(stratum: number, flag: 0 | 1): Float64Array;
  /** Groups in the fit; the others are separated. */
  readonly kept: readonly boolean[];
  readonly warnings: readonly string[];
}

/** Strata are in the order given; the first one present is the reference. */
export function crossedDesign(groups: readonly Group[], strata: readonly string[]): Design {
  const present = [...new Set(groups.map((group) => group.stratum))].sort((a, b) => a - b);
  const others = present.slice(1);
  const terms = ['(Intercept)', 'hackable', ...others.map((s) => `stratum:${strata[s]}`)];
  const full = (stratum: number, flag: 0 | 1) => [1, flag, ...others.map((s) => (s === stratum ? 1 : 0))];

  const { moved, flagDirection, pure } = separation(groups, present);
  const kept = moved.map((m) => !m);
  const keptRows = groups.filter((_, g) => kept[g]).map(({ stratum, flag }) => full(stratum, flag));
  const rank = rankOf(keptRows);
  const estimable = terms.map(
    (_, j) => rankOf([...keptRows, terms.map((_, l) => (l === j ? 1 : 0))]) === rank,
  );

  const columns: number[] = [];
  for (let j = 0; j < terms.length; j++) {
    const trial = [...columns, j];
    if (rankOf(keptRows.map((row) => trial.map((l) => row[l]))) === trial.length) columns.push(j);
  }

  const warnings: string[] = [];
  for (const { stratum, passed } of pure) warnings.push(messages.pureStratum(strata[stratum], passed));
  if (flagDirection !== 0) warnings.push(messages.flagSeparated(flagDirection > 0));
  else if (!estimable[1]) warnings.push(flagReason(groups.filter((_, g) => kept[g])));
  const said = new Set(['hackable', ...pure.map(({ stratum }) => `stratum:${strata[stratum]}`)]);
  const lost = terms.filter((term, j) => !estimable[j] && !said.has(term));
  if (lost.length > 0) warnings.push(messages.notEstimable(lost));

  const row = (stratum: number, flag: 0 | 1) => {
    const whole = full(stratum, flag);
    return Float64Array.from(columns, (j) => whole[j]);
  };
  return { terms, estimable, columns, row, kept, warnings };
}

function flagReason(groups: readonly Group[]): string {
  if (groups.length === 0) return messages.nothingLeft();
  if (groups.every((group) => group.flag === 0)) return messages.oneArm('hackable');
  if (groups.every((group) => group.flag === 1)) return messages.oneArm('robust');
  return messages.flagConfounded();
}

/** Interval of shifts that do not lower the likelihood of a group: none but 0, up, down, or any. */
function allowed(group: Group | undefined): readonly [number, number] {
  if (group === undefined) return [-Infinity, Infinity];
  if (group.passes === 0) return [-Infinity, 0];
  if (group.passes === group.attempts) return [0, Infinity];
  return [0, 0];
}

/**
 * Groups that some direction moves. The directions form a cone, so gamma = 0, 1 and -1 are enough, and given
 * gamma the strata do not touch each other: stratum s needs a delta in I(s,0) and in I(s,1) - gamma. A group
 * stays where it is only if that leaves the one delta that does not move it.
 */
function separation(groups: readonly Group[], strata: readonly number[]) {
  const moved = groups.map(() => false);
  const pure: { stratum: number; passed: boolean }[] = [];
  let flagDirection = 0;
  for (const gamma of [0, 1, -1]) {
    const shifts = strata.map((stratum) => {
      const robust = groups.findIndex((group) => group.stratum === stratum && group.flag === 0);
      const hackable = groups.findIndex((group) => group.stratum === stratum && group.flag === 1);
      const a = allowed(groups[robust]);
      const b = allowed(groups[hackable]);
      const low = Math.max(a[0], b[0] - gamma);
      const high = Math.min(a[1], b[1] - gamma);
      return { stratum, robust, hackable, low, high };
    });
    if (shifts.some(({ low, high }) => low > high)) continue;
    for (const { stratum, robust, hackable, low, high } of shifts) {
      const only = (delta: number) => low === delta && high === delta;
      const robustMoves = robust >= 0 && !only(0);
      const hackableMoves = hackable >= 0 && !only(-gamma);
      if (robustMoves) moved[robust] = true;
      if (hackableMoves) moved[hackable] = true;
      if (!robustMoves && !hackableMoves) continue;
      if (gamma === 0) pure.push({ stratum, passed: high > 0 });
      else if (!pure.some((p) => p.stratum === stratum)) flagDirection = gamma;
    }
  }
  return { moved, flagDirection, pure };
}

/** Rank of a small 0/1 matrix by elimination with row pivoting. */
function rankOf(matrix: readonly (readonly number[])[]): number {
  const rows = matrix.map((row) => [...row]);
  const width = rows[0]?.length ?? 0;
  let rank = 0;
  for (let j = 0; j < width && rank < rows.length; j++) {
    let pivot = rank;
    for (let i = rank + 1; i < rows.length; i++) {
      if (Math.abs(rows[i][j]) > Math.abs(rows[pivot][j])) pivot = i;
    }
    if (Math.abs(rows[pivot][j]) < 1e-9) continue;
    [rows[rank], rows[pivot]] = [rows[pivot], rows[rank]];
    for (let i = rank + 1; i < rows.length; i++) {
      const factor = rows[i][j] / rows[rank][j];
      for (let l = j; l < width; l++) rows[i][l] -= factor * rows[rank][l];
    }
    rank++;
  }
  return rank;
}
