/** From moderators to the columns of a design. */
import { InputError } from '../errors.ts';
import { badModerator, lengthMismatch, missingModerator, unknownReference } from './messages.ts';
import type { Moderator } from './types.ts';

export interface DesignTerm {
  /** As printed: `intercept`, the moderator's name, or `name: level`. */
  readonly term: string;
  /** null for the intercept. */
  readonly moderator: string | null;
  readonly level: string | null;
}

export interface Design {
  readonly terms: readonly DesignTerm[];
  readonly columns: readonly Float64Array[];
}

type Value = string | number | null;

/** Is every value that is not missing a number? */
export function isNumeric(moderator: Moderator): boolean {
  if (moderator.kind !== undefined) return moderator.kind === 'numeric';
  return Array.from(moderator.values as ArrayLike<Value>).every(
    (value) => value === null || typeof value === 'number',
  );
}

/** The reason to drop row i, or null. */
export function missingReason(moderators: readonly Moderator[]): (i: number) => string | null {
  return (i) => {
    const missing = moderators.find(({ values }) => values[i] === null || values[i] === undefined);
    return missing === undefined ? null : missingModerator(missing.name);
  };
}

/**
 * An intercept, a column a numeric moderator, and for a factor a 0/1 column a level but the reference (treatment
 * coding; the reference is the first level in code-point order unless given). Levels that no used row has get no
 * column.
 *
 * @throws InputError on moderators of unequal length, a value that is no finite number, an unknown reference.
 */
export function buildDesign(moderators: readonly Moderator[], index: Int32Array): Design {
  const terms: DesignTerm[] = [{ term: 'intercept', moderator: null, level: null }];
  const columns: Float64Array[] = [new Float64Array(index.length).fill(1)];
  for (const moderator of moderators) {
    const { name } = moderator;
    if (isNumeric(moderator)) {
      terms.push({ term: name, moderator: name, level: null });
      columns.push(Float64Array.from(index, (i) => numberAt(moderator, i)));
      continue;
    }
    const values = Array.from(index, (i) => String(moderator.values[i]));
    const levels = [...new Set(values)].sort(byCodePoint);
    const reference = moderator.reference ?? levels[0];
    if (levels.length > 0 && !levels.includes(reference)) {
      throw new InputError(unknownReference(name, reference, levels));
    }
    for (const level of levels) {
      if (level === reference) continue;
      terms.push({ term: `${name}: ${level}`, moderator: name, level });
      columns.push(Float64Array.from(values, (value) => (value === level ? 1 : 0)));
    }
  }
  return { terms, columns };
}

/** @throws InputError when a moderator has more or fewer values than there are rows. */
export function checkModerators(moderators: readonly Moderator[], rows: number): void {
  const seen = new Set<string>();
  for (const { name, values } of moderators) {
    if (seen.has(name)) throw new InputError(`moderator ${name} is given twice: once is allowed`);
    seen.add(name);
    if (values.length !== rows)
      throw new InputError(lengthMismatch(`moderator ${name}`, values.length, rows));
  }
}

export function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function numberAt(moderator: Moderator, i: number): number {
  const value = moderator.values[i];
  if (typeof value !== 'number' || !(Math.abs(value) < 1e100)) {
    throw new InputError(badModerator(moderator.name, value), { row: i + 1 });
  }
  return value;
}
