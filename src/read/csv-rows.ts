/**
 * A CSV or TSV file of any size as a stream of rows. csv-parse reads it without line numbers, which would cost
 * it two thirds of its speed; a line is looked up by reading again when something is wrong with a row.
 */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { InputError, type Place } from '../errors.ts';
import { headOf, streamOf, type Tap } from './bytes.ts';
import { checkHeader, csvError, csvOptions, delimiterOf } from './csv.ts';
import { emptyTable } from './messages.ts';
import type { Rows, Visit } from './rows.ts';
import type { SourceFile } from './source.ts';

/**
 * Opens a file and checks its header.
 *
 * @throws InputError on an empty file, an empty or repeated column name.
 */
export async function csvRows(file: SourceFile, tap?: Tap): Promise<Rows> {
  const head = (await headOf(file, 1 << 16)).toString('utf8');
  const delimiter = delimiterOf(file.name, head);
  const header = await recordAt(file, delimiter, 0);
  if (header === null) throw new InputError(emptyTable(), { file: file.name });
  const columns = header.record;
  checkHeader(columns, file.name, header.info.lines);
  let isTapped = false;

  async function each(visit: Visit): Promise<void> {
    let row = -1;
    // Only the first pass counts for the sum.
    const bytes = await streamOf(file, isTapped ? undefined : tap);
    isTapped = true;
    await parseAll<string[]>(file, delimiter, bytes, {}, (cells) => {
      row++;
      if (row > 0) visit(cells, row);
      return true;
    });
  }

  return { file: file.name, columns, each, placeOf: (row) => placeOf(file, delimiter, row) };
}

/** A record of csv-parse with `info`. */
interface Located {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** Pipes bytes through csv-parse and takes records as they come; `take` returning false ends it. */
function parseAll<T>(
  file: SourceFile,
  delimiter: string,
  bytes: AsyncIterable<Buffer>,
  options: { readonly info?: boolean },
  take: (record: T) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const source = Readable.from(bytes, { objectMode: false, highWaterMark: 1 << 18 });
    const parser = parse({ ...csvOptions(delimiter), ...options });
    let isOver = false;
    const finish = (settle: () => void) => {
      if (isOver) return;
      isOver = true;
      source.destroy();
      parser.destroy();
      settle();
    };
    const fail = (cause: unknown) => finish(() => reject(csvError(cause, file.name)));
    source.on('error', fail);
    parser.on('error', fail);
    parser.on('end', () => finish(resolve));
    parser.on('data', (record: T) => {
      if (isOver) return;
      try {
        if (!take(record)) finish(resolve);
      } catch (cause) {
        fail(cause);
      }
    });
    source.pipe(parser);
  });
}

/** A record by its number from 0, with its line. */
async function recordAt(file: SourceFile, delimiter: string, at: number): Promise<Located | null> {
  let found: Located | null = null;
  let seen = 0;
  await parseAll<Located>(file, delimiter, await streamOf(file), { info: true }, (record) => {
    if (seen++ < at) return true;
    found = record;
    return false;
  });
  return found;
}

async function placeOf(file: SourceFile, delimiter: string, row: number): Promise<Place> {
  const found = await recordAt(file, delimiter, row);
  return { file: file.name, line: found?.info.lines };
}
