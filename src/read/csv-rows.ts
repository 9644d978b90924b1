/**
 * A CSV or TSV file of any size as a stream of rows. csv-parse reads it without line numbers, which would cost
 * it two thirds of its speed; a line is looked up by reading again when something is wrong with a row.
 */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { InputError, type Place } from '../errors.ts';
import { headOf, streamOf, type Tap } from './bytes.ts';
import { checkHeader, csvError, csvOptions, delimiterOf, openQuote, wholeRecords } from './csv.ts';
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
    });
  }

  return { file: file.name, columns, each, placeOf: (row) => placeOf(file, delimiter, row) };
}

/** A record of csv-parse with `info`. */
interface Located {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** Pipes bytes through csv-parse and takes records as they come; its faults become InputErrors. */
async function parseAll<T>(
  file: SourceFile,
  delimiter: string,
  bytes: AsyncIterable<Buffer>,
  options: { readonly info?: boolean; readonly to?: number },
  take: (record: T) => void,
): Promise<void> {
  try {
    await pipeRecords(delimiter, bytes, options, take);
  } catch (cause) {
    const whole = wholeRecords(cause);
    if (whole === null) throw csvError(cause, file.name);
    const last = whole === 0 ? null : await recordAt(file, delimiter, whole - 1);
    throw openQuote(file.name, last?.info.lines, cause);
  }
}

function pipeRecords<T>(
  delimiter: string,
  bytes: AsyncIterable<Buffer>,
  options: { readonly info?: boolean; readonly to?: number },
  take: (record: T) => void,
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
    const fail = (cause: unknown) => finish(() => reject(cause));
    source.on('error', fail);
    parser.on('error', fail);
    parser.on('end', () => finish(resolve));
    parser.on('data', (record: T) => {
      if (isOver) return;
      try {
        take(record);
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
  const options = { info: true, to: at + 1 };
  await parseAll<Located>(file, delimiter, await streamOf(file), options, (record) => {
    if (seen++ === at) found = record;
  });
  return found;
}

async function placeOf(file: SourceFile, delimiter: string, row: number): Promise<Place> {
  const found = await recordAt(file, delimiter, row);
  return { file: file.name, line: found?.info.lines };
}
