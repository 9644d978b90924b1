/** Outcomes of a file in the order of an engine. */
import { describe, expect, it } from 'vitest';
import { canonicalOrder } from '../../src/engine/order.ts';
import { outcomesBuilder, rateAt } from '../../src/leaderboard/outcomes.ts';

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
