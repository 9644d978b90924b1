/** An Arrow file or stream (Feather 2 too) as a stream of rows, by flechette. */
import { type Table, tableFromIPC } from '@uwdata/flechette';
import { InputError } from '../errors.ts';
import { readWhole, type Tap } from './bytes.ts';
import type { ReadChoices } from './choices.ts';
import { checkHeader } from './csv.ts';
import { scalarText } from './json-rows.ts';
import { unreadableArrow } from './messages.ts';
import type { Rows } from './rows.ts';
import type { SourceFile } from './source.ts';

export async function arrowRows(file: SourceFile, choices: ReadChoices, tap?: Tap): Promise<Rows> {
  const table = parse(file, await readWhole(file, tap, choices.unpackLimit));
  const columns = table.names;
  checkHeader(columns, file.name);
  return {
    file: file.name,
    columns,
    async each(visit) {
      const data = columns.map((_, c) => table.getChildAt(c));
      for (let row = 0; row < table.numRows; row++) {
        visit(
          data.map((column, c) => scalarText(column.at(row), columns[c], row + 1)),
          row + 1,
        );
      }
    },
    placeOf: async (row) => ({ file: file.name, row }),
  };
}

function parse(file: SourceFile, bytes: Buffer): Table {
  try {
    return tableFromIPC(new Uint8Array(bytes), { useBigInt: true });
  } catch (cause) {
    throw new InputError(unreadableArrow((cause as Error).message), { file: file.name }, { cause });
  }
}
