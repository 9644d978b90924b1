/**
 * The kinds of column that evidence tables are made of, as zod types. Each reads a cell of CSV (a string) or of
 * JSONL (any JSON value) and carries what is allowed and what it means, for errors and for `audit schema`.
 */
import { z } from 'zod';

export interface ColumnMeta {
  readonly description: string;
  readonly allowed: string;
  readonly required: boolean;
  /** An empty cell is the empty text, not a missing value. */
  readonly emptyIsText?: boolean;
}

type Column<T> = z.ZodType<T, unknown>;

/** An id: never turned into a number. A whole number in JSONL becomes its text. */
export function id(description: string): Column<string> {
  return column('any text but the empty one', description, (value) => {
    if (typeof value === 'string' && value !== '') return value;
    return Number.isSafeInteger(value) ? String(value) : undefined;
  });
}

/** Free text; an empty cell is the empty text. */
export function text(description: string): Column<string> {
  const read = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return column('any text', description, read, { emptyIsText: true });
}

const YES = new Set(['1', 'true', 'yes']);
const NO = new Set(['0', 'false', 'no']);

export function flag(description: string): Column<boolean> {
  return column('1 or 0 (or true/false, yes/no)', description, (value) => {
    const word = String(value).toLowerCase();
    return YES.has(word) ? true : NO.has(word) ? false : undefined;
  });
}

/** Whole number from `least`. */
export function whole(description: string, least = 0): Column<number> {
  return column(`a whole number from ${least}`, description, (value) => {
    const n = numberOf(value);
    return n !== undefined && Number.isSafeInteger(n) && n >= least ? n : undefined;
  });
}

/** Finite number, optionally bounded. */
export function real(description: string, least = -Infinity, most = Infinity): Column<number> {
  const range =
    least === -Infinity && most === Infinity
      ? 'a finite number'
      : most === Infinity
        ? `a finite number from ${least}`
        : `a number from ${least} to ${most}`;
  return column(range, description, (value) => {
    const n = numberOf(value);
    return n !== undefined && n >= least && n <= most ? n : undefined;
  });
}

/** One of a few words; case doesn't matter. */
export function oneOf<const W extends readonly string[]>(words: W, description: string): Column<W[number]> {
  return column(words.join(', '), description, (value) =>
    words.find((word) => word.toLowerCase() === String(value).toLowerCase()),
  );
}

/** One or several words in a cell, joined by `|` (in JSONL also a list). */
export function list(description: string): Column<string[]> {
  return column('words joined by |', description, (value) => {
    const parts = Array.isArray(value) ? value.map(String) : String(value).split('|');
    const words = parts.map((part) => part.trim());
    return words.length > 0 && words.every((word) => word !== '') ? words : undefined;
  });
}

/** Votes of 0 and 1, joined by `|`; a single 0 or 1 is one vote. */
export function votes(description: string): Column<boolean[]> {
  return column('1 or 0, or several votes joined by | as in 1|0|1', description, (value) => {
    const parts = Array.isArray(value) ? value : String(value).split('|');
    const read = parts.map((part) => {
      const word = String(part).trim().toLowerCase();
      return YES.has(word) ? true : NO.has(word) ? false : null;
    });
    return read.length === 0 || read.includes(null) ? undefined : (read as boolean[]);
  });
}

/** The same column, but a row may leave it empty and a file may lack it. */
export function optional<T>(type: Column<T>): z.ZodOptional<Column<T>> {
  return type.optional().meta({ ...metaOf(type), required: false });
}

export function metaOf(type: z.ZodType): ColumnMeta {
  return type.meta() as unknown as ColumnMeta;
}

function column<T>(
  allowed: string,
  description: string,
  read: (value: unknown) => T | undefined,
  more: { emptyIsText?: boolean } = {},
): Column<T> {
  return z
    .unknown()
    .transform((value, context): T => {
      const found = value === undefined || value === null ? undefined : read(value);
      if (found !== undefined) return found;
      context.addIssue({ code: 'custom', message: allowed });
      return z.NEVER;
    })
    .meta({ description, allowed, required: true, ...more });
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value.trim())) {
    return undefined;
  }
  const n = Number(value);
  return Number.isFinite(n) ? n : undefined;
}
