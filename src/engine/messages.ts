/** Every message text of the engines. */
import { quoteValue } from '../errors.ts';
import { listSome } from '../read/messages.ts';
import { ENGINE_COLUMNS } from './types.ts';

export const unknownSource = () =>
  'no such source; allowed are clickhouse://HOST:PORT/DATABASE/TABLE, clickhouses:// (the same over TLS) and duckdb:GLOB';
export const peerAbsent = (name: string) =>
  `the package ${name} is not installed; it is optional and needed here: npm install ${name}`;
export const unknownMapping = (name: string) =>
  `${quoteValue(name)} is no column of ours; allowed are ${ENGINE_COLUMNS.join(', ')}`;
export const columnTwice = (column: string, first: string, second: string) =>
  `column ${quoteValue(column)} stands for both ${first} and ${second}; each needs its own`;
export const badIdType = (type: string, allowed: string) =>
  `a column of type ${type} holds no ids; allowed are ${allowed}`;
export const badCountType = (type: string, allowed: string) =>
  `a column of type ${type} holds no outcomes; allowed are ${allowed}`;
export const conflictingRows = (model: string, task: string, firstRow?: number) =>
  `model ${quoteValue(model)}, task ${quoteValue(task)} stands several times with different outcomes` +
  `${firstRow === undefined ? '' : ` (first in row ${firstRow})`}; if they are several attempts, name a run column ` +
  'or say that repeated rows are attempts';
export const badCellOf = (model: string, task: string, passed: string, attempts: string | null) =>
  `${quoteValue(passed)}${attempts === null ? '' : ` of ${quoteValue(attempts)}`} is no outcome ` +
  `(model ${quoteValue(model)}, task ${quoteValue(task)}); allowed are ` +
  (attempts === null
    ? '0, 1 or null for missing'
    : 'whole numbers with 0 <= passed <= attempts, or null for missing');
export const badIdText = (what: string, id: string) => `the ${what} id ${quoteValue(id)} is not valid UTF-8`;
export const tooLarge = (models: number, tasks: number) =>
  `${models} models by ${tasks} tasks is more than a matrix can hold; are the columns model and task the right ones?`;

export const noFiles = () => 'no file matches';
export const onlyLocal = () => 'only files of this machine can be read; fetch it first';
export const isFolder = () => 'it is a folder; name its files, as in FOLDER/*.parquet';
export const unknownExtension = () =>
  'no known kind of table; allowed are .csv, .tsv, .tab, .jsonl, .ndjson, .json (each also with .gz), .parquet';
export const mixedKinds = (first: string, kind: string, other: string) =>
  `the files are of different kinds: ${quoteValue(first)} is ${kind}, this one ${other}`;
export const otherHeader = (first: string) =>
  `its header differs from that of ${quoteValue(first)}; all files need the same`;
export const longHeader = (limit: number) => `the header line is longer than ${limit} bytes`;
export const duckdbRefused = (reason: string) => `not readable: ${reason}`;
export const duckdbFailed = (source: string, reason: string) => `${source}: DuckDB failed: ${reason}`;

export const badAddress = () =>
  'the address is not of the form clickhouse://HOST[:PORT]/DATABASE/TABLE, with %-codes for special characters in a name';
export const secretInAddress = () =>
  'user and password have no place in the address; set PASSGAP_CLICKHOUSE_USER and PASSGAP_CLICKHOUSE_PASSWORD';
export const noTable = (database: string, table: string) =>
  `no table ${quoteValue(table)} in database ${quoteValue(database)}, or no right to read it`;
export const lossySetting = (name: string, value: string) =>
  `this account's setting ${name} = ${value} lets the server leave out part of the answer without saying so; a figure ` +
  'from that would be wrong; use an account without it';
export const settingsHidden = (source: string) =>
  `${source}: the account may not read system.settings, so it is not known whether the server may leave out part of an answer`;
export const refusedLogin = () =>
  'the server refuses the user or password; they come from PASSGAP_CLICKHOUSE_USER and PASSGAP_CLICKHOUSE_PASSWORD';
export const serverRefused = (source: string, reason: string) => `${source}: the server refuses: ${reason}`;
export const connectionBroke = (source: string, reason: string, tries: number) =>
  `${source}: the connection broke (${reason})${tries > 1 ? `, ${tries} times in a row` : ''}; nothing was kept`;
export const answerCut = () => 'the answer ended before its totals';
export const answerGarbled = (line: string) =>
  `a line of the answer is not of the form asked for: ${quoteValue(line)}`;
export const totalsDiffer = (rows: number, wanted: number) =>
  `the rows of the answer stand for ${rows} rows of the table, its totals for ${wanted}`;
export const outsideList = (ids: readonly string[], known: number) =>
  ids.length === 1
    ? `task ${quoteValue(ids[0])} is not among the ${known} tasks of the tasks table`
    : `tasks ${listSome(ids, 3)} are not among the ${known} tasks of the tasks table`;
