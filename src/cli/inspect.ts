import { Command } from 'commander';
import { InputError } from '../errors.ts';
import { fixed, plural, shownName } from '../format.ts';
import { type Coverage, coverage, requirePerStratum } from '../leaderboard/coverage.ts';
import { type Leaderboard, STATUSES } from '../leaderboard/types.ts';
import { type ReadResult, readLeaderboard } from '../read/leaderboard.ts';
import { addTableOptions, type TableFlags, tableRequest } from './leaderboard-input.ts';
import { printJson, printResult } from './output.ts';
import { mappingText } from './read-options.ts';
import { paragraph, textTable } from './table.ts';

interface Flags extends TableFlags {
  readonly minPerStratum?: string;
  readonly explain?: boolean;
  readonly json?: boolean;
}

/** `passgap inspect` */
export function inspectCommand(): Command {
  const command = new Command('inspect')
    .description('what a leaderboard holds: models, tasks, strata, coverage, saturation and flags')
    .argument('<sources...>', 'tables, result files, folders or zips; - reads stdin');
  return addTableOptions(command)
    .option('--min-per-stratum <n>', 'fail when a stratum has fewer hackable or robust tasks with outcomes')
    .option('--explain', 'show what each status word was taken for')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  $ passgap inspect evaluation/verified --tasks tasks.csv --explain')
    .action(async (sources: string[], flags: Flags) => {
      const least = wholeFrom1('--min-per-stratum', flags.minPerStratum);
      const read = await readLeaderboard({ ...tableRequest(flags), outcomes: sources });
      const found = coverage(read.leaderboard);
      if (least !== null) requirePerStratum(found, least);
      if (flags.json) printJson(inspection(read, found));
      else printResult(inspectionText(read, found, flags.explain === true));
    });
}

function wholeFrom1(option: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InputError(`${option} ${text}: allowed is a whole number from 1`);
  return Number(text);
}

function inspection(read: ReadResult, found: Coverage) {
  return {
    recognised: read.recognised,
    inputs: read.inputs,
    mapping: read.mapping,
    coverage: found,
    statuses: statusCounts(read.leaderboard),
    attempts: attemptCounts(read.leaderboard),
    notes: read.notes,
  };
}

function statusCounts({ tasks }: Leaderboard): Record<string, number> {
  return Object.fromEntries(
    STATUSES.map((status) => [status, tasks.filter((task) => task.status === status).length]),
  );
}

/** Submissions with one attempt a task, with more, and those that don't say. */
function attemptCounts({ models }: Leaderboard) {
  const count = (holds: (attempts: string | null) => boolean) =>
    models.filter((model) => holds(model.attempts)).length;
  return {
    one: count((attempts) => attempts === '1'),
    more: count((attempts) => attempts !== null && attempts !== '1'),
    unknown: count((attempts) => attempts === null),
  };
}

function inspectionText(read: ReadResult, found: Coverage, isExplained: boolean): string {
  const { leaderboard } = read;
  const statuses = statusCounts(leaderboard);
  const attempts = attemptCounts(leaderboard);
  const parts = [
    paragraph(shownName(read.recognised)),
    textTable(
      [{ title: 'leaderboard' }, { title: 'count', align: 'right' }, { title: '' }],
      [
        ['models', String(found.models), ''],
        ['- pass@1', String(attempts.one), ''],
        [
          '- more than one attempt',
          String(attempts.more),
          'not pass@1; --attempts 1 of analyze leaves them out',
        ],
        ['- attempts not said', String(attempts.unknown), ''],
        ['- with few tasks', String(found.fewTasks.length), some(found.fewTasks.map(({ model }) => model))],
        ['tasks', String(found.tasks), ''],
        ['- never run', String(found.neverRun.length), some(found.neverRun)],
        ['- never solved', String(found.neverSolved.length), some(found.neverSolved)],
        ['- always solved', String(found.alwaysSolved.length), some(found.alwaysSolved)],
        ['- that tell models apart', String(found.discriminating), ''],
        ...STATUSES.map((status) => [`- ${status}`, String(statuses[status]), '']),
        ['cells', String(found.cells), ''],
        ['- missing', String(found.missingCells), share(found.missingCells, found.cells)],
        ['- with several attempts', String(found.repeatedCells), ''],
      ],
    ),
    strataTable(found),
    paragraph(
      `Missing outcomes are in no rate; analyze leaves them out, or counts them as fails with --missing fail. Few tasks: outcomes for less than ${fixed(100 * found.fewShare, 0)} % of the tasks.`,
    ),
  ];
  if (isExplained) parts.push(mappingText(read.mapping));
  if (read.notes.length > 0) parts.push(read.notes.map((text) => paragraph(shownName(text))).join('\n'));
  return parts.join('\n\n');
}

function strataTable(found: Coverage): string {
  return textTable(
    [
      { title: 'stratum' },
      { title: 'tasks', align: 'right' },
      { title: 'hackable', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: 'solved', align: 'right' },
      { title: 'missing cells', align: 'right' },
    ],
    found.perStratum.map((row) => [
      row.stratum === '' ? '(none)' : shownName(row.stratum),
      String(row.tasks),
      String(row.hackable),
      String(row.robust),
      row.passRate === null ? 'n/a' : `${fixed(100 * row.passRate, 1)} %`,
      String(row.missingCells),
    ]),
  );
}

const share = (part: number, whole: number) => (part === 0 ? '' : `${fixed((100 * part) / whole, 1)} %`);

const some = (ids: readonly string[], most = 3): string =>
  ids.slice(0, most).map(shownName).join(', ') +
  (ids.length > most ? ` and ${plural(ids.length - most, 'other')}` : '');
