/** Every message text about evidence tables. */
import { describePlace, type Place, quoteValue } from '../../errors.ts';
import { listSome } from '../../read/messages.ts';

export const lacksColumns = (table: string, missing: readonly string[], found: readonly string[]) =>
  `the ${table} table needs column${missing.length > 1 ? 's' : ''} ${listSome(missing)}; found ${listSome(found)}`;
export const noRows = (table: string) => `the ${table} table has no row`;
export const emptyCell = (allowed: string) => `the cell is empty; allowed is ${allowed}`;
export const badCell = (value: string, allowed: string) => `${value} is not allowed; allowed is ${allowed}`;
export const badJson = () => 'not readable as JSON; each line must be one JSON object';
export const notAnObject = () => 'not a JSON object; each row must be one';
export const contradiction = (
  table: string,
  key: string,
  columns: readonly string[],
  first: Place | undefined,
) =>
  `contradicts an earlier row of ${table}${first === undefined ? '' : ` (${describePlace(first)})`}: ${key} has two values of ${columns.map(quoteValue).join(', ')}; allowed is one`;
export const identicalRows = (n: number) => `identical to an earlier row (${n} row${n === 1 ? '' : 's'})`;
export const ignoredColumns = (table: string, names: readonly string[]) =>
  `${table}: column${names.length > 1 ? 's' : ''} not used: ${listSome(names)}`;
export const unknownTable = (among: readonly string[], columns: readonly string[]) =>
  `not recognised as ${among.join(' or ')} by its columns (${listSome(columns)}); name it as in ${among[0]}=FILE to see what is missing`;
export const ambiguousTable = (first: string, second: string) =>
  `could be ${first} or ${second}; say which as in ${first}=FILE`;
