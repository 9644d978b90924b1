/** Every message text of the readers. */
import { describePlace, type Place, quoteValue } from '../errors.ts';
import { STATUSES } from '../leaderboard/types.ts';
import type { CellCounts } from './cell.ts';

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
  `${quoteValue(value)} is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing`;
export const badCount = (value: string, what: string) =>
  `${quoteValue(value)} is no ${what}; allowed is a whole number from 0`;
export const tooManyPasses = (passes: number, attempts: number) =>
  `${passes} passes of ${attempts} attempts; passes can't exceed attempts`;
export const emptyId = (what: string) => `the ${what} id is empty`;
export const duplicateModel = (id: string) => `model ${quoteValue(id)} stands twice with different outcomes`;
export const duplicateCell = (model: string, task: string) =>
  `model ${quoteValue(model)}, task ${quoteValue(task)} stands twice with different outcomes`;
export const identicalRows = (file: string, count: number) =>
  `${file}: ${count} repeated row${count === 1 ? '' : 's'} identical to an earlier one, counted once`;
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

export const noFiles = () => 'the folder holds no file';
export const tooLarge = (limit: number) =>
  `it is larger than ${Math.round(limit / 2 ** 20)} MiB when unpacked, the limit for a file that has to be held whole`;
export const notUtf8 = () => 'the text is not UTF-8; save it as UTF-8';
export const notJson = (reason: string) => `not readable as JSON: ${reason}`;
export const wrongType = (value: unknown, wanted: string) =>
  `${shorten(JSON.stringify(value) ?? String(value))} is not allowed; allowed is ${wanted}`;
export const unknownWord = (word: string, known: readonly string[]) =>
  `${quoteValue(word)} is no known status; known are ${listSome(known, 12)}; say what it means with --status ${word}=pass, fail or missing`;
export const duplicateAttempt = (model: string, task: string, first: string, second: string, place: Place) =>
  `model ${quoteValue(model)}, task ${quoteValue(task)} stands twice, as ${quoteValue(second)} and as ${quoteValue(first)} (${describePlace(place)})`;
export const repeatedCells = (source: string, count: number) =>
  `${source}: ${count} outcome${count === 1 ? '' : 's'} repeated with the same value, counted once`;

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
export const longLine = () => 'the line is longer than 64 MiB';
export const emptyRecords = () => 'there is no record in it';
export const badScalar = (kind: string, json: string) =>
  `${shorten(json)} is ${kind}; allowed are text, numbers, booleans and null`;
export const lateColumn = () => 'the first record does not have it; every record needs the same columns';
export const unreadableParquet = (reason: string) => `not readable as Parquet: ${reason}`;
export const unreadableArrow = (reason: string) => `not readable as Arrow: ${reason}`;
export const conflictBetween = (
  model: string,
  task: string,
  cell: CellCounts,
  first: CellCounts,
  source: string,
) =>
  `model ${quoteValue(model)}, task ${quoteValue(task)} is ${cellText(cell)} here and ${cellText(first)} in ${source}`;

/** A cell as it is written: `0`, `1` or `k/n`. */
export const cellText = ({ passes, attempts }: CellCounts): string =>
  attempts === 1 ? String(passes) : `${passes}/${attempts}`;
export const unknownFormatName = (name: string, known: readonly string[]) =>
  `${quoteValue(name)} is no format; allowed are ${known.join(', ')}`;
export const notOfFormat = (title: string, name: string) =>
  `nothing in it looks like ${title} (--format ${name})`;
export const severalFormats = (found: readonly { readonly name: string; readonly count: number }[]) =>
  `it holds several formats: ${found.map(({ name, count }) => `${name} (${count} file${count === 1 ? '' : 's'})`).join(', ')}; name one with --format`;
export const unknownFormat = (files: number, known: readonly string[]) =>
  `no known format was found in ${files === 1 ? 'it' : `its ${files} files`}; known are ${known.join(', ')}; name one with --format`;
export const stdinTwice = () => 'stdin can be read only once; give a file for the others';
export const noOutcomes = () => 'no outcomes were named; give a file, a folder, or - for stdin';
export const notAFile = () => 'it is a folder; a CSV file is needed';
export const recognised = (source: string, title: string, detail: string, models: number, tasks: number) =>
  `${source}: ${title}, ${detail}: ${models} model${models === 1 ? '' : 's'}, ${tasks} task${tasks === 1 ? '' : 's'}.`;
