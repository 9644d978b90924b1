/**
 * The inner loops of `sumKernel`, in WebAssembly SIMD and in JavaScript with the same bytes: cell numbers are whole, and
 * every sum takes the rows in the same order.
 */
import {
  ADD_F64X2,
  ADD_I16X8,
  add,
  countDown,
  doWhile,
  get,
  halves,
  I32_ADD,
  I32_LESS,
  I32_SHL,
  i32Const,
  LOAD_U16,
  loadI32,
  loadV128,
  MUL_F64X2,
  set,
  storeV128,
  type WasmFunction,
  wasmModule,
  ZERO_V128,
  zero,
} from './wasm.ts';

/** Numbers of one table cell, as `table-cells.ts` has them. */
export const CELL_NUMBERS = 4;
export const CELL_BYTES = 8 * CELL_NUMBERS;
export const SUM_NUMBERS = 8;
export const SUM_BYTES = 8 * SUM_NUMBERS;
/** Vectors of 8 rows that are added at a time. */
const UNROLLED = 6;
export const CHUNK_ROWS = 8 * UNROLLED;

/** Both work on one memory, and take addresses in it in bytes. */
export interface SumFunctions {
  readonly kind: 'simd' | 'plain';
  readonly buffer: ArrayBuffer;
  readonly index: WasmFunction;
  readonly sum: WasmFunction;
}

export function sumFunctions(bytes: number, allowSimd: boolean): SumFunctions {
  const simd = allowSimd ? instance(bytes) : null;
  if (simd === null) return plainFunctions(new ArrayBuffer(bytes));
  return { kind: 'simd', buffer: simd.buffer, index: simd.functions.index, sum: simd.functions.sum };
}

function plainFunctions(buffer: ArrayBuffer): SumFunctions {
  const [words, cells, doubles] = [new Int32Array(buffer), new Uint16Array(buffer), new Float64Array(buffer)];
  return {
    kind: 'plain',
    buffer,
    // Two cell numbers a word: they stay below 2^16, so that nothing is carried from one to the other.
    index(chosen, chosenBytes, draws, columns, indexBytes, out) {
      const size = indexBytes >> 2;
      for (let d = 0; d < draws; d++) {
        const target = (out + d * indexBytes) >> 2;
        words.fill(0, target, target + size);
        const from = (chosen + d * chosenBytes) >> 2;
        for (let p = from; p < from + (chosenBytes >> 2); p++) {
          const column = (columns + words[p]) >> 2;
          for (let i = 0; i < size; i++) words[target + i] += words[column + i];
        }
      }
    },
    sum(from, end, draws, indices, indexBytes, out) {
      for (let d = 0; d < draws; d++) {
        let [sumW, sumWy, sumWyy, sumZ, sumW2, sumWyWy, sumW3, sumW2y] = [0, 0, 0, 0, 0, 0, 0, 0];
        for (let p = from >> 2; p < end >> 2; p += 2) {
          const cell = cells[(indices + d * indexBytes + words[p]) >> 1];
          const at = (words[p + 1] >> 3) + CELL_NUMBERS * cell;
          const w = doubles[at];
          const wy = doubles[at + 1];
          const w2 = w * w;
          sumW += w;
          sumWy += wy;
          sumWyy += doubles[at + 2];
          sumZ += doubles[at + 3];
          sumW2 += w2;
          sumWyWy += wy * wy;
          sumW3 += w * w2;
          sumW2y += w * wy;
        }
        doubles.set([sumW, sumWy, sumWyy, sumZ, sumW2, sumWyWy, sumW3, sumW2y], (out + d * SUM_BYTES) >> 3);
      }
    },
  };
}

/*
 *   index(chosen, chosenBytes, draws, columns, indexBytes, out):
 *     do {                                          ;; a draw
 *       end = chosen + chosenBytes; offset = 0
 *       do {                                        ;; a chunk of rows
 *         acc = 0; p = chosen; start = columns + offset
 *         do {                                      ;; a flagged task
 *           acc += memory[start + memory[p]]; p += 4
 *         } while (p < end)
 *         memory[out] = acc; out += chunk; offset += chunk
 *       } while (offset < indexBytes)
 *       chosen = end; draws -= 1
 *     } while (draws)
 */
