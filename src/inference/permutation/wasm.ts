/**
 * WebAssembly modules written byte by byte (core specification 2.0, section 5), so that no toolchain is needed. Every
 * function takes 32-bit integers and gives nothing back; it works on memory that is handed in.
 */

/** The part of the WebAssembly API that is used here. */
interface WasmHost {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: object };
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
}

export type WasmFunction = (...args: number[]) => void;

/** Parameters are locals 0 .., then come `integers` locals of 32 bits, then `vectors` of 128. */
export interface FunctionSource {
  readonly name: string;
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
  readonly code: readonly number[];
}

export interface Instance {
  readonly buffer: ArrayBuffer;
  readonly functions: Readonly<Record<string, WasmFunction>>;
}

/**
 * A way to make instances of the functions, each with memory of its own; compiled once, when first asked for. The
 * maker gives null where the host has no WebAssembly or no SIMD, or a page's content security policy forbids it.
 */
export function wasmModule(functions: readonly FunctionSource[]): (bytes: number) => Instance | null {
  const host = (globalThis as { WebAssembly?: WasmHost }).WebAssembly;
  let module: object | null | undefined;
  return (bytes) => {
    if (host === undefined) return null;
    if (module === undefined) module = compiled(host, moduleBytes(functions));
    if (module === null) return null;
    const memory = new host.Memory({ initial: Math.ceil(bytes / 65536) });
    const { exports } = new host.Instance(module, { env: { memory } });
    return { buffer: memory.buffer, functions: exports as Record<string, WasmFunction> };
  };
}

function compiled(host: WasmHost, source: Uint8Array): object | null {
  if (!host.validate(source)) return null;
  try {
    return new host.Module(source);
  } catch {
    return null;
  }
}

/** The next multiple of 64, a cache line. */
export const align = (bytes: number) => Math.ceil(bytes / 64) * 64;

const I32 = 0x7f;
const V128 = 0x7b;
export const get = (local: number) => [0x20, local];
export const set = (local: number) => [0x21, local];
/** @param value 0 .. 2^31 - 1 */
export const i32Const = (value: number) => [0x41, ...leb128(value, 64)];
export const I32_ADD = [0x6a];
export const I32_SUB = [0x6b];
export const I32_SHL = [0x74];
export const I32_LESS = [0x49];
export const loadI32 = (offset = 0) => [0x28, 2, ...leb128(offset)];
export const LOAD_U16 = [0x2f, 1, 0];
export const STORE_I32 = [0x36, 2, 0];
export const loadV128 = (offset = 0) => [0xfd, 0x00, 4, ...leb128(offset)];
export const storeV128 = (offset = 0) => [0xfd, 0x0b, 4, ...leb128(offset)];
export const ZERO_V128 = [0xfd, 0x0c, ...new Array<number>(16).fill(0)];
export const AND_V128 = [0xfd, 0x4e];
export const POPCNT_I8X16 = [0xfd, 0x62];
export const PAIRS_I8_TO_I16 = [0xfd, 0x7d];
export const PAIRS_I16_TO_I32 = [0xfd, 0x7f];
export const ADD_I16X8 = [0xfd, 0x8e, 0x01];
export const ADD_I32X4 = [0xfd, 0xae, 0x01];
export const ADD_F64X2 = [0xfd, 0xf0, 0x01];
export const MUL_F64X2 = [0xfd, 0xf2, 0x01];
/** One half each of the two vectors on the stack: halves 0 and 1 are those of the lower vector, 2 and 3 of the upper. */
export const halves = (low: number, high: number) => [
  ...[0xfd, 0x0d],
  ...[low, high].flatMap((half) => Array.from({ length: 8 }, (_, i) => 8 * half + i)),
];
export const lane = (index: number) => [0xfd, 0x1b, index];
export const zero = (local: number) => [...i32Const(0), ...set(local)];
/** local += amount */
export const add = (local: number, amount: readonly number[]) => [
  ...get(local),
  ...amount,
  ...I32_ADD,
  ...set(local),
];
/** do { body } while (condition): the body leaves the condition on the stack. */
export const doWhile = (...body: (readonly number[])[]) => [0x03, 0x40, ...body.flat(), 0x0d, 0, 0x0b];
/** Takes 1 off a local and leaves it on the stack. */
export const countDown = (local: number) => [...get(local), ...i32Const(1), ...I32_SUB, 0x22, local];

/** Groups of 7 bits, lowest first. The last one stays below `end`: 128 unsigned, 64 where a sign bit has to be 0. */
function leb128(value: number, end = 128): number[] {
  return value < end ? [value] : [(value & 127) | 128, ...leb128(value >>> 7, end)];
}
const sized = (bytes: readonly number[]) => [...leb128(bytes.length), ...bytes];
const section = (id: number, ...bytes: number[]) => [id, ...sized(bytes)];
const text = (word: string) => sized([...word].map((letter) => letter.charCodeAt(0)));

/** Type i and function i are of source i, exported by name; env.memory is imported. */
function moduleBytes(functions: readonly FunctionSource[]): Uint8Array {
  const many = functions.length;
  const integers = (count: number) => new Array<number>(count).fill(I32);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, many, ...functions.flatMap(({ parameters }) => [0x60, ...sized(integers(parameters)), 0])),
    ...section(2, 1, ...text('env'), ...text('memory'), 0x02, 0x00, 1),
    ...section(3, many, ...functions.keys()),
    ...section(7, many, ...functions.flatMap(({ name }, i) => [...text(name), 0x00, i])),
    ...section(
      10,
      many,
      ...functions.flatMap(({ integers, vectors, code }) =>
        sized([2, integers, I32, vectors, V128, ...code, 0x0b]),
      ),
    ),
  ]);
}