export const leftAside = (source: string, title: string, name: string, count: number) =>
  `${source}: ${count} file${count === 1 ? '' : 's'} of ${title} left aside (read them with --format ${name})`;
export const severalBenchmarks = (names: readonly string[]) =>
  `it holds several benchmarks: ${listSome(names)}; choose one with --benchmark NAME, or all of them with --benchmark all`;
export const unknownBenchmark = (name: string, known: readonly string[]) =>
  `there is no benchmark ${quoteValue(name)} in it; allowed are ${listSome(known)} and all`;
export const noList = (name: string) => `no list "${name}" of ids in it`;
export const badYaml = (file: string, reason: string) =>
  `${file}: not readable as YAML (${firstLine(reason)}); left out`;
export const inSeveralLists = (model: string, tasks: readonly string[]) =>
  `${model}: ${tasks.length} task${tasks.length === 1 ? '' : 's'} both resolved and in a list of failures, taken as resolved (${listSome(tasks, 3)})`;
export const disagreements = (model: string, where: string, tasks: readonly string[]) =>
  `${model}: the stored verdict of ${tasks.length} task${tasks.length === 1 ? '' : 's'} is contradicted by ${where} (${listSome(tasks, 3)})`;
export const noTaskList = (source: string, tasks: number) =>
  `${source}: no tasks table was given, so the ${tasks} ids that stand in some list are taken for all tasks; tasks that nobody solved may stand in none`;

const firstLine = (text: string) => text.split('\n')[0].replace(/:$/, '');
export const emptyReports = (source: string, count: number) =>
  `${source}: ${count} empty report${count === 1 ? '' : 's'} left out`;
export const listedUnfinished = (source: string, count: number) =>
  `${source}: ${count} outcome${count === 1 ? '' : 's'} submitted but in no list of results, taken as missing`;
export const badScore = (value: unknown, allowed: string) =>
  `${shorten(JSON.stringify(value) ?? String(value))} is no score; allowed is ${allowed}`;
export const chosenOf = (what: string, chosen: string, all: readonly string[], option: string) =>
  all.length < 2
    ? `${what} ${quoteValue(chosen)}`
    : `${what} ${quoteValue(chosen)} of ${listSome(all)} (--${option})`;
export const noSuch = (what: string, name: string, known: readonly string[], option: string) =>
  `there is no ${what} ${quoteValue(name)}; found ${listSome(known)}; choose one with --${option}`;
export const scoreKeys = (scorer: string, keys: readonly string[]) =>
  `scorer ${quoteValue(scorer)} gives several scores: ${listSome(keys)}; choose one with --scorer ${scorer}/KEY`;
/** `1 log`, `3 logs`. */
export const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
export const perturbed = (source: string, count: number) =>
  `${source}: ${plural(count, 'row')} with a perturbation dropped`;
export const badWord = (value: unknown, allowed: string) =>
  `${shorten(JSON.stringify(value) ?? String(value))} is no status; allowed are ${allowed}`;
export const withoutDetails = (source: string, ids: readonly string[]) =>
  `${source}: ${ids.length === 1 ? '1 entry' : `${ids.length} entries`} without per-instance details left out (${listSome(ids, 3)})`;
export const changedFile = (file: string, manifest: string) =>
  `${file}: its sha256 is not the one in ${manifest}; it was changed after the import`;
export const missingFile = (name: string) => `there is no ${name} beside it`;
export const badYesNo = (value: string, mayBeEmpty: boolean) =>
  `${quoteValue(value)} is not allowed; allowed are 1 and 0${mayBeEmpty ? ', or empty for undecided' : ''}`;
export const noSharedCells = (base: string) => `it shares no model and task with ${base}`;
export const noColumn = (wanted: string, role: string, found: readonly string[]) =>
  `no column "${wanted}"; found ${listSome(found)}; if it goes by another name, say --columns ${role}=NAME`;
export const modelNotFirst = (name: string) =>
  `it is not the first column; allowed is "${name}" first, then a column for each task`;
