/**
 * Bits that one outcome row shares with many masks, segment by segment: the inner loop of the permutation engine.
 * WebAssembly SIMD where the host has it (all browsers since 2023, Node since 16), else plain JavaScript with the
 * same answers: both count bits, so that there is nothing to round.
 */
import { countAnd } from '../../stats/bits.ts';
import {
  ADD_I32X4,
  AND_V128,
  add,
  align,
  countDown,
  doWhile,
  get,
  I32_ADD,
  I32_LESS,
  i32Const,
  lane,
  loadI32,
  loadV128,
  PAIRS_I8_TO_I16,
  PAIRS_I16_TO_I32,
  POPCNT_I8X16,
  STORE_I32,
  set,
  wasmModule,
  ZERO_V128,
  zero,
} from './wasm.ts';

/** Rows and segments are whole vectors of 128 bits: lengths are multiples of this many 32-bit words. */
export const VECTOR_WORDS = 4;

export interface RowCounter {
  readonly kind: 'simd' | 'plain';
  /** Takes a copy of the first `draws` masks, one after the other, `words` words each. */
  setMasks(masks: Uint32Array, draws: number): void;
  /**
   * At d * segments + s: bits set in both the row at `plane[from ..]` and mask d, within segment s. The array is used
   * again by the next call.
   */
  count(plane: Uint32Array, from: number): Int32Array;
}

/** Segment s covers words ends[s-1] .. ends[s]-1 of a row; the first starts at 0. */
export function rowCounter(ends: readonly number[], maxDraws: number, allowSimd = true): RowCounter {
  return (allowSimd ? simdCounter(ends, maxDraws) : null) ?? plainCounter(ends, maxDraws);
}

function plainCounter(ends: readonly number[], maxDraws: number): RowCounter {
  const words = ends[ends.length - 1];
  let held: Uint32Array = new Uint32Array(0);
  let draws = 0;
  const out = new Int32Array(maxDraws * ends.length);
  return {
    kind: 'plain',
    setMasks(masks, count) {
      held = masks;
      draws = count;
    },
    count(plane, from) {
      let at = 0;
      for (let d = 0; d < draws; d++) {
        let start = 0;
        for (const end of ends) {
          out[at++] = countAnd(plane, from + start, held, d * words + start, end - start);
          start = end;
        }
      }
      return out;
    },
  };
}

function simdCounter(ends: readonly number[], maxDraws: number): RowCounter | null {
  const words = ends[ends.length - 1];
  // Memory: segment ends (bytes), the row, the answers, the masks.
  const row = align(4 * ends.length);
  const answers = align(row + 4 * words);
  const masksAt = align(answers + 4 * maxDraws * ends.length);
  const made = instance(masksAt + 4 * words * maxDraws);
  if (made === null) return null;
  const { count } = made.functions;
  const heap = new Uint32Array(made.buffer);
  heap.set(ends.map((end) => 4 * end));
  const found = new Int32Array(made.buffer, answers, maxDraws * ends.length);
  let draws = 0;
  return {
    kind: 'simd',
    setMasks(masks, many) {
      heap.set(masks.subarray(0, many * words), masksAt / 4);
      draws = many;
    },
    count(plane, from) {
      const target = row / 4;
      for (let w = 0; w < words; w++) heap[target + w] = plane[from + w];
      count(row, masksAt, 4 * words, draws, 4 * ends.length, answers);
      return found;
    },
  };
}

/*
 *   count(row, masks, stride, draws, endsBytes, out):
 *     do {                                          ;; a mask
 *       seg = 0; p = 0
 *       do {                                        ;; a segment, its end read from memory[seg]
 *         acc = 0
 *         do {                                      ;; a vector
 *           acc += sum of bytes of popcnt(memory[row + p] & memory[masks + p]), as four 32-bit lanes
 *           p += 16
 *         } while (p < memory[seg])
 *         memory[out] = sum of the lanes of acc; out += 4; seg += 4
 *       } while (seg < endsBytes)
 *       masks += stride; draws -= 1
 *     } while (draws)
 */
const [ROW, MASKS, STRIDE, DRAWS, ENDS, OUT, SEG, P, ACC] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const COUNT = doWhile(
  [...zero(SEG), ...zero(P)],
  doWhile(
    [...ZERO_V128, ...set(ACC)],
    doWhile(
      [...get(ROW), ...get(P), ...I32_ADD, ...loadV128()],
      [...get(MASKS), ...get(P), ...I32_ADD, ...loadV128()],
      [...AND_V128, ...POPCNT_I8X16, ...PAIRS_I8_TO_I16, ...PAIRS_I16_TO_I32],
      [...get(ACC), ...ADD_I32X4, ...set(ACC)],
      add(P, i32Const(16)),
      [...get(P), ...get(SEG), ...loadI32(), ...I32_LESS],
    ),
    get(OUT),
    [0, 1, 2, 3].flatMap((i) => [...get(ACC), ...lane(i), ...(i > 0 ? I32_ADD : [])]),
    STORE_I32,
    add(OUT, i32Const(4)),
    add(SEG, i32Const(4)),
    [...get(SEG), ...get(ENDS), ...I32_LESS],
  ),
  add(MASKS, get(STRIDE)),
  countDown(DRAWS),
);

const instance = wasmModule([{ name: 'count', parameters: 6, integers: 2, vectors: 1, code: COUNT }]);
