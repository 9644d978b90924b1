/**
 * Bits that one outcome row shares with many masks, segment by segment: the inner loop of the permutation engine.
 * WebAssembly SIMD where the host has it (all browsers since 2023, Node since 16), else plain JavaScript with the
 * same answers: both count bits, so that there is nothing to round.
 */
import { countAnd } from '../../stats/bits.ts';

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

/** The part of the WebAssembly API that is used here. */
interface WasmHost {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
}

function simdCounter(ends: readonly number[], maxDraws: number): RowCounter | null {
  const host = (globalThis as { WebAssembly?: WasmHost }).WebAssembly;
  if (host === undefined || !host.validate(MODULE)) return null;
  const words = ends[ends.length - 1];
  // Memory: segment ends (bytes), the row, the answers, the masks.
  const row = align(4 * ends.length);
  const answers = align(row + 4 * words);
  const masksAt = align(answers + 4 * maxDraws * ends.length);
  const memory = new host.Memory({ initial: Math.ceil((masksAt + 4 * words * maxDraws) / 65536) });
  const { exports } = new host.Instance(new host.Module(MODULE), { env: { memory } });
  const { count } = exports as { count: (...args: number[]) => void };
  const heap = new Uint32Array(memory.buffer);
  heap.set(ends.map((end) => 4 * end));
  const found = new Int32Array(memory.buffer, answers, maxDraws * ends.length);
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

const align = (bytes: number) => Math.ceil(bytes / 16) * 16;

/*
 * The module, byte by byte (WebAssembly core specification 2.0, section 5), so that no toolchain is needed:
 *
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
const I32 = 0x7f;
const V128 = 0x7b;
const get = (local: number) => [0x20, local];
const set = (local: number) => [0x21, local];
const i32Const = (value: number) => [0x41, value];
const I32_ADD = [0x6a];
const I32_SUB = [0x6b];
const I32_LESS = [0x49];
const LOAD_I32 = [0x28, 2, 0];
const STORE_I32 = [0x36, 2, 0];
const LOAD_V128 = [0xfd, 0x00, 4, 0];
const ZERO_V128 = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
const AND_V128 = [0xfd, 0x4e];
const POPCNT_I8X16 = [0xfd, 0x62];
const PAIRS_I8_TO_I16 = [0xfd, 0x7d];
const PAIRS_I16_TO_I32 = [0xfd, 0x7f];
const ADD_I32X4 = [0xfd, 0xae, 0x01];
const lane = (index: number) => [0xfd, 0x1b, index];
/** do { body } while (condition): the body leaves the condition on the stack. */
const doWhile = (...body: number[][]) => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b];

const add = (local: number, amount: number[]) => [...get(local), ...amount, ...I32_ADD, ...set(local)];

const CODE = doWhile(
  [...i32Const(0), ...set(SEG), ...i32Const(0), ...set(P)],
  doWhile(
    [...ZERO_V128, ...set(ACC)],
    doWhile(
      [...get(ROW), ...get(P), ...I32_ADD, ...LOAD_V128],
      [...get(MASKS), ...get(P), ...I32_ADD, ...LOAD_V128],
      [...AND_V128, ...POPCNT_I8X16, ...PAIRS_I8_TO_I16, ...PAIRS_I16_TO_I32],
      [...get(ACC), ...ADD_I32X4, ...set(ACC)],
      add(P, i32Const(16)),
      [...get(P), ...get(SEG), ...LOAD_I32, ...I32_LESS],
    ),
    get(OUT),
    [0, 1, 2, 3].flatMap((i) => [...get(ACC), ...lane(i), ...(i > 0 ? I32_ADD : [])]),
    STORE_I32,
    add(OUT, i32Const(4)),
    add(SEG, i32Const(4)),
    [...get(SEG), ...get(ENDS), ...I32_LESS],
  ),
  add(MASKS, get(STRIDE)),
  [...get(DRAWS), ...i32Const(1), ...I32_SUB, 0x22, DRAWS],
);

/** Length in LEB128, then the bytes. */
function sized(bytes: readonly number[]): number[] {
  const { length } = bytes;
  return length < 128 ? [length, ...bytes] : [(length & 127) | 128, length >>> 7, ...bytes];
}
const section = (id: number, ...bytes: number[]) => [id, ...sized(bytes)];
const text = (word: string) => sized([...word].map((letter) => letter.charCodeAt(0)));

const MODULE = Uint8Array.from([
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  // Type 0: six i32 to nothing. Import env.memory. Function 0 is of type 0, exported as "count".
  ...section(1, 1, 0x60, 6, I32, I32, I32, I32, I32, I32, 0),
  ...section(2, 1, ...text('env'), ...text('memory'), 0x02, 0x00, 1),
  ...section(3, 1, 0),
  ...section(7, 1, ...text('count'), 0x00, 0),
  // Locals after the parameters: two i32 (SEG, P) and one v128 (ACC).
  ...section(10, 1, ...sized([2, 2, I32, 1, V128, ...CODE, 0x0b])),
]);
