/** The long outcomes table as Parquet, by hyparquet-writer. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Leaderboard } from '../leaderboard/types.ts';
import { cellColumns } from './tidy.ts';

/** Columns model, task (text), passed, attempts (32-bit whole numbers); a row a cell that holds an outcome. */
export function outcomesParquet(leaderboard: Leaderboard): Uint8Array {
  const columns = cellColumns(leaderboard);
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'model', data: columns.model, type: 'STRING' },
        { name: 'task', data: columns.task, type: 'STRING' },
        { name: 'passed', data: columns.passed, type: 'INT32' },
        { name: 'attempts', data: columns.attempts, type: 'INT32' },
      ],
    }),
  );
}
