/** Tables as data: raw numbers with what kind they are, so that every output rounds them the same way. */
import {
  count,
  effectSpread,
  effectUnit,
  effectValue,
  fixed,
  inPercent,
  NOT_ESTIMABLE,
  percent,
  pNumber,
  significant,
} from '../format.ts';

export type CellKind = 'text' | 'effect' | 'spread' | 'rate' | 'percent' | 'p' | 'count' | 'number' | 'df';

export interface Column {
  /** Name in CSV; one word. */
  readonly key: string;
  /** Heading for people. */
  readonly title: string;
  readonly kind: CellKind;
}

export type Cell = string | number | null;

export interface Table {
  /** Names the file of an export and the anchor in a page. */
  readonly name: string;
  readonly title: string;
  /** Unit and rounding of effects. */
  readonly measure: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A cell as people read it. */
export function cellText(kind: CellKind, value: Cell, measure: string): string {
  if (value === null) return kind === 'text' ? '' : NOT_ESTIMABLE;
  if (typeof value === 'string') return value;
  switch (kind) {
    case 'effect':
      return effectValue(value, measure);
    case 'spread':
      return effectSpread(value, measure).replace(` ${effectUnit(measure)}`, '');
    case 'rate':
      return percent(value);
    case 'percent':
      return inPercent(value);
    case 'p':
      return pNumber(value);
    case 'count':
      return count(value);
    case 'df':
      return fixed(value, Number.isInteger(value) ? 0 : 1);
    default:
      return significant(value, 4);
  }
}

/** Heading of a column with the unit of effects: "gap (pp)". */
export function headingText(column: Column, measure: string): string {
  const unit = effectUnit(measure);
  const effects = column.kind === 'effect' || column.kind === 'spread';
  return effects && unit !== '' ? `${column.title} (${unit})` : column.title;
}
