/** A Parquet file as a stream of rows, one row group held at a time, by hyparquet. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
} from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { InputError } from '../errors.ts';
import { readWhole, type Tap } from './bytes.ts';
import type { ReadChoices } from './choices.ts';
import { checkHeader } from './csv.ts';
import { scalarText } from './json-rows.ts';
import { unreadableParquet } from './messages.ts';
import { isLong } from './outcomes.ts';
import { RowFault, type Rows, type Visit } from './rows.ts';
import type { SourceFile } from './source.ts';

/** Of a long table only the columns that matter are read. */
export async function parquetRows(file: SourceFile, choices: ReadChoices, tap?: Tap): Promise<Rows> {
  const buffer = await bufferOf(file, choices, tap);
  const metadata = await guarded(file, () => parquetMetadataAsync(buffer));
  const names = parquetSchema(metadata).children.map((child) => child.element.name);
  checkHeader(names, file.name);
  const columns = isLong(names, choices) ? names.filter((name) => isOurs(name, choices)) : names;

  async function each(visit: Visit): Promise<void> {
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      const held = new Map<string, unknown[]>(columns.map((name) => [name, new Array(rowEnd - rowStart)]));
      const first = rowStart;
      await guarded(file, () =>
        parquetRead({
          file: buffer,
          metadata,
          columns,
          compressors,
          rowStart,
          rowEnd,
          onChunk({ columnName, columnData, rowStart: from }) {
            const column = held.get(columnName);
            if (column === undefined) return;
            for (let i = 0; i < columnData.length; i++) {
              const at = from + i - first;
              if (at >= 0 && at < column.length) column[at] = columnData[i];
            }
          },
        }),
      );
      visitGroup(columns, held, rowStart, visit);
      rowStart = rowEnd;
    }
  }
  return { file: file.name, columns, each, placeOf: async (row) => ({ file: file.name, row }) };
}

function visitGroup(
  columns: readonly string[],
  held: ReadonlyMap<string, readonly unknown[]>,
  rowStart: number,
  visit: Visit,
): void {
  const data = columns.map((name) => held.get(name)!);
  for (let i = 0; i < (data[0]?.length ?? 0); i++) {
    visit(
      data.map((column, c) => scalarText(column[i], columns[c], rowStart + i + 1)),
      rowStart + i + 1,
    );
  }
}

function isOurs(name: string, choices: ReadChoices): boolean {
  return ['model', 'task', 'passed', 'attempts', 'run'].some(
    (ours) => (choices.columns[ours] ?? ours) === name,
  );
}

/** A file on disk is read piece by piece; what lies in a zip or came by stdin is held. */
async function bufferOf(file: SourceFile, choices: ReadChoices, tap?: Tap): Promise<AsyncBuffer> {
  if (file.path === null) {
    const bytes = await readWhole(file, tap, choices.unpackLimit);
    return {
      byteLength: bytes.length,
      slice: (start, end) => new Uint8Array(bytes.subarray(start, end)).buffer,
    };
  }
  if (tap !== undefined) for await (const chunk of await file.open()) tap(chunk as Buffer);
  return asyncBufferFromFile(file.path);
}

async function guarded<T>(file: SourceFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof InputError || cause instanceof RowFault) throw cause;
    throw new InputError(unreadableParquet((cause as Error).message), { file: file.name }, { cause });
  }
}
