/** The options that change what a reader takes for a pass, and the table that shows what it took. */
import type { Command } from 'commander';
import { InputError } from '../errors.ts';
import { shownName } from '../format.ts';
import type { MappedWord } from '../read/cells.ts';
import {
  DEFAULT_CHOICES,
  type ReadChoices,
  SAMPLE_CHOICES,
  VERDICTS,
  type Verdict,
} from '../read/choices.ts';
import { textTable } from './table.ts';

export interface ReadFlags {
  readonly status?: string[];
  readonly credit?: string;
  readonly filter?: string;
  readonly metric?: string;
  readonly scorer?: string;
  readonly benchmark?: string;
  readonly samples?: string;
  readonly threshold?: string;
  readonly columns?: string[];
  readonly unpackLimit?: string;
}

/** Adds the options of reading to a command. */
export function addReadOptions(command: Command): Command {
  return command
    .option(
      '--status <word=verdict...>',
      'what a status word means: pass, fail or missing (--explain shows the words)',
    )
    .option(
      '--credit <base|plus>',
      `EvalPlus: which tests count (default ${DEFAULT_CHOICES.credit}, which needs base too)`,
    )
    .option('--filter <name>', 'lm-eval: which filter counts (default: the first of each file)')
    .option(
      '--metric <name>',
      'lm-eval, HELM, Harbor: which metric (default: the first; exact_match; reward)',
    )
    .option('--scorer <name>', 'Inspect: which scorer, or scorer/key (default: the first of each log)')
    .option('--benchmark <name>', 'which one where the input holds several; all takes them all')
    .option(
      '--samples <which>',
      `several attempts at a cell: all (k of n), first or last (default ${DEFAULT_CHOICES.samples})`,
    )
    .option(
      '--threshold <score>',
      `a numeric score from here on is a pass (default ${DEFAULT_CHOICES.threshold})`,
    )
    .option('--columns <ours=theirs...>', 'columns of a table: model, task, passed, attempts, run')
    .option(
      '--unpack-limit <MiB>',
      `largest file held whole (default ${DEFAULT_CHOICES.unpackLimit / 2 ** 20})`,
    );
}

/** Text to choices; only what was given. */
export function readChoices(flags: ReadFlags): Partial<ReadChoices> {
  const given = {
    status: flags.status === undefined ? undefined : verdicts(flags.status),
    credit: oneOf('--credit', flags.credit, ['base', 'plus'] as const),
    filter: flags.filter,
    metric: flags.metric,
    scorer: flags.scorer,
    benchmark: flags.benchmark,
    samples: oneOf('--samples', flags.samples, SAMPLE_CHOICES),
    threshold: positive('--threshold', flags.threshold),
    columns: flags.columns === undefined ? undefined : pairs('--columns', flags.columns, COLUMNS),
    unpackLimit:
      flags.unpackLimit === undefined ? undefined : positive('--unpack-limit', flags.unpackLimit)! * 2 ** 20,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const COLUMNS = ['model', 'task', 'passed', 'attempts', 'run'];

function verdicts(words: readonly string[]): Record<string, Verdict> {
  return Object.fromEntries(
    words.map((text) => {
      const at = text.lastIndexOf('=');
      const verdict = VERDICTS.find((known) => known === text.slice(at + 1));
      if (at <= 0 || verdict === undefined) {
        throw new InputError(`--status ${text}: allowed is WORD=pass, WORD=fail or WORD=missing`);
      }
      return [text.slice(0, at), verdict];
    }),
  );
}

function pairs(option: string, texts: readonly string[], allowed: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf('=');
      const name = text.slice(0, at);
      if (at <= 0 || at === text.length - 1 || !allowed.includes(name)) {
        throw new InputError(
          `${option} ${text}: allowed is NAME=COLUMN with NAME one of ${allowed.join(', ')}`,
        );
      }
      return [name, text.slice(at + 1)];
    }),
  );
}

function oneOf<T extends string>(
  option: string,
  text: string | undefined,
  allowed: readonly T[],
): T | undefined {
  if (text === undefined) return undefined;
  const found = allowed.find((known) => known === text);
  if (found === undefined) throw new InputError(`${option} ${text}: allowed are ${allowed.join(', ')}`);
  return found;
}

function positive(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw new InputError(`${option} ${text}: allowed is a number above 0`);
  return value;
}

/** What every status word was taken for, as a table. */
export function mappingText(mapping: readonly MappedWord[]): string {
  if (mapping.length === 0) return 'The input holds 0 and 1 (or k/n), no status words.';
  return textTable(
    [
      { title: 'format' },
      { title: 'status' },
      { title: 'taken for' },
      { title: 'outcomes', align: 'right' },
      { title: '' },
    ],
    mapping.map(({ format, word, verdict, count, remapped }) => [
      format,
      shownName(word),
      verdict,
      String(count),
      remapped ? 'by --status' : '',
    ]),
  );
}
