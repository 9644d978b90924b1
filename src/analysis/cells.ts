/** The outcome matrix as text of a JSON document: what a heat map or one model's strata are made from. */
import { rateAt } from '../leaderboard/outcomes.ts';
import type { Outcomes } from '../leaderboard/types.ts';

/** Hexadecimal digits, one string a model in the order of `models`, tasks in the order of `tasks`. */
export interface CellGrid {
  /** 2: pass or fail, four tasks a digit (task t is bit t mod 4 of digit t div 4). 16: one task a digit, 15 x rate rounded. */
  readonly levels: 2 | 16;
  readonly rows: readonly string[];
  /** Cells without an outcome, four tasks a digit as above; null when none is missing. */
  readonly missing: readonly string[] | null;
}

/** 134 x 500 cells are 17 kB. */
export function packCells(outcomes: Outcomes): CellGrid {
  const binary = outcomes.kind === 'binary';
  const rows: string[] = [];
  const missing: string[] = [];
  let anyMissing = false;
  for (let m = 0; m < outcomes.models; m++) {
    const rates = Array.from({ length: outcomes.tasks }, (_, t) => rateAt(outcomes, m, t));
    const absent = rates.map(Number.isNaN);
    anyMissing ||= absent.includes(true);
    const known = rates.map((rate) => (Number.isNaN(rate) ? 0 : rate));
    rows.push(binary ? bitsToHex(known.map((rate) => rate === 1)) : known.map(levelDigit).join(''));
    missing.push(bitsToHex(absent));
  }
  return { levels: binary ? 2 : 16, rows, missing: anyMissing ? missing : null };
}

/** Reads a cell: its rate (0 .. 1; to the nearest fifteenth where cells hold several attempts), or NaN when missing. */
export function cellReader({ levels, rows, missing }: CellGrid): (model: number, task: number) => number {
  const bit = (text: string, t: number) => (Number.parseInt(text[t >> 2], 16) >> (t & 3)) & 1;
  return (m, t) => {
    if (missing !== null && bit(missing[m], t) === 1) return Number.NaN;
    return levels === 2 ? bit(rows[m], t) : Number.parseInt(rows[m][t], 16) / 15;
  };
}

const levelDigit = (rate: number): string => Math.round(15 * rate).toString(16);

function bitsToHex(bits: readonly boolean[]): string {
  let text = '';
  for (let at = 0; at < bits.length; at += 4) {
    const digit = [0, 1, 2, 3].reduce((sum, i) => sum + (bits[at + i] === true ? 1 << i : 0), 0);
    text += digit.toString(16);
  }
  return text;
}
