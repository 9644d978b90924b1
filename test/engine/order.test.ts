/** The canonical order of models and tasks. */
import { describe, expect, it } from 'vitest';
import { canonicalIndices, canonicalOrder, compareIds } from '../../src/engine/order.ts';
import { outcomesBuilder, rateAt } from '../../src/leaderboard/outcomes.ts';

describe('compareIds', () => {
  it('sorts by code points, where UTF-16 would not', () => {
    const ids = ['\u{1f600}', 'b', '\uffee', 'B', 'é', 'a'];
    // Code points 42, 61, 62, E9, FFEE, 1F600.
    expect([...ids].sort(compareIds)).toEqual(['B', 'a', 'b', 'é', '\uffee', '\u{1f600}']);
    expect(canonicalIndices(ids)).toEqual([3, 5, 1, 4, 2, 0]);
  });
});

describe('canonicalOrder', () => {
  const builder = outcomesBuilder(2, 2);
  builder.set(0, 0, 1, 1);
  builder.set(1, 1, 0, 1);
  const table = {
    source: 'a.csv',
    models: ['b', 'a'],
    tasks: ['t2', 't1'],
    outcomes: builder.build(),
    notes: [],
  };

  it('sorts models and tasks and moves the outcomes with them', () => {
    const sorted = canonicalOrder(table);
    expect(sorted.models).toEqual(['a', 'b']);
    expect(sorted.tasks).toEqual(['t1', 't2']);
    expect(rateAt(sorted.outcomes, 0, 0)).toBe(0);
    expect(rateAt(sorted.outcomes, 1, 1)).toBe(1);
    expect(rateAt(sorted.outcomes, 0, 1)).toBeNaN();
  });

  it('puts tasks in the order of a task list', () => {
    expect(canonicalOrder(table, ['t2', 't9', 't1']).tasks).toEqual(['t2', 't1']);
  });
});
