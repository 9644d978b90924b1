import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command } from 'commander';
import { InputError } from '../errors.ts';
import { shownName } from '../format.ts';
import { coverage } from '../leaderboard/coverage.ts';
import { MANIFEST_SCHEMA } from '../read/formats/passgap.ts';
import { type ReadResult, readLeaderboard } from '../read/leaderboard.ts';
import { flagsCsv, LAYOUTS, type Layout, modelsCsv, outcomesCsv, tasksCsv } from '../read/tidy.ts';
import { VERSION } from '../version.ts';
import { addTableOptions, type TableFlags, tableRequest } from './leaderboard-input.ts';
import { note, printJson, printResult, toJson } from './output.ts';
import { mappingText } from './read-options.ts';
import { textTable } from './table.ts';

interface Flags extends TableFlags {
  readonly output: string;
  readonly layout?: string;
  readonly parquet?: boolean;
  readonly arrow?: boolean;
  readonly force?: boolean;
  readonly explain?: boolean;
  readonly json?: boolean;
}

/** `passgap import` */
export function importCommand(): Command {
  const command = new Command('import')
    .description("write outcomes of any known format as passgap's own tidy tables, with a manifest")
    .argument('<sources...>', 'tables, result files, folders or zips; - reads stdin')
    .requiredOption('-o, --output <folder>', 'folder to write; must not exist, or be empty');
  return addTableOptions(command)
    .option('--layout <wide|long>', 'of outcomes.csv (default wide)')
    .option('--parquet', 'write outcomes.parquet too')
    .option('--arrow', 'write joined.arrow too: a row an outcome, with its task and model beside it')
    .option('--force', 'replace what the folder holds of these files')
    .option('--explain', 'show what each status word was taken for')
    .option('--json', 'print the manifest')
    .addHelpText('after', '\nExample:\n  $ passgap import logs/run_evaluation -o tidy --tasks tasks.csv')
    .action(async (sources: string[], flags: Flags) => {
      const layout = layoutOf(flags.layout);
      checkFolder(flags.output, flags.force === true);
      const read = await readLeaderboard({ ...tableRequest(flags), outcomes: sources });
      const files = await filesOf(read, layout, flags);
      const manifest = manifestOf(read, files);
      writeFolder(
        flags.output,
        new Map([...files, ['manifest.json', `${toJson(manifest)}\n`]]),
        flags.force === true,
      );
      note(read.recognised);
      for (const text of read.notes) note(shownName(text));
      if (flags.json) {
        printJson(manifest);
        return;
      }
      if (flags.explain) printResult(`${mappingText(read.mapping)}\n`);
      printResult(manifestText(flags.output, manifest));
    });
}

type Files = Map<string, string | Uint8Array>;

async function filesOf(
  read: ReadResult,
  layout: Layout,
  wanted: Pick<Flags, 'parquet' | 'arrow'>,
): Promise<Files> {
  const { leaderboard } = read;
  const files: Files = new Map([
    ['outcomes.csv', outcomesCsv(leaderboard, layout)],
    ['tasks.csv', tasksCsv(leaderboard)],
    ['models.csv', modelsCsv(leaderboard)],
  ]);
  const flags = flagsCsv(leaderboard);
  if (flags !== null) files.set('flags.csv', flags);
  if (wanted.parquet) {
    const { outcomesParquet } = await import('../read/tidy-parquet.ts');
    files.set('outcomes.parquet', outcomesParquet(leaderboard));
  }
  if (wanted.arrow) {
    const { joinedArrow } = await import('../read/joined-arrow.ts');
    files.set('joined.arrow', joinedArrow(leaderboard));
  }
  return files;
}

function manifestOf(read: ReadResult, files: Files) {
  const { models, tasks, cells, missingCells, repeatedCells } = coverage(read.leaderboard);
  const flagged = read.leaderboard.tasks.filter((task) => task.status !== 'unaudited').length;
  const sum = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
  return {
    schema: MANIFEST_SCHEMA,
    version: VERSION,
    recognised: read.recognised,
    inputs: read.inputs,
    counts: { models, tasks, cells, missingCells, repeatedCells, flagged },
    mapping: read.mapping,
    notes: read.notes,
    files: Object.fromEntries([...files].map(([name, content]) => [name, sum(content)])),
  };
}

function layoutOf(text: string | undefined): Layout {
  const found = LAYOUTS.find((layout) => layout === (text ?? 'wide'));
  if (found === undefined) throw new InputError(`--layout ${text}: allowed are ${LAYOUTS.join(', ')}`);
  return found;
}

function checkFolder(folder: string, isForced: boolean): void {
  if (isForced || !existsSync(folder)) return;
  if (filesIn(folder) > 0) {
    throw new InputError('it exists and is not empty; name another folder or give --force', { file: folder });
  }
}

function filesIn(folder: string): number {
  try {
    return readdirSync(folder).length;
  } catch (cause) {
    throw new InputError(`can't be written: it is no folder`, { file: folder }, { cause });
  }
}

/** Writes a folder beside, then renames it, or its files where the folder is there already. */
function writeFolder(folder: string, files: Files, isForced: boolean): void {
  // The writing is over before a Ctrl-C is heard, so that it leaves nothing half-written.
  const hold = () => {};
  process.on('SIGINT', hold);
  const beside = `${folder.replace(/[/\\]+$/, '')}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(beside), { recursive: true });
    mkdirSync(beside);
    for (const [name, content] of files) writeFileSync(join(beside, name), content);
    if (!existsSync(folder) || filesIn(folder) === 0) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(beside, folder);
    } else if (isForced) {
      // The manifest last: it vouches for the others.
      for (const name of files.keys()) renameSync(join(beside, name), join(folder, name));
    }
  } catch (cause) {
    throw cause instanceof InputError
      ? cause
      : new InputError(`can't be written: ${(cause as Error).message}`, { file: folder }, { cause });
  } finally {
    process.off('SIGINT', hold);
    rmSync(beside, { recursive: true, force: true });
  }
}

function manifestText(folder: string, manifest: ReturnType<typeof manifestOf>): string {
  const { counts } = manifest;
  const rows = [
    ['models', counts.models],
    ['tasks', counts.tasks],
    ['outcomes', counts.cells - counts.missingCells],
    ['missing', counts.missingCells],
    ['with several attempts', counts.repeatedCells],
    ['tasks with a flag', counts.flagged],
  ].map(([name, value]) => [String(name), String(value)]);
  const table = textTable([{ title: `wrote ${folder}` }, { title: 'count', align: 'right' }], rows);
  return `${table}\n\nFiles: ${Object.keys(manifest.files).join(', ')}, manifest.json`;
}
