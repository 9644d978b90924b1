/** `passgap import`'s tables, read back, are the leaderboard that was written; formula-like ids stay as they are. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Leaderboard } from '../../src/leaderboard/types.ts';
import { parseTable } from '../../src/read/csv.ts';
import { joinLeaderboard } from '../../src/read/join.ts';
import { outcomesFromTable } from '../../src/read/outcomes.ts';
import { flagsFromTable, modelsFromTable, tasksFromTable } from '../../src/read/tables.ts';
import { csvCell, flagsCsv, type Layout, modelsCsv, outcomesCsv, tasksCsv } from '../../src/read/tidy.ts';

const text = fc
  .string({ minLength: 1, maxLength: 10, unit: 'grapheme' })
  .filter((one) => one.trim() === one && !/[\p{Cc}\ufeff\ufffd]/u.test(one));
const id = fc.oneof(
  fc.constantFrom('=1+1', '+a', '-b', '@c', 'model', 'task', 'passed', 'a\nb', '"', ',', '001'),
  text,
);
const maybe = fc.option(text);
const columns = fc.dictionary(fc.constantFrom('x', 'constructor', '__y', 'a,b'), maybe, {
  noNullPrototype: true,
});

const boards: fc.Arbitrary<Leaderboard> = fc
  .record({
    models: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
    tasks: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
  })
  .chain(({ models, tasks }) =>
    fc.record({
      models: fc.tuple(
        ...models.map((one) =>
          fc.record({
            id: fc.constant(one),
            label: fc.oneof(fc.constant(one), text),
            date: fc.constantFrom(null, '2024', '2024-02', '2024-02-29'),
            family: maybe,
            attempts: fc.constantFrom(null, '1', '2+'),
            columns,
          }),
        ),
      ),
      tasks: fc.tuple(
        ...tasks.map((one) =>
          fc.record({
            id: fc.constant(one),
            stratum: fc.oneof(fc.constant(''), text),
            status: fc.constantFrom('hackable', 'robust', 'ambiguous', 'excluded', 'unaudited'),
            accepted: fc.constant(null),
            columns,
          }),
        ),
      ),
      outcomes: fc
        .array(fc.tuple(fc.nat(3), fc.nat(3)), {
          minLength: models.length * tasks.length,
          maxLength: models.length * tasks.length,
        })
        .map((cells) => ({
          kind: 'counts' as const,
          models: models.length,
          tasks: tasks.length,
          passes: Float64Array.from(cells, ([k, n]) => Math.min(k, n)),
          attempts: Float64Array.from(cells, ([, n]) => n),
        })),
      notes: fc.constant([]),
    }),
  );

/** What the tables hold: no column that is empty everywhere, null and '' alike. */
function content({ models, tasks, outcomes }: Leaderboard) {
  const cells = Array.from({ length: models.length * tasks.length }, (_, cell) => {
    if (outcomes.kind === 'counts') return [outcomes.passes[cell], outcomes.attempts[cell]];
    const [m, t] = [Math.floor(cell / tasks.length), cell % tasks.length];
    const word = m * outcomes.words + (t >>> 5);
    const has = outcomes.present === null || ((outcomes.present[word] >>> (t & 31)) & 1) === 1;
    return has ? [(outcomes.passed[word] >>> (t & 31)) & 1, 1] : [0, 0];
  });
  const filled = (row: Readonly<Record<string, string | null>>) =>
    Object.entries(row)
      .filter(([, value]) => value !== null)
      .sort();
  return {
    cells,
    models: models.map((one) => ({ ...one, columns: filled(one.columns) })),
    tasks: tasks.map((one) => ({ ...one, columns: filled(one.columns) })),
  };
}

it.each<Layout>(['wide', 'long'])('%s', (layout) => {
  fc.assert(
    fc.property(boards, (board) => {
      const flags = flagsCsv(board);
      const table = (csv: string, name: string) => parseTable(csv, name, ',');
      const back = joinLeaderboard({
        outcomes: outcomesFromTable(table(outcomesCsv(board, layout), 'outcomes.csv')),
        tasks: tasksFromTable(table(tasksCsv(board), 'tasks.csv')),
        models: modelsFromTable(table(modelsCsv(board), 'models.csv')),
        flags: flags === null ? null : flagsFromTable(table(flags, 'flags.csv')),
      });
      expect(content(back)).toEqual(content(board));
    }),
    { numRuns: 300 },
  );
});

it('leaves ids that a spreadsheet would take for formulas as they are', () => {
  expect(['=1+1', '+a', '-b', '@c', 'a,b', 'say "x"', ' b '].map(csvCell)).toEqual([
    '=1+1',
    '+a',
    '-b',
    '@c',
    '"a,b"',
    '"say ""x"""',
    '" b "',
  ]);
});
