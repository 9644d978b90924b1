/** Every message text of the readers. */
import { quoteValue } from '../errors.ts';
import { STATUSES } from '../leaderboard/types.ts';

export const emptyTable = () => 'the file is empty; a header line is needed';
export const emptyHeader = (position: number) => `the name of column ${position} is empty`;
export const duplicateHeader = (first: number, second: number) =>
  `stands twice in the header (columns ${first} and ${second}); every column name must be unique`;
export const raggedRow = (found: number, wanted: number) =>
  `the row has ${found} cells, the header ${wanted}`;
export const unreadableCsv = (reason: string) => `not readable as CSV: ${reason}`;
export const missingColumn = (wanted: readonly string[], found: readonly string[]) =>
  `no column ${wanted.map((name) => `"${name}"`).join(' or ')}; found ${listSome(found)}`;
export const badOutcome = (value: string) =>
  `${quoteValue(value)} is no outcome; allowed are 0, 1, k/n with 0 <= k <= n, or empty for missing`;
export const badCount = (value: string, what: string) =>
  `${quoteValue(value)} is no ${what}; allowed is a whole number from 0`;
export const tooManyPasses = (passes: number, attempts: number) =>
  `${passes} passes of ${attempts} attempts; passes can't exceed attempts`;
export const emptyId = (what: string) => `the ${what} id is empty`;
export const duplicateModel = (id: string, firstLine: number) =>
  `model ${quoteValue(id)} stands twice with different outcomes (first in line ${firstLine})`;
export const duplicateCell = (model: string, task: string, firstLine: number) =>
  `model ${quoteValue(model)}, task ${quoteValue(task)} stands twice with different outcomes (first in line ${firstLine})`;
export const duplicateRow = (what: string, id: string, firstLine: number) =>
  `${what} ${quoteValue(id)} stands twice with different values (first in line ${firstLine})`;
export const unknownStatus = (value: string) =>
  `${quoteValue(value)} is no status; allowed are ${STATUSES.join(', ')}`;
export const badFlag = (value: string) =>
  `${quoteValue(value)} is no flag; allowed are 1 (hackable) and 0 (robust)`;
export const badAccepted = (value: string) =>
  `${quoteValue(value)} is not allowed; allowed are 1, 0 or empty`;
export const unknownTask = (id: string, known: number, table: string) =>
  `task ${quoteValue(id)} is not among the ${known} tasks of ${table}`;
export const unknownModel = (id: string, known: number, table: string) =>
  `model ${quoteValue(id)} is not among the ${known} models of ${table}`;
export const badDate = (value: string) =>
  `${quoteValue(value)} is no date; allowed are YYYY, YYYY-MM, YYYY-MM-DD or empty`;
export const cannotRead = (reason: string) => `can't be read: ${reason}`;
export const noModels = () => 'there is no model in it';
export const noTasks = () => 'there is no task in it';

/** `"a", "b", "c" and 4 more`. */
export function listSome(names: readonly string[], most = 6): string {
  const shown = names.slice(0, most).map(quoteValue).join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
