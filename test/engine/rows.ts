/** Rows of a long table for the engine tests, their outcomes by hand, and the same rows as files. */
import fc from 'fast-check';
import type { Outcomes } from '../../src/leaderboard/types.ts';

export interface LongRow {
  readonly model: string;
  readonly task: string;
  /** null is missing. */
  readonly passed: number | null;
  readonly attempts: number | null;
  readonly run: string;
}

export const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Cells by hand: `model\u0001task` to `k/n`. Runs are told apart and pooled; null where a cell contradicts itself. */
export function cellsByHand(
  rows: readonly LongRow[],
  repeats: 'error' | 'attempts',
): Map<string, string> | null {
  const byRun = new Map<string, string>();
  const cells = new Map<string, [number, number]>();
  for (const row of rows) {
    const n = row.passed === null ? 0 : (row.attempts ?? 1);
    if (n === 0) continue;
    const cell = `${row.model}\u0001${row.task}`;
    const key = `${cell}\u0001${row.run}`;
    const said = `${row.passed}/${n}`;
    if (repeats === 'error' && byRun.has(key)) {
      if (byRun.get(key) !== said) return null;
      continue;
    }
    byRun.set(key, said);
    const [k, m] = cells.get(cell) ?? [0, 0];
    cells.set(cell, [k + row.passed!, m + n]);
  }
  return new Map([...cells].map(([cell, [k, n]]) => [cell, `${k}/${n}`]));
}

/** The cells of a matrix in the form of `cellsByHand`. */
export function cellsOf(
  models: readonly string[],
  tasks: readonly string[],
  outcomes: Outcomes,
): Map<string, string> {
  const cells = new Map<string, string>();
  models.forEach((model, m) => {
    tasks.forEach((task, t) => {
      if (outcomes.kind === 'counts') {
        const at = m * outcomes.tasks + t;
        if (outcomes.attempts[at] > 0) {
          cells.set(`${model}\u0001${task}`, `${outcomes.passes[at]}/${outcomes.attempts[at]}`);
        }
        return;
      }
      const bit = (plane: Uint32Array) => (plane[m * outcomes.words + (t >>> 5)] >>> (t & 31)) & 1;
      if (outcomes.present === null || bit(outcomes.present) === 1) {
        cells.set(`${model}\u0001${task}`, `${bit(outcomes.passed)}/1`);
      }
    });
  });
  return cells;
}

/** Ids as people have them: with quotes, separators, line ends, backslashes and any script, but no blanks around. */
const id = fc
  .oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('a', '0', '\t', '\n', '\r', '\\', "'", '"', ',', '`', 'N', 'é', '😀', ' '),
    }),
    fc.constantFrom('001', '1', '1e5', 'NULL', '\\N', 'null', 'true', 'NaN', '\uffee', '\u{1f600}', '#x'),
  )
  .map((text) =>
    text
      .replaceAll('\ufffd', '')
      .replaceAll('\ufeff', '')
      .replace(/^\s+|\s+$/gu, ''),
  )
  .filter((text) => text !== '');

/** Rows over few models and tasks, so that cells repeat. `what` says which optional columns are filled. */
export function longRows(what: { attempts: boolean; runs: boolean }): fc.Arbitrary<LongRow[]> {
  const ids = (most: number) => fc.uniqueArray(id, { minLength: 1, maxLength: most });
  return fc
    .tuple(ids(5), ids(40))
    .chain(([models, tasks]) =>
      fc.array(
        fc.record({
          model: fc.constantFrom(...models),
          task: fc.constantFrom(...tasks),
          run: what.runs ? fc.constantFrom('', 'r1', 'r2') : fc.constant(''),
          outcome: what.attempts
            ? fc.tuple(fc.nat(3), fc.option(fc.constantFrom(0, 1, 3, 4)), fc.boolean())
            : fc.tuple(fc.nat(1), fc.constant(null), fc.boolean()),
        }),
        { minLength: 1, maxLength: 60 },
      ),
    )
    .map((rows) =>
      rows.map(({ model, task, run, outcome: [k, n, isMissing] }) => {
        const most = n ?? 1;
        return { model, task, run, passed: isMissing && k === 0 ? null : Math.min(k, most), attempts: n };
      }),
    );
}

/** The same without contradictions: the first row of a model, task and run is repeated in place of a later one. */
export function consistent(rows: readonly LongRow[]): LongRow[] {
  const first = new Map<string, LongRow>();
  return rows.map((row) => {
    const n = row.passed === null ? 0 : (row.attempts ?? 1);
    const key = JSON.stringify([row.model, row.task, row.run]);
    if (n === 0) return row;
    if (!first.has(key)) first.set(key, row);
    return first.get(key)!;
  });
}

const text = (value: number | null) => (value === null ? '' : String(value));
const quoted = (cell: string) => (/[",\r\n\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** `columns` in this order; the optional ones may be left out. */
export function csvOf(
  rows: readonly LongRow[],
  columns: readonly (keyof LongRow)[],
  delimiter = ',',
): string {
  const lines = rows.map((row) =>
    columns
      .map((name) => quoted(typeof row[name] === 'string' ? row[name] : text(row[name])))
      .join(delimiter),
  );
  return `${[columns.join(delimiter), ...lines].join('\n')}\n`;
}

export function jsonlOf(rows: readonly LongRow[], columns: readonly (keyof LongRow)[]): string {
  return rows
    .map((row) => `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name]])))}\n`)
    .join('');
}
