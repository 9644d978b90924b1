/** Rows by key: groups in order of first appearance, and duplicates told apart from contradictions. */
import { InputError, quoteValue } from '../../errors.ts';
import type { Dropped } from '../types.ts';
import { contradiction } from './messages.ts';
import type { Placed } from './table.ts';

export function groupBy<R>(rows: readonly R[], key: (row: R, index: number) => string): Map<string, R[]> {
  const groups = new Map<string, R[]>();
  rows.forEach((row, index) => {
    const name = key(row, index);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row]);
    else group.push(row);
  });
  return groups;
}

/** Several values as one map key that no other values share. */
export function keyOf(...values: readonly unknown[]): string {
  return JSON.stringify(values);
}

/**
 * Drops rows that repeat an earlier one in every column and counts them.
 *
 * @throws InputError when two rows share the key and differ elsewhere.
 */
export function withoutDuplicates<R extends object>(
  table: string,
  rows: readonly Placed<R>[],
  key: readonly (keyof R & string)[],
): { rows: Placed<R>[]; dropped: Dropped[] } {
  const first = new Map<string, Placed<R>>();
  const kept: Placed<R>[] = [];
  for (const row of rows) {
    const name = keyOf(...key.map((column) => row[column] ?? null));
    const earlier = first.get(name);
    if (earlier === undefined) {
      first.set(name, row);
      kept.push(row);
      continue;
    }
    const columns = new Set([...Object.keys(earlier), ...Object.keys(row)]);
    columns.delete('place');
    const differing = [...columns].filter(
      (c) => keyOf(earlier[c as keyof R] ?? null) !== keyOf(row[c as keyof R] ?? null),
    );
    if (differing.length === 0) continue;
    const what = key
      .filter((column) => row[column] !== undefined)
      .map((column) => `${column} ${quoteValue(row[column])}`)
      .join(', ');
    throw new InputError(contradiction(table, what, differing, earlier.place), row.place);
  }
  const repeated = rows.length - kept.length;
  const dropped = repeated === 0 ? [] : [{ table, rows: repeated, reason: 'identical to an earlier row' }];
  return { rows: kept, dropped };
}
