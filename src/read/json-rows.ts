/** JSONL, and JSON that is a list of records, as a stream of rows. */
import { InputError, type Place } from '../errors.ts';
import { readWholeText, type Tap } from './bytes.ts';
import type { ReadChoices } from './choices.ts';
import { arrayAt, isObject, type JsonObject, objectAt, parseJson } from './json.ts';
import { eachJsonLine } from './lines.ts';
import { badScalar, emptyRecords, lateColumn } from './messages.ts';
import { isLong } from './outcomes.ts';
import { RowFault, type Rows, type Visit } from './rows.ts';
import type { SourceFile } from './source.ts';

/** Records in order, each with its place; visiting may stop early. */
interface Records {
  each(visit: (record: JsonObject, row: number, place: Place) => boolean): Promise<void>;
}

/** One JSON object a line. Long records stream; wide ones are held, since any may bring a further task. */
export async function jsonlRows(file: SourceFile, choices: ReadChoices, tap?: Tap): Promise<Rows> {
  let isTapped = false;
  return rowsOf(file, choices, {
    async each(visit) {
      let row = 0;
      await eachJsonLine(file, isTapped ? undefined : tap, (value, line) => {
        const place = { file: file.name, line };
        return visit(objectAt(value, place), ++row, place);
      });
      isTapped = true;
    },
  });
}

/** A JSON list of objects. */
export async function jsonRows(file: SourceFile, choices: ReadChoices, tap?: Tap): Promise<Rows> {
  const place = { file: file.name };
  const text = await readWholeText(file, tap, choices.unpackLimit);
  const records = arrayAt(parseJson(text, place), place);
  return rowsOf(file, choices, {
    async each(visit) {
      records.some((value, i) => {
        const where = { ...place, row: i + 1 };
        return !visit(objectAt(value, where), i + 1, where);
      });
    },
  });
}

async function rowsOf(file: SourceFile, choices: ReadChoices, records: Records): Promise<Rows> {
  const columns = await columnsOf(records, choices);
  if (columns.length === 0) throw new InputError(emptyRecords(), { file: file.name });
  const long = isLong(columns, choices);
  return {
    file: file.name,
    columns,
    async each(visit: Visit) {
      await records.each((record, row) => {
        if (long) checkLate(record, row, columns, choices);
        const cells = columns.map((name) => scalarText(ownValue(record, name), name, row));
        visit(cells, row);
        return true;
      });
    },
    async placeOf(wanted) {
      let found: Place = { file: file.name, row: wanted };
      await records.each((_, row, place) => {
        if (row === wanted) found = place;
        return row < wanted;
      });
      return found;
    },
  };
}

/** The first record's names when it is long; the model, then every other name in the order of first sight. */
async function columnsOf(records: Records, choices: ReadChoices): Promise<string[]> {
  const names = new Set<string>();
  const model = choices.columns['model'] ?? 'model';
  await records.each((record) => {
    const isFirst = names.size === 0;
    if (isFirst && Object.hasOwn(record, model)) names.add(model);
    for (const name of Object.keys(record)) names.add(name);
    return !(isFirst && isLong([...names], choices));
  });
  if (!isLong([...names], choices)) return [...names];
  const used = ['model', 'task', 'passed', 'attempts', 'run'].map((name) => choices.columns[name] ?? name);
  return used.filter((name) => names.has(name));
}

/** Columns that change what a cell says: a record that brings one which the first record lacks is refused. */
function checkLate(record: JsonObject, row: number, columns: readonly string[], choices: ReadChoices): void {
  for (const name of ['attempts', 'run']) {
    const column = choices.columns[name] ?? name;
    if (Object.hasOwn(record, column) && !columns.includes(column))
      throw new RowFault(lateColumn(), column, null, row);
  }
}

/** A record may bring names such as `constructor`, and may lack them. */
const ownValue = (record: JsonObject, name: string) =>
  Object.hasOwn(record, name) ? record[name] : undefined;

/** A scalar as the text that a CSV cell would hold; null and absent are empty. */
export function scalarText(value: unknown, column: string, row: number): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new RowFault(
    badScalar(isObject(value) ? 'an object' : 'a list', JSON.stringify(value)),
    column,
    null,
    row,
  );
}
