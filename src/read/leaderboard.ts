/** Whatever the user pointed at, to one leaderboard with what was recognised on the way. */
import { InputError } from '../errors.ts';
import type { Leaderboard } from '../leaderboard/types.ts';
import { fileSum, readWholeText, type Sums, sums } from './bytes.ts';
import type { MappedWord } from './cells.ts';
import { DEFAULT_CHOICES, type ReadChoices } from './choices.ts';
import { parseTable, type Table } from './csv.ts';
import { type Detected, detect, formatNamed } from './detect.ts';
import type { FormatPart } from './formats/format.ts';
import { groupBy } from './formats/paths.ts';
import { joinLeaderboard } from './join.ts';
import { mergeTables } from './merge.ts';
import { leftAside, noOutcomes, notAFile, recognised, stdinTwice } from './messages.ts';
import type { OutcomeTable } from './outcomes.ts';
import { concatSheets, overlayModels, overlayTasks } from './overlay.ts';
import { openSource, type Source, type SourceFile } from './source.ts';
import { flagsFromTable, modelsFromTable, tasksFromTable } from './tables.ts';

export interface ReadRequest {
  /** Files, folders, zips, or `-` for stdin; together they are one leaderboard. */
  readonly outcomes: readonly string[];
  readonly tasks?: string | null;
  readonly models?: string | null;
  readonly flags?: string | null;
  /** Name of a format, instead of telling it by content. */
  readonly format?: string | null;
  readonly choices?: Partial<ReadChoices>;
}

export interface InputSum {
  readonly role: 'outcomes' | 'tasks' | 'models' | 'flags';
  readonly source: string;
  readonly sha256: string | null;
}

export interface ReadResult {
  readonly leaderboard: Leaderboard;
  /** A sentence for each kind of input that was recognised. */
  readonly recognised: string;
  readonly inputs: readonly InputSum[];
  /** What each status word was taken for, with counts; empty for tables of 0 and 1. */
  readonly mapping: readonly MappedWord[];
  readonly notes: readonly string[];
}

interface Opened {
  readonly source: Source;
  readonly detected: Detected;
  readonly sums: Sums;
}

/**
 * Reads outcomes in any known format, tells the format by content, and joins tasks, models and flags to them.
 * What the user's tables say wins over what a format knows; the tasks table is the task list.
 *
 * @throws InputError on every fault of the input: one line that names file, place, value and what is allowed.
 * @example (await readLeaderboard({ outcomes: ['outcomes.csv'], flags: 'flags.csv' })).leaderboard.models.length
 */
export async function readLeaderboard(request: ReadRequest): Promise<ReadResult> {
  const choices = { ...DEFAULT_CHOICES, ...request.choices };
  const wanted = request.format == null ? null : formatNamed(request.format);
  checkPaths(request);
  const tables = await readTables(request, choices);
  const tasks = tables.tasks === null ? null : tasksFromTable(tables.tasks.table);
  const models = tables.models === null ? null : modelsFromTable(tables.models.table);
  const flags = tables.flags === null ? null : flagsFromTable(tables.flags.table);

  const opened: Opened[] = [];
  for (const path of request.outcomes) {
    const source = await openSource(path, choices.unpackLimit);
    opened.push({ source, detected: await detect(source, wanted), sums: sumsOf(source) });
  }
  const taskList = tasks?.rows.map((row) => row.id) ?? null;
  const parts = [];
  for (const group of groupBy(opened, ({ detected }) => detected.format.name).values()) {
    parts.push(await readGroup(group, choices, taskList));
  }
  const outcomes = mergeTables(request.outcomes.join(', '), parts);
  const leaderboard = joinLeaderboard({
    outcomes,
    tasks: overlayTasks(concatSheets(parts.map((part) => part.taskRows)), tasks, outcomes.tasks),
    models: overlayModels(concatSheets(parts.map((part) => part.modelRows)), models),
    flags: flags ?? concatSheets(parts.map((part) => part.flagRows)),
  });
  const notes = [...asideNotes(opened), ...leaderboard.notes];
  return {
    leaderboard: { ...leaderboard, notes },
    recognised: parts.map((part) => part.sentence).join(' '),
    inputs: [
      ...opened.map(({ source, sums }) => ({
        role: 'outcomes' as const,
        source: source.name,
        sha256: sums.digest(),
      })),
      ...Object.values(tables)
        .filter((table) => table !== null)
        .map(({ role, table, sha256 }) => ({ role, source: table.file, sha256 })),
    ],
    mapping: parts.flatMap((part) => part.mapping),
    notes,
  };
}

