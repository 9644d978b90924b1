/** Cells that the tables of a meta-analysis share. */
import { NOT_ESTIMABLE, pNumber, significant } from '../format.ts';
import type { MeanEstimate } from '../meta/types.ts';
import { paragraph } from './table.ts';

/** Five significant digits: effects may be on any scale. */
export const number = (x: number | null | undefined): string => significant(x, 5);
export const range = (lower: number | null | undefined, upper: number | null | undefined): string =>
  lower === null || lower === undefined || upper === null || upper === undefined
    ? NOT_ESTIMABLE
    : `[${number(lower)}, ${number(upper)}]`;

export const ESTIMATE_COLUMNS = [
  { title: 'estimate', align: 'right' },
  { title: 'SE', align: 'right' },
  { title: 'interval', align: 'right' },
  { title: 'p', align: 'right' },
] as const;

export const estimateCells = (fit: MeanEstimate | null | undefined): string[] => [
  number(fit?.estimate),
  number(fit?.se),
  range(fit?.ciLower, fit?.ciUpper),
  pNumber(fit?.p, fit?.log10P),
];

export const notes = (warnings: readonly string[]): string[] =>
  warnings.map((text) => paragraph(`- ${text}`));
