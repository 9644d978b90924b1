/** A table as a stream of rows of text, whatever file it lies in. */
import { InputError, type Place } from '../errors.ts';
import { raggedRow } from './messages.ts';

export interface Rows {
  readonly file: string;
  readonly columns: readonly string[];
  /** Visits every row in order, from row 1; an InputError that `visit` throws stops it. */
  each(visit: Visit): Promise<void>;
  /** Where a row stands, for messages: looked up only when something is wrong with it. */
  placeOf(row: number): Promise<Place>;
}

export type Visit = (cells: readonly string[], row: number) => void;

/** Something wrong with the row at hand; `located` makes it an InputError with file and line. */
export class RowFault extends Error {
  readonly column: string | undefined;
  /** Finds the earlier row that the present one contradicts; its place then ends the message. */
  readonly rival: ((cells: readonly string[]) => boolean) | null;
  /** The row, when the fault was found before the row was handed over. */
  readonly row: number | null;

  constructor(
    problem: string,
    column?: string,
    rival: ((cells: readonly string[]) => boolean) | null = null,
    row: number | null = null,
  ) {
    super(problem);
    this.row = row;
    this.column = column;
    this.rival = rival;
  }
}

/** Visits all rows; a RowFault becomes an InputError that names the place. */
export async function eachRow(rows: Rows, visit: Visit): Promise<void> {
  const width = rows.columns.length;
  let current = 0;
  try {
    await rows.each((cells, row) => {
      current = row;
      if (cells.length !== width) throw new RowFault(raggedRow(cells.length, width));
      visit(cells, row);
    });
  } catch (cause) {
    if (!(cause instanceof RowFault)) throw cause;
    const place = await rows.placeOf(cause.row ?? current);
    const problem =
      cause.rival === null ? cause.message : cause.message + (await firstPlace(rows, cause.rival));
    throw new InputError(problem, { ...place, column: cause.column }, { cause });
  }
}

class Found extends Error {}

async function firstPlace(rows: Rows, matches: (cells: readonly string[]) => boolean): Promise<string> {
  let first = 0;
  try {
    await rows.each((cells, row) => {
      if (!matches(cells)) return;
      first = row;
      throw new Found();
    });
  } catch (cause) {
    if (!(cause instanceof Found)) throw cause;
  }
  const { line, row } = await rows.placeOf(first);
  return ` (first in ${line === undefined ? `row ${row}` : `line ${line}`})`;
}
