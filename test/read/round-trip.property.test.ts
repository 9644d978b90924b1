/** Outcomes written in each format and read back are the same leaderboard. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLeaderboard } from '../../src/read/leaderboard.ts';
import { csvOf } from '../../src/read/tidy.ts';
import { cellsMap } from './fixture.ts';
import { tempFolder } from './temp.ts';
import { type Grid, WRITERS, type Writer } from './writers.ts';

const TRICKY = [
  '001',
  '1e5',
  '=1+1',
  '+a',
  '-b',
  '@c',
  'null',
  'NaN',
  'true',
  'a,b',
  'say "x"',
  'two words',
  'ä/β',
  '__proto__',
  'constructor',
  'a.b[0]',
  "it's",
  '日本',
  '🙂',
  'a;b',
  '#1',
  '1/2',
];

/** Ids without what no table keeps: ends of blanks, line ends, control characters, half characters. */
const id = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc
    .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
    .filter((text) => text.trim() === text && text !== '' && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u.test(text)),
);

/** Names that can be a folder: no slash but as `org/model`, no dot in front, not too long in bytes, no `__`. */
const pathId = fc
  .tuple(fc.constantFrom('', 'org/'), id)
  .map(
    ([org, name]) =>
      org +
      name
        .replaceAll(/[/:,=]/g, '-')
        .replaceAll('__', '-')
        .replace(/^[._]+/, 'x')
        .replace(/_+$/, 'x'),
  )
  .filter((name) => name.length > 0 && !/\.(run\d|json|gz|zip|eval)$/i.test(name));

const reserved = ['model', 'task', 'passed', 'attempts', 'run'];

function grids({ holds }: Writer): fc.Arbitrary<Grid> {
  const noSlashes = pathId.filter((name) => !name.includes('/'));
  const model = holds.pathModels === false ? id : holds.pathModels === 'slashes' ? pathId : noSlashes;
  const attempt = fc.boolean();
  const cell = holds.attempts ? fc.array(attempt, { maxLength: 3 }) : fc.array(attempt, { maxLength: 1 });
  return fc
    .record({
      models: fc.uniqueArray(model, { minLength: 1, maxLength: 4 }),
      tasks: fc.uniqueArray(
        id.filter((name) => !reserved.includes(name)),
        { minLength: 1, maxLength: 5 },
      ),
    })
    .chain(({ models, tasks }) =>
      fc.record({
        models: fc.constant(models),
        tasks: fc.constant(tasks),
        attempts: fc.tuple(...models.map(() => fc.tuple(...tasks.map(() => cell)))),
      }),
    )
    .map((grid) => ({
      ...grid,
      attempts: grid.attempts.map((row) => row.map((one) => held(one, holds.missing))),
    }))
    .map((grid) => (holds.emptyModels ? grid : { ...grid, attempts: grid.attempts.map(filled) }))
    .filter((grid) => grid.attempts.some((row) => row.some((one) => one.length > 0)));
}

const held = (one: boolean[], missing: boolean) => (one.length === 0 && !missing ? [false] : one);

/** A model without any outcome gets one. */
function filled(row: boolean[][]): boolean[][] {
  return row.some((one) => one.length > 0) ? row : [[true], ...row.slice(1)];
}

function expected(grid: Grid): Map<string, Map<string, string>> {
  return new Map(
    grid.models.map((model, m) => [
      model,
      new Map(
        grid.tasks.flatMap((task, t): [string, string][] => {
          const attempts = grid.attempts[m][t];
          if (attempts.length === 0) return [];
          const passes = attempts.filter((is) => is).length;
          return [[task, attempts.length === 1 ? String(passes) : `${passes}/${attempts.length}`]];
        }),
      ),
    ]),
  );
}

describe.each(WRITERS.map((writer) => [writer.format, writer] as const))('%s', (_, writer) => {
  it('reads back as it was written', async () => {
    await fc.assert(
      fc.asyncProperty(grids(writer), async (grid) => {
        const temp = tempFolder({
          ...Object.fromEntries(
            Object.entries(writer.write(grid)).map(([name, content]) => [`in/${name}`, content]),
          ),
          'tasks.csv': csvOf(
            ['task', 'stratum'],
            grid.tasks.map((task) => [task, 's']),
          ),
        });
        const { leaderboard } = await readLeaderboard({
          outcomes: [temp.path('in')],
          tasks: temp.path('tasks.csv'),
        });
        expect(cellsMap(leaderboard)).toEqual(expected(grid));
        expect(leaderboard.tasks.map((task) => task.id)).toEqual(grid.tasks);
      }),
      { numRuns: 30 },
    );
  });
});
