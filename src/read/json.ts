/** JSON as it stands in files of others: parsed with a clear error, looked at without trust. */
import { InputError, type Place } from '../errors.ts';
import { jsonFault } from './json-fault.ts';
import { notJson, wrongType } from './messages.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** @throws InputError with the reason when the text is no JSON. */
export function parseJson(text: string, place: Place): unknown {
  const clean = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  try {
    return JSON.parse(clean);
  } catch (cause) {
    const fault = jsonFault(clean);
    const problem = notJson(fault?.problem ?? (cause as Error).message);
    // In a file of lines the place has its line already.
    throw new InputError(problem, { ...place, line: place.line ?? fault?.line }, { cause });
  }
}

/**
 * JSON as Python tools write it, which may hold NaN and Infinity: they are taken for null, no score.
 *
 * @throws InputError as `parseJson`
 */
export function parseForeignJson(text: string, place: Place): unknown {
  return parseJson(/NaN|Infinity/.test(text) ? text.replace(NON_FINITE, nullForNumber) : text, place);
}

/** Strings, which are left alone, and numbers that JSON does not have. */
const NON_FINITE = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/g;
const nullForNumber = (found: string) => (found.startsWith('"') ? found : 'null');

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function objectAt(value: unknown, place: Place): JsonObject {
  if (!isObject(value)) throw new InputError(wrongType(value, 'an object'), place);
  return value;
}

export function arrayAt(value: unknown, place: Place): readonly unknown[] {
  if (!Array.isArray(value)) throw new InputError(wrongType(value, 'a list'), place);
  return value;
}

/** An id: text or a whole number, as text. */
export function idAt(value: unknown, place: Place): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return String(value);
  throw new InputError(wrongType(value, 'an id (text or a whole number)'), place);
}

/** A list of ids; absent or null is an empty list. */
export function idsAt(value: unknown, place: Place): string[] {
  if (value === undefined || value === null) return [];
  return arrayAt(value, place).map((id, i) => idAt(id, { ...place, at: `${place.at ?? ''}[${i}]` }));
}

export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/**
 * The value that the beginning of a JSON text stands for: cut after the last whole value, everything open
 * closed. null when not even that much is there.
 */
export function parseJsonHead(head: string): unknown {
  const bare = head.replace(/^\ufeff/, '');
  const text = /NaN|Infinity/.test(bare) ? bare.replace(NON_FINITE, nullForNumber) : bare;
  try {
    return JSON.parse(text);
  } catch {
    const cut = lastCut(text);
    if (cut === null) return null;
    try {
      return JSON.parse(cut);
    } catch {
      return null;
    }
  }
}

/** The text up to the last comma or opening bracket, with its closing brackets; null without either. */
function lastCut(text: string): string | null {
  const open: string[] = [];
  let isString = false;
  let best: { end: number; close: string } | null = null;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (isString) {
      if (c === '\\') i++;
      else if (c === '"') isString = false;
      continue;
    }
    if (c === '"') isString = true;
    else if (c === '{' || c === '[') {
      open.push(c === '{' ? '}' : ']');
      best = { end: i + 1, close: open.toReversed().join('') };
    } else if (c === '}' || c === ']') {
      open.pop();
      if (open.length > 0) best = { end: i + 1, close: open.toReversed().join('') };
    } else if (c === ',') best = { end: i, close: open.toReversed().join('') };
  }
  return best === null ? null : text.slice(0, best.end) + best.close;
}