/**
 * The user's tasks, models and flags tables joined to outcomes that come from elsewhere (an engine).
 *
 * @param outcomes is given the task list, null where there is no tasks table
 */
export async function readWithTables(
  request: Omit<ReadRequest, 'outcomes'>,
  outcomes: (taskList: readonly string[] | null) => Promise<OutcomeTable>,
): Promise<ReadResult> {
  const choices = { ...DEFAULT_CHOICES, ...request.choices };
  const tables = await readTables({ ...request, outcomes: [] }, choices);
  const tasks = tables.tasks === null ? null : tasksFromTable(tables.tasks.table);
  const table = await outcomes(tasks?.rows.map((row) => row.id) ?? null);
  const leaderboard = joinLeaderboard({
    outcomes: table,
    tasks,
    models: tables.models === null ? null : modelsFromTable(tables.models.table),
    flags: tables.flags === null ? null : flagsFromTable(tables.flags.table),
  });
  return {
    leaderboard,
    recognised: `${table.source}: ${table.models.length} models, ${table.tasks.length} tasks.`,
    inputs: [
      { role: 'outcomes', source: table.source, sha256: null },
      ...Object.values(tables)
        .filter((one) => one !== null)
        .map(({ role, table: { file }, sha256 }) => ({ role, source: file, sha256 })),
    ],
    mapping: [],
    notes: leaderboard.notes,
  };
}

async function readGroup(
  group: readonly Opened[],
  choices: ReadChoices,
  taskList: readonly string[] | null,
): Promise<FormatPart & { readonly sentence: string }> {
  const { format } = group[0].detected;
  const owner = new Map<SourceFile, Sums>();
  for (const { source, sums } of group) for (const file of source.files) owner.set(file, sums);
  const names = group.map(({ source }) => source.name).join(', ');
  const sniffs = group.flatMap(({ detected }) => detected.files);
  const part = await format.read({
    source: names,
    files: sniffs.map(({ file }) => file),
    heads: new Map(sniffs.map(({ file, head }) => [file, head])),
    all: group.flatMap(({ source }) => source.files),
    choices,
    taskList,
    tap: (file) => owner.get(file)!.tap(file),
  });
  return {
    ...part,
    sentence: recognised(names, format.title, part.detail, part.models.length, part.tasks.length),
  };
}

/** Sums of the files read; of a zip its own, as sha256sum gives it. */
function sumsOf({ name, kind }: Source): Sums {
  return kind === 'zip' ? fileSum(name) : sums(name);
}

function checkPaths(request: ReadRequest): void {
  if (request.outcomes.length === 0) throw new InputError(noOutcomes());
  const all = [...request.outcomes, request.tasks, request.models, request.flags];
  if (all.filter((path) => path === '-').length > 1) throw new InputError(stdinTwice(), { file: '-' });
}

type Role = 'tasks' | 'models' | 'flags';

async function readTables(request: ReadRequest, choices: ReadChoices) {
  const read = async (role: Role) => {
    const path = request[role];
    return path == null ? null : { role, ...(await readTable(path, choices.unpackLimit)) };
  };
  return { tasks: await read('tasks'), models: await read('models'), flags: await read('flags') };
}

/** A CSV or TSV table held whole, with its sum. */
export async function readTable(
  path: string,
  limit = DEFAULT_CHOICES.unpackLimit,
): Promise<{ readonly table: Table; readonly sha256: string | null }> {
  const source = await openSource(path, limit);
  if (source.files.length !== 1 || source.kind === 'folder') throw new InputError(notAFile(), { file: path });
  const sum = sums(path);
  const text = await readWholeText(source.files[0], sum.tap(source.files[0]), limit);
  return { table: parseTable(text, path), sha256: sum.digest() };
}

function asideNotes(opened: readonly Opened[]): string[] {
  return opened.flatMap(({ source, detected }) =>
    detected.aside.map(({ format, count }) => leftAside(source.name, format.title, format.name, count)),
  );
}
