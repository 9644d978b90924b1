/** Packing and reading are each other's inverse, and the packing is the one the doc block gives. */
import { describe, expect, it } from 'vitest';
import { cellReader, packCells } from '../../src/analysis/cells.ts';
import { outcomesBuilder, rateAt } from '../../src/leaderboard/outcomes.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';

describe('packCells', () => {
  it('puts four tasks into a digit, the first in the lowest bit', () => {
    const builder = outcomesBuilder(1, 6);
    for (const [t, passed] of [1, 0, 1, 1, 0, 1].entries()) builder.set(0, t, passed, 1);
    // 1 + 4 + 8 = 13 = d; 2
    expect(packCells(builder.build())).toEqual({ levels: 2, rows: ['d2'], missing: null });
  });

  it('names missing cells', () => {
    const builder = outcomesBuilder(1, 3);
    builder.set(0, 0, 1, 1);
    builder.set(0, 2, 0, 1);
    const grid = packCells(builder.build());
    expect(grid).toEqual({ levels: 2, rows: ['1'], missing: ['2'] });
    expect([0, 1, 2].map((t) => cellReader(grid)(0, t))).toEqual([1, Number.NaN, 0]);
  });

  it('keeps k of n to the nearest fifteenth', () => {
    const builder = outcomesBuilder(1, 3);
    builder.set(0, 0, 1, 3);
    builder.set(0, 1, 3, 3);
    builder.set(0, 2, 1, 2);
    const grid = packCells(builder.build());
    expect(grid).toEqual({ levels: 16, rows: ['5f8'], missing: null });
    expect(cellReader(grid)(0, 0)).toBe(1 / 3);
  });

  it('gives back every cell of the embedded leaderboard', () => {
    const { outcomes } = embeddedLeaderboard('utboost');
    const read = cellReader(packCells(outcomes));
    let different = 0;
    for (let m = 0; m < outcomes.models; m++) {
      for (let t = 0; t < outcomes.tasks; t++) if (read(m, t) !== rateAt(outcomes, m, t)) different++;
    }
    expect(different).toBe(0);
  });
});
