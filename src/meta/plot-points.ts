/** Coordinates of the radial (Galbraith) and L'Abbe plots. */
import { InputError } from '../errors.ts';
import { meanFitter } from './mean-summary.ts';
import { badCellCount, badOption, needRows } from './messages.ts';
import { checkOptions } from './options.ts';
import { effectRows, scaleRows } from './rows.ts';
import type { EffectData, MetaOptions } from './types.ts';

export interface Point {
  /** 1-based input row. */
  readonly row: number;
  readonly slab: string;
  readonly x: number;
  readonly y: number;
}

/**
 * Radial plot: x = 1 / sqrt(vi + tau2), y = yi / sqrt(vi + tau2), so that the slope through 0 and a point is its
 * effect. As R's `metafor::radial`. Galbraith 1988, 10.1002/sim.4780070807.
 *
 * @throws InputError as `fitMeta`; no usable row.
 * @example radialPoints({ yi: [1, 3], vi: [0.25, 0.25] }, { method: 'EE' })[1] // x 2, y 6
 */
export function radialPoints(data: EffectData, options: MetaOptions = {}): Point[] {
  const checked = checkOptions(options, data);
  const rows = effectRows(data);
  if (rows.k < 1) throw new InputError(needRows('radial', 1, rows.k));
  const { unit, y, v } = scaleRows(rows);
  const { tau2 } = meanFitter(checked)(y, v, rows.k, rows.weights);
  return Array.from(y, (yi, i) => {
    const se = Math.sqrt(v[i] + tau2);
    return { row: rows.index[i] + 1, slab: rows.slab[i], x: 1 / (se * unit), y: yi / se };
  });
}

/** A 2 x 2 table: a of a + b treated, c of c + d controls have the event. */
export interface TwoByTwo {
  readonly ai: number;
  readonly bi: number;
  readonly ci: number;
  readonly di: number;
}

const SCALES = {
  RD: (p: number) => p,
  RR: Math.log,
  OR: (p: number) => Math.log(p / (1 - p)),
  AS: (p: number) => Math.asin(Math.sqrt(p)),
} as const;

/**
 * L'Abbe plot: the control arm's outcome (x) against the treated arm's (y), on the scale of the measure: RD the
 * proportion, RR its log, OR its logit, AS the arcsine of its square root. As R's `metafor::labbe`: 1/2 is added to
 * all cells of a table with an empty cell where the scale needs it (RR, OR), an arm without any row is an error.
 * L'Abbe, Detsky & O'Rourke 1987, 10.7326/0003-4819-107-2-224.
 *
 * @throws InputError naming the row on a negative or non-finite count or an empty arm.
 * @example labbePoints([{ ai: 1, bi: 3, ci: 2, di: 2 }], 'RD')[0] // x 0.5, y 0.25
 */
export function labbePoints(
  tables: readonly TwoByTwo[],
  measure: keyof typeof SCALES,
  slab?: readonly string[],
): Point[] {
  const scale = SCALES[measure];
  if (scale === undefined) throw new InputError(badOption('measure', measure, 'one of RD, RR, OR, AS'));
  return tables.map((table, i) => {
    const cells = [table.ai, table.bi, table.ci, table.di];
    const place = { row: i + 1 };
    for (const n of cells) if (!(n >= 0 && n < 1e15)) throw new InputError(badCellCount(n), place);
    const add = (measure === 'RR' || measure === 'OR') && cells.includes(0) ? 0.5 : 0;
    const [a, b, c, d] = cells.map((n) => n + add);
    if (a + b === 0 || c + d === 0)
      throw new InputError('an arm has no observations: at least 1 is needed', place);
    return {
      row: i + 1,
      slab: slab?.[i] ?? String(i + 1),
      x: scale(c / (c + d)),
      y: scale(a / (a + b)),
    };
  });
}
