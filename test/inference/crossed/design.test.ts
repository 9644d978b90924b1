import { describe, expect, it } from 'vitest';
import { crossedDesign, type Group } from '../../../src/inference/crossed/design.ts';
import { messages } from '../../../src/inference/crossed/messages.ts';

const STRATA = ['a', 'b', 'c'];
const MIXED = 5;
const FAIL = 0;
const PASS = 10;

/** [stratum, flag, passes of 10] */
function design(...cells: [number, 0 | 1, number][]) {
  const groups: Group[] = cells.map(([stratum, flag, passes]) => ({
    stratum,
    flag,
    passes,
    attempts: 10,
    tasks: 1,
    cells: 10,
  }));
  return crossedDesign(groups, STRATA);
}

describe('crossedDesign', () => {
  it('codes strata against the first present, in the order given', () => {
    const { terms, estimable, columns, row, warnings } = design([2, 0, MIXED], [1, 1, MIXED], [1, 0, MIXED]);
    expect(terms).toEqual(['(Intercept)', 'hackable', 'stratum:c']);
    expect(estimable).toEqual([true, true, true]);
    expect(columns).toEqual([0, 1, 2]);
    expect([...row(1, 1)]).toEqual([1, 1, 0]);
    expect([...row(2, 0)]).toEqual([1, 0, 1]);
    expect(warnings).toEqual([]);
  });

  it('leaves out a stratum that is never passed and keeps the rest', () => {
    const { kept, estimable, columns, warnings } = design(
      [0, 0, MIXED],
      [0, 1, MIXED],
      [1, 0, FAIL],
      [1, 1, FAIL],
    );
    expect(kept).toEqual([true, true, false, false]);
    expect(estimable).toEqual([true, true, false]);
    expect(columns).toEqual([0, 1]);
    expect(warnings).toEqual([messages.pureStratum('b', false)]);
  });

  it('keeps the flag when the reference stratum is always passed, and says what is lost', () => {
    const { kept, estimable, warnings } = design(
      [0, 0, PASS],
      [1, 0, MIXED],
      [1, 1, MIXED],
      [2, 0, MIXED],
      [2, 1, FAIL],
    );
    expect(kept).toEqual([false, true, true, true, true]);
    expect(estimable).toEqual([false, true, false, false]);
    expect(warnings).toEqual([
      messages.pureStratum('a', true),
      messages.notEstimable(['(Intercept)', 'stratum:b', 'stratum:c']),
    ]);
  });

  it.each<[string, [number, 0 | 1, number][], boolean]>([
    [
      'hackable tasks always passed',
      [
        [0, 0, MIXED],
        [0, 1, PASS],
      ],
      true,
    ],
    [
      'robust tasks never passed',
      [
        [0, 0, FAIL],
        [0, 1, MIXED],
      ],
      true,
    ],
    [
      'one against the other',
      [
        [0, 0, FAIL],
        [0, 1, PASS],
      ],
      true,
    ],
    [
      'hackable tasks never passed',
      [
        [0, 0, MIXED],
        [0, 1, FAIL],
      ],
      false,
    ],
    [
      'in every stratum',
      [
        [0, 0, PASS],
        [0, 1, MIXED],
        [1, 0, MIXED],
        [1, 1, FAIL],
      ],
      false,
    ],
  ])('separation by the flag: %s', (_, cells, up) => {
    const { estimable, warnings } = design(...cells);
    expect(estimable[1]).toBe(false);
    expect(warnings).toContain(messages.flagSeparated(up));
  });

  it('is no separation when two strata pull in opposite directions', () => {
    const { estimable, kept, warnings } = design([0, 0, MIXED], [0, 1, PASS], [1, 0, MIXED], [1, 1, FAIL]);
    expect(estimable).toEqual([true, true, true]);
    expect(kept).toEqual([true, true, true, true]);
    expect(warnings).toEqual([]);
  });

  it('tells confounding with the strata', () => {
    const { estimable, warnings } = design([0, 0, MIXED], [1, 1, MIXED]);
    expect(estimable).toEqual([true, false, false]);
    expect(warnings).toEqual([messages.flagConfounded(), messages.notEstimable(['stratum:b'])]);
  });

  it('tells a missing arm', () => {
    expect(design([0, 0, MIXED], [1, 0, MIXED]).warnings).toEqual([messages.oneArm('hackable')]);
    const { estimable, warnings } = design([0, 1, MIXED], [1, 1, MIXED]);
    expect(estimable).toEqual([false, false, true]);
    expect(warnings).toEqual([messages.oneArm('robust'), messages.notEstimable(['(Intercept)'])]);
  });
});
