/** One cell of an outcomes table: text to passes of attempts. */
import type { ReadChoices } from './choices.ts';
import { badCount, badOutcome, tooManyPasses } from './messages.ts';
import { RowFault } from './rows.ts';

export interface CellCounts {
  readonly passes: number;
  readonly attempts: number;
}

const FAIL: CellCounts = { passes: 0, attempts: 1 };
const PASS: CellCounts = { passes: 1, attempts: 1 };

/** How else tools write 0 and 1: booleans, and whole numbers as floats. */
const SPELLINGS: ReadonlyMap<string, CellCounts> = new Map([
  ['false', FAIL],
  ['true', PASS],
  ['0.0', FAIL],
  ['1.0', PASS],
]);

/**
 * `0`, `1`, `true`, `false`, `k/n`, a status word that the user mapped, or empty. null is missing.
 *
 * @throws RowFault
 */
export function parseCell(text: string, column: string, choices: ReadChoices): CellCounts | null {
  if (text === '0') return FAIL;
  if (text === '1') return PASS;
  if (Object.hasOwn(choices.status, text)) {
    const verdict = choices.status[text];
    return verdict === 'missing' ? null : verdict === 'pass' ? PASS : FAIL;
  }
  if (text === '') return null;
  const spelling = SPELLINGS.get(text.toLowerCase());
  if (spelling !== undefined) return spelling;
  const match = /^(\d{1,15})\/(\d{1,15})$/.exec(text);
  if (match === null) throw new RowFault(badOutcome(text), column);
  return ofCounts(Number(match[1]), Number(match[2]), column);
}

/** `passed` of `attempts` in two columns; an empty `passed` or 0 attempts is missing. */
export function parseCounts(
  passed: string,
  attempts: string,
  names: { readonly passed: string; readonly attempts: string },
): CellCounts | null {
  if (passed === '') return null;
  const k = wholeNumber(passed, 'number of passes', names.passed);
  const n = wholeNumber(attempts, 'number of attempts', names.attempts);
  return ofCounts(k, n, names.passed);
}

function ofCounts(passes: number, attempts: number, column: string): CellCounts | null {
  if (passes > attempts) throw new RowFault(tooManyPasses(passes, attempts), column);
  return attempts === 0 ? null : { passes, attempts };
}

function wholeNumber(text: string, what: string, column: string): number {
  const spelled = SPELLINGS.get(text.toLowerCase());
  if (spelled !== undefined) return spelled.passes;
  if (!/^\d{1,15}(\.0)?$/.test(text)) throw new RowFault(badCount(text, what), column);
  return Number(text);
}
