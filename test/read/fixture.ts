/** Reads what stands in test/fixtures and shows it in a form that a test can spell out. */
import { fileURLToPath } from 'node:url';
import type { Leaderboard } from '../../src/leaderboard/types.ts';
import type { MappedWord } from '../../src/read/cells.ts';
import { type ReadRequest, type ReadResult, readLeaderboard } from '../../src/read/leaderboard.ts';
import { cellAt } from '../../src/read/merge.ts';
import { cellText } from '../../src/read/messages.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));

export const fixture = (name: string): string => FIXTURES + name;

/** A message without the folder that this machine keeps the fixtures in. */
export const plain = (text: string): string => text.replaceAll(FIXTURES, '');

export async function readFixture(name: string, request: Partial<ReadRequest> = {}): Promise<ReadResult> {
  const read = await readLeaderboard({ ...request, outcomes: [fixture(name)] });
  return { ...read, recognised: plain(read.recognised), notes: read.notes.map(plain) };
}

/** Cells that hold an outcome, as `1`, `0` or `k/n`, by model and task. */
export function cellsMap({ models, tasks, outcomes }: Leaderboard): Map<string, Map<string, string>> {
  const row = (m: number) =>
    tasks.flatMap((task, t): [string, string][] => {
      const cell = cellAt(outcomes, m, t);
      return cell === null ? [] : [[task.id, cellText(cell)]];
    });
  return new Map(models.map((model, m) => [model.id, new Map(row(m))]));
}

/** The same as plain objects, easy to spell out. */
export function cellsText(leaderboard: Leaderboard): Record<string, Record<string, string>> {
  return Object.fromEntries(
    [...cellsMap(leaderboard)].map(([model, row]) => [model, Object.fromEntries(row)]),
  );
}

/** `{word: count}` of the words that occur. */
export function wordCounts(mapping: readonly MappedWord[]): Record<string, number> {
  return Object.fromEntries(mapping.filter(({ count }) => count > 0).map(({ word, count }) => [word, count]));
}

/** The message of an error that a promise is rejected with. */
export async function messageOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return plain((error as Error).message);
  }
  return 'no error';
}
