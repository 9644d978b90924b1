/** What a format gives: how its files are told, what its words mean, how they are read. */
import type { Tap } from '../bytes.ts';
import type { MappedWord, WordTable } from '../cells.ts';
import type { ReadChoices } from '../choices.ts';
import type { OutcomeTable } from '../outcomes.ts';
import type { Sniff } from '../sniff.ts';
import type { SourceFile } from '../source.ts';
import type { FlagRow, ModelRow, Sheet, TaskRow } from '../tables.ts';

export interface FormatInput {
  /** As the user wrote it. */
  readonly source: string;
  /** The files that the format recognised. */
  readonly files: readonly SourceFile[];
  /** What the beginning of each of them stands for. */
  readonly heads: ReadonlyMap<SourceFile, unknown>;
  /** Every file of the source, for companions such as `metadata.yaml`. */
  readonly all: readonly SourceFile[];
  readonly choices: ReadChoices;
  /** Ids of the tasks table, where one was given. */
  readonly taskList: readonly string[] | null;
  /** For the sums of what was read. */
  tap(file: SourceFile): Tap;
}

/** Outcomes with whatever else the format knows of models and tasks. */
export interface FormatPart extends OutcomeTable {
  /** What was recognised, to end the sentence "x: <title>, <detail>". */
  readonly detail: string;
  readonly mapping: readonly MappedWord[];
  readonly modelRows: Sheet<ModelRow> | null;
  readonly taskRows: Sheet<TaskRow> | null;
  readonly flagRows: Sheet<FlagRow> | null;
}

export interface Format {
  /** As `--format` takes it. */
  readonly name: string;
  /** As the sentence of what was recognised calls it. */
  readonly title: string;
  readonly words: WordTable;
  /** Formats whose files may lie in the same folder and are then left aside. */
  readonly besides: readonly string[];
  /** Formats whose files this one reads itself, to compare. */
  readonly uses?: readonly string[];
  recognises(sniff: Sniff): boolean;
  read(input: FormatInput): Promise<FormatPart>;
}

/** A part that knows nothing but outcomes. */
export const bareSheets = { modelRows: null, taskRows: null, flagRows: null } as const;
