/**
 * What of an executed notebook is committed: sources and results, without what differs from one run or machine to
 * the next (times, colours of the terminal, how a stream was cut into pieces, versions of the programs that ran it).
 *
 *     tsx normalise.ts FILE.ipynb ...     rewrites the files in place
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

type Text = string | readonly string[];

interface Output {
  readonly output_type: 'stream' | 'execute_result' | 'display_data' | 'error';
  readonly name?: string;
  readonly text?: Text;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly evalue?: string;
  readonly metadata?: object;
}

interface Cell {
  readonly cell_type: 'code' | 'markdown';
  readonly id?: string;
  readonly metadata?: object;
  readonly execution_count?: number | null;
  readonly source: Text;
  readonly outputs?: readonly Output[];
}

export interface Notebook {
  readonly cells: readonly Cell[];
  readonly [more: string]: unknown;
}

const METADATA = {
  kernelspec: { display_name: 'Deno', language: 'typescript', name: 'deno' },
  language_info: { file_extension: '.ts', mimetype: 'text/x.typescript', name: 'typescript' },
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that begins a colour code
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;
/** Where this checkout stands, and what else only this machine has. */
const HERE = fileURLToPath(new URL('..', import.meta.url));
const MACHINE = /(?:file:\/\/|\/home\/|\/root\/|\/tmp\/)[^\s"'<]*/;

/**
 * A notebook of format 4.5 with known metadata, cells numbered in order and ids kept.
 *
 * @throws Error naming the cell for an output that is an error, the value of its last line, or names a folder of the
 * machine, for a result that `show.ts` was told to show and that did not come, and for an id that is missing or
 * stands twice.
 */
export function normalise(notebook: Notebook): Notebook {
  const ids = new Set<string>();
  let executed = 0;
  const cells = notebook.cells.map((cell, i): Cell => {
    const { id, cell_type } = cell;
    if (id === undefined || id === '') throw new Error(`cell ${i + 1} has no id`);
    if (ids.has(id)) throw new Error(`cell ${i + 1}: the id ${id} stands twice`);
    ids.add(id);
    const source = lines(joined(cell.source).trimEnd());
    if (cell_type !== 'code') return { cell_type, id, metadata: {}, source };
    const count = ++executed;
    const outputs = mergeStreams(cell.outputs ?? []).map((output) => outputOf(output, id));
    const wanted = source.join('').match(/\bshow\.\w+\(/g)?.length ?? 0;
    const found = outputs.filter((output) => output.output_type === 'display_data').length;
    if (found !== wanted) throw new Error(`cell ${id} shows ${wanted} results, ${found} came`);
    return { cell_type, execution_count: count, id, metadata: {}, outputs, source };
  });
  return { cells, metadata: METADATA, nbformat: 4, nbformat_minor: 5 };
}

/** The text of a notebook file, as Jupyter writes it. */
export const notebookText = (notebook: Notebook): string => `${JSON.stringify(notebook, null, 1)}\n`;

function outputOf(output: Output, cell: string): Output {
  const { output_type, name, evalue } = output;
  if (output_type === 'error') throw new Error(`cell ${cell} failed: ${evalue ?? ''}`);
  if (output_type === 'execute_result')
    throw new Error(`cell ${cell} gives back a value: show it by show.ts`);
  if (output_type === 'stream') return { name, output_type, text: clean(joined(output.text ?? ''), cell) };
  const kinds = Object.entries(output.data ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const data = Object.fromEntries(
    kinds.map(([kind, value]) => [kind, isText(value) ? clean(joined(value), cell) : value]),
  );
  return { data, metadata: {}, output_type };
}

/** A stream comes in pieces of any size: those of one name in a row are one. */
function mergeStreams(outputs: readonly Output[]): Output[] {
  const merged: Output[] = [];
  for (const output of outputs) {
    const last = merged.at(-1);
    if (output.output_type === 'stream' && last?.output_type === 'stream' && last.name === output.name)
      merged[merged.length - 1] = { ...last, text: joined(last.text ?? '') + joined(output.text ?? '') };
    else merged.push(output);
  }
  return merged;
}

function clean(text: string, cell: string): string[] {
  const plain = text.replace(COLOURS, '');
  const found = plain.includes(HERE) ? HERE : MACHINE.exec(plain)?.[0];
  if (found !== undefined) throw new Error(`cell ${cell} shows a place on this machine: ${found}`);
  return lines(plain);
}

const isText = (value: unknown): value is Text =>
  typeof value === 'string' || (Array.isArray(value) && value.every((line) => typeof line === 'string'));
const joined = (text: Text): string => (typeof text === 'string' ? text : text.join(''));
/** Lines with their ends, as notebooks hold text. */
const lines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const file of process.argv.slice(2)) {
    try {
      writeFileSync(file, notebookText(normalise(JSON.parse(readFileSync(file, 'utf8')))));
    } catch (error) {
      console.error(`${basename(file)}: ${(error as Error).message}`);
      process.exitCode = 1;
    }
  }
}
