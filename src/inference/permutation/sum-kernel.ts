/**
 * A draw's table cells, by adding the columns of its flagged tasks, and sums over these cells. WebAssembly SIMD where
 * the host has it, else plain JavaScript with the same bytes.
 */
import {
  CELL_BYTES,
  CELL_NUMBERS,
  CHUNK_ROWS,
  SUM_BYTES,
  SUM_NUMBERS,
  sumFunctions,
} from './sum-functions.ts';
import { align } from './wasm.ts';

/** Numbers of a column of so many rows: whole chunks. */
export const columnWidth = (rows: number): number => CHUNK_ROWS * Math.ceil(rows / CHUNK_ROWS);

export interface SumSizes {
  /** Most draws at a time. */
  readonly draws: number;
  readonly tasks: number;
  /** Tasks flagged in every draw. */
  readonly flagged: number;
  readonly rows: number;
  /** Cells of one row, 65,536 at most. */
  readonly cells: number;
  /** Rows that are summed together. */
  readonly groups: readonly Int32Array[];
}

/** Arrays to fill and to read, all in the memory of the kernel. */
export interface SumKernel {
  readonly kind: 'simd' | 'plain';
  /** Numbers of one column and of one draw's index: `columnWidth(rows)`. */
  readonly width: number;
  /** To fill: what task t adds to the cell number of row r, at t * width + r. */
  readonly columns: Uint16Array;
  /** To fill: w, w y, w y^2 and any fourth number, z, of cell c of row r, from 4 (r * cells + c). */
  readonly table: Float64Array;
  /** To fill: 2 * width * t for the flagged tasks t of draw d, from d * flagged. */
  readonly chosen: Int32Array;
  /** Cell number of draw d and row r at d * width + r, after `index(draws)`. */
  readonly indices: Uint16Array;
  /** Sums of w, w y, w y^2, z, w^2, (w y)^2, w^3 and w^2 y in draw d from 8 d, after `sum(group, draws)`. */
  readonly sums: Float64Array;
  index(draws: number): void;
  sum(group: number, draws: number): void;
}

export function sumKernel(sizes: SumSizes, allowSimd = true): SumKernel {
  const { draws, tasks, flagged, rows, cells, groups } = sizes;
  const width = columnWidth(rows);
  const [COLUMNS, TABLE, CHOSEN, INDICES, SUMS, MEMBERS] = [0, 1, 2, 3, 4, 5];
  const starts: number[] = [];
  let bytes = 0;
  const members = groups.reduce((sum, group) => sum + group.length, 0);
  for (const size of [
    2 * width * tasks,
    CELL_BYTES * rows * cells,
    4 * flagged * draws,
    2 * width * draws,
    SUM_BYTES * draws,
    8 * members,
  ]) {
    starts.push(bytes);
    bytes = align(bytes + size);
  }
  const { kind, buffer, index, sum } = sumFunctions(bytes, allowSimd);

  // A group's members: two numbers a row, where its cell number stands in the index and where its cells start.
  const list = new Int32Array(buffer, starts[MEMBERS], 2 * members);
  const ends: number[] = [];
  let at = 0;
  for (const group of groups) {
    for (const row of group) {
      list[at++] = 2 * row;
      list[at++] = starts[TABLE] + CELL_BYTES * cells * row;
    }
    ends.push(starts[MEMBERS] + 4 * at);
  }

  return {
    kind,
    width,
    columns: new Uint16Array(buffer, starts[COLUMNS], width * tasks),
    table: new Float64Array(buffer, starts[TABLE], CELL_NUMBERS * rows * cells),
    chosen: new Int32Array(buffer, starts[CHOSEN], flagged * draws),
    indices: new Uint16Array(buffer, starts[INDICES], width * draws),
    sums: new Float64Array(buffer, starts[SUMS], SUM_NUMBERS * draws),
    index: (many) => index(starts[CHOSEN], 4 * flagged, many, starts[COLUMNS], 2 * width, starts[INDICES]),
    sum: (group, many) => {
      if (groups[group].length === 0) return;
      const from = group === 0 ? starts[MEMBERS] : ends[group - 1];
      sum(from, ends[group], many, starts[INDICES], 2 * width, starts[SUMS]);
    },
  };
}
