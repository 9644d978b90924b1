/** The long outcomes table as Parquet, by hyparquet-writer. */
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Leaderboard } from '../leaderboard/types.ts';
import { cellAt } from './merge.ts';

/** Columns model, task (text), passed, attempts (32-bit whole numbers); a row a cell that holds an outcome. */
export function outcomesParquet({ models, tasks, outcomes }: Leaderboard): Uint8Array {
  const columns = {
    model: [] as string[],
    task: [] as string[],
    passed: [] as number[],
    attempts: [] as number[],
  };
  models.forEach((model, m) => {
    tasks.forEach((task, t) => {
      const cell = cellAt(outcomes, m, t);
      if (cell === null) return;
      columns.model.push(model.id);
      columns.task.push(task.id);
      columns.passed.push(cell.passes);
      columns.attempts.push(cell.attempts);
    });
  });
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
