/** What an outside engine is asked for. */

/** Our columns of a long table of outcomes. `attempts` and `run` may be absent. */
export type EngineColumn = 'model' | 'task' | 'passed' | 'attempts' | 'run';
export const ENGINE_COLUMNS: readonly EngineColumn[] = ['model', 'task', 'passed', 'attempts', 'run'];

/** Columns of the outside table that stand for ours: `{ task: 'instance_id', passed: 'resolved' }`. */
export type EngineColumns = Readonly<Partial<Record<EngineColumn, string>>>;

export interface EngineOptions {
  /**
   * The task list, in the order of the matrix. A task of it without a row is missing for every model; a row with
   * a task outside it is an error. null takes the tasks found, sorted by the bytes of their ids.
   */
  readonly tasks?: readonly string[] | null;
  /**
   * Several rows of one model and task (and run, where there is a column of that name): `error` counts identical
   * ones once and refuses others, as the file readers do; `attempts` adds them up, one attempt or more each.
   */
  readonly repeats?: 'error' | 'attempts';
}

/** Names of the outside table's columns, checked against that table. */
export interface ResolvedColumns {
  readonly model: string;
  readonly task: string;
  readonly passed: string;
  readonly attempts: string | null;
  readonly run: string | null;
}

/** The engine or its connection failed while running: nothing that the user's input could mend, and no result. */
export class EngineError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'EngineError';
  }
}
