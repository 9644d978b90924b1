/**
 * The data of the crossed model, collapsed. The logistic likelihood depends on a task only through its group,
 * its attempts by each model and its total of passes, and on a model only through its attempts at each task
 * and its totals (over all tasks and over the hackable ones). Tasks alike in these have the same conditional
 * mode, and so have such models. They form a class: its members share one column (row) of every later
 * matrix, with a multiplicity. Nothing is approximated. SWE-bench Verified with UTBoost's flags,
 * 134 x 500, becomes 106 x 243; with missing cells fewer share, and without any sharing every class has one member.
 */
import type { Outcomes } from '../../leaderboard/types.ts';
import { logChoose } from '../../stats/distributions.ts';
import { sum } from '../../stats/sums.ts';

export interface CrossedData {
  /** Classes of models and of tasks. */
  readonly rows: number;
  readonly columns: number;
  /** Members of each class. */
  readonly rowCount: Float64Array;
  readonly columnCount: Float64Array;
  /** Attempts of one member of the row class at one member of the column class, rows x columns. */
  readonly attempts: Float64Array;
  /** Passes of one member over all tasks and, with a slope, over hackable tasks (else 0); rows x 2. */
  readonly rowPasses: Float64Array;
  /** Attempts of one member over all tasks, one a row. */
  readonly rowAttempts: Float64Array;
  /** Passes and attempts of one member over all models, one a column. */
  readonly columnPasses: Float64Array;
  readonly columnAttempts: Float64Array;
  /** 1 hackable, 0 robust, one a column. */
  readonly flag: Float64Array;
  /** Group (stratum and flag) of each column. */
  readonly group: Int32Array;
  /** Sum over cells of the log binomial coefficients. */
  readonly constant: number;
  readonly models: number;
  readonly tasks: number;
  readonly cells: number;
}

/** Cells of one task: passes and attempts by model. */
export interface TaskColumn {
  readonly group: number;
  readonly flag: 0 | 1;
  readonly passes: Float64Array;
  readonly attempts: Float64Array;
}

/** The cells of task `t`, unpacked. */
export function taskCells(outcomes: Outcomes, t: number): { passes: Float64Array; attempts: Float64Array } {
  const { models, tasks } = outcomes;
  const passes = new Float64Array(models);
  const attempts = new Float64Array(models);
  for (let m = 0; m < models; m++) {
    if (outcomes.kind === 'counts') {
      passes[m] = outcomes.passes[m * tasks + t];
      attempts[m] = outcomes.attempts[m * tasks + t];
      if (attempts[m] === 0) passes[m] = 0;
    } else {
      const word = m * outcomes.words + (t >>> 5);
      attempts[m] = outcomes.present === null ? 1 : (outcomes.present[word] >>> (t & 31)) & 1;
      passes[m] = (outcomes.passed[word] >>> (t & 31)) & 1 & attempts[m];
    }
  }
  return { passes, attempts };
}

/**
 * Collapses task columns (each with at least one attempt). Models without an attempt are left out. Only with a
 * random slope of the flag do a model's passes on hackable tasks matter by themselves.
 */
export function crossedData(columns: readonly TaskColumn[], models: number, slope: boolean): CrossedData {
  const all = new Float64Array(models);
  const hackable = new Float64Array(models);
  const tried = new Float64Array(models);
  for (let m = 0; m < models; m++) {
    for (const column of columns) {
      all[m] += column.passes[m];
      if (slope) hackable[m] += column.flag * column.passes[m];
      tried[m] += column.attempts[m];
    }
  }
  const rowPattern = attemptPatterns(models, columns.length, (m, c) => columns[c].attempts[m]);
  const byRow = classesOf(
    Array.from({ length: models }, (_, m) => m).filter((m) => tried[m] > 0),
    (m) => `${rowPattern(m)} ${all[m]} ${hackable[m]}`,
  );

  const totals = columns.map((column) => sum(column.passes));
  const columnPattern = attemptPatterns(columns.length, models, (c, m) => columns[c].attempts[m]);
  const byColumn = classesOf(
    columns.map((_, c) => c),
    (c) => `${columnPattern(c)} ${columns[c].group} ${totals[c]}`,
  );

  const rows = byRow.length;
  const width = byColumn.length;
  const attempts = new Float64Array(rows * width);
  const rowPasses = new Float64Array(rows * 2);
  byRow.forEach(([m], i) => {
    rowPasses[2 * i] = all[m];
    rowPasses[2 * i + 1] = hackable[m];
    byColumn.forEach(([c], j) => {
      attempts[i * width + j] = columns[c].attempts[m];
    });
  });
  let constant = 0;
  let cells = 0;
  for (const column of columns) {
    for (let m = 0; m < models; m++) {
      if (column.attempts[m] === 0) continue;
      cells++;
      constant += logChoose(column.attempts[m], column.passes[m]);
    }
  }
  return {
    rows,
    columns: width,
    rowCount: Float64Array.from(byRow, (members) => members.length),
    columnCount: Float64Array.from(byColumn, (members) => members.length),
    attempts,
    rowPasses,
    rowAttempts: Float64Array.from(byRow, ([m]) => tried[m]),
    columnPasses: Float64Array.from(byColumn, ([c]) => totals[c]),
    columnAttempts: Float64Array.from(byColumn, ([c]) => sum(columns[c].attempts)),
    flag: Float64Array.from(byColumn, ([c]) => columns[c].flag),
    group: Int32Array.from(byColumn, ([c]) => columns[c].group),
    constant,
    models: byRow.reduce((total, members) => total + members.length, 0),
    tasks: columns.length,
    cells,
  };
}

/** A key a line that is the same for lines with the same attempts; '' throughout when all cells are alike. */
function attemptPatterns(
  lines: number,
  width: number,
  at: (line: number, cell: number) => number,
): (line: number) => string {
  const first = lines > 0 && width > 0 ? at(0, 0) : 0;
  let alike = true;
  for (let i = 0; i < lines && alike; i++) {
    for (let j = 0; j < width && alike; j++) alike = at(i, j) === first;
  }
  if (alike) return () => '';
  return (line) => Array.from({ length: width }, (_, j) => at(line, j)).join(',');
}

/** Members of each class in order of first appearance. */
function classesOf(items: readonly number[], key: (item: number) => string): number[][] {
  const classes = new Map<string, number[]>();
  for (const item of items) {
    const name = key(item);
    const members = classes.get(name);
    if (members === undefined) classes.set(name, [item]);
    else members.push(item);
  }
  return [...classes.values()];
}
