/**
 * The two ways a run can end badly. The command line maps them to exit codes: `InputError` to 2 (the user
 * can mend it), every other error to 1.
 */

/** Where in the user's input a fault lies. Every part is optional; those given are printed in this order. */
export interface Place {
  readonly file?: string;
  /** 1-based line in a text file. */
  readonly line?: number;
  /** 1-based data row where lines mean nothing (JSON, Parquet). */
  readonly row?: number;
  readonly column?: string;
  /** Path inside a JSON document: `samples[3].score`. */
  readonly at?: string;
}

/** Wrong usage or wrong input. `message` is one clear line: place, what was found, what is allowed. */
export class InputError extends Error {
  readonly place: Place;

  constructor(problem: string, place: Place = {}, options: { cause?: unknown } = {}) {
    const where = describePlace(place);
    super(where === '' ? problem : `${where}: ${problem}`, options);
    this.name = 'InputError';
    this.place = place;
  }
}

/** `{file: 'a.csv', line: 3, column: 'x'}` to `a.csv, line 3, column "x"`. */
export function describePlace(place: Place): string {
  const parts: string[] = [];
  if (place.file !== undefined) parts.push(place.file);
  if (place.line !== undefined) parts.push(`line ${place.line}`);
  if (place.row !== undefined) parts.push(`row ${place.row}`);
  if (place.column !== undefined) parts.push(`column "${place.column}"`);
  if (place.at !== undefined) parts.push(`at ${place.at}`);
  return parts.join(', ');
}

/** A value as it stands in an error message: quoted, on one line, cut at 60 characters. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(String(value));
  return text.length > 62 ? `${text.slice(0, 58)}..."` : text;
}