const [CHOSEN, CHOSEN_BYTES, DRAWS, COLUMNS, INDEX_BYTES, OUT, END, OFFSET, P, START, TASK, ACC] = Array.from(
  { length: 12 },
  (_, local) => local,
);
const vectors = Array.from({ length: UNROLLED }, (_, i) => i);
const INDEX = doWhile(
  [...get(CHOSEN), ...get(CHOSEN_BYTES), ...I32_ADD, ...set(END), ...zero(OFFSET)],
  doWhile(
    vectors.flatMap((i) => [...ZERO_V128, ...set(ACC + i)]),
    [...get(CHOSEN), ...set(P), ...get(COLUMNS), ...get(OFFSET), ...I32_ADD, ...set(START)],
    doWhile(
      [...get(START), ...get(P), ...loadI32(), ...I32_ADD, ...set(TASK)],
      vectors.flatMap((i) => [
        ...[...get(ACC + i), ...get(TASK), ...loadV128(16 * i)],
        ...[...ADD_I16X8, ...set(ACC + i)],
      ]),
      add(P, i32Const(4)),
      [...get(P), ...get(END), ...I32_LESS],
    ),
    vectors.flatMap((i) => [...get(OUT), ...get(ACC + i), ...storeV128(16 * i)]),
    add(OUT, i32Const(2 * CHUNK_ROWS)),
    add(OFFSET, i32Const(2 * CHUNK_ROWS)),
    [...get(OFFSET), ...get(INDEX_BYTES), ...I32_LESS],
  ),
  [...get(END), ...set(CHOSEN)],
  countDown(DRAWS),
);

/*
 *   sum(from, end, draws, indices, indexBytes, out):
 *     do {                                          ;; a draw
 *       sums = 0; p = from
 *       do {                                        ;; a row: (offset in the index, start of its cells)
 *         cell = memory[p + 4] + (memory16[indices + memory[p]] << 5)
 *         (w, wy) = memory[cell]; squares = (w, wy) * (w, wy)
 *         sums += (w, wy), memory[cell + 16], squares, (w, w) * (squares[0], wy); p += 8
 *       } while (p < end)
 *       memory[out] = sums; out += 64; indices += indexBytes; draws -= 1
 *     } while (draws)
 */
const [FROM, TO, MANY, INDICES, BYTES, SUMS, AT, CELL, PAIR, SQUARES, TOTAL] = Array.from(
  { length: 11 },
  (_, local) => local,
);
const pairs = [0, 1, 2, 3];
const accumulate = (i: number, ...value: number[][]) => [
  ...[...get(TOTAL + i), ...value.flat()],
  ...[...ADD_F64X2, ...set(TOTAL + i)],
];
const SUM = doWhile(
  pairs.flatMap((i) => [...ZERO_V128, ...set(TOTAL + i)]),
  [...get(FROM), ...set(AT)],
  doWhile(
    [...get(AT), ...loadI32(4)],
    [...get(INDICES), ...get(AT), ...loadI32(), ...I32_ADD, ...LOAD_U16, ...i32Const(5), ...I32_SHL],
    [...I32_ADD, ...set(CELL)],
    [...get(CELL), ...loadV128(), ...set(PAIR)],
    [...get(PAIR), ...get(PAIR), ...MUL_F64X2, ...set(SQUARES)],
    accumulate(0, get(PAIR)),
    accumulate(1, get(CELL), loadV128(16)),
    accumulate(2, get(SQUARES)),
    accumulate(
      3,
      [...get(PAIR), ...get(PAIR), ...halves(0, 0)],
      [...get(SQUARES), ...get(PAIR), ...halves(0, 3)],
      MUL_F64X2,
    ),
    add(AT, i32Const(8)),
    [...get(AT), ...get(TO), ...I32_LESS],
  ),
  pairs.flatMap((i) => [...get(SUMS), ...get(TOTAL + i), ...storeV128(16 * i)]),
  add(SUMS, i32Const(SUM_BYTES)),
  add(INDICES, get(BYTES)),
  countDown(MANY),
);

const instance = wasmModule([
  { name: 'index', parameters: 6, integers: 5, vectors: UNROLLED, code: INDEX },
  { name: 'sum', parameters: 6, integers: 2, vectors: 2 + pairs.length, code: SUM },
]);
