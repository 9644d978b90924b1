/** What a file is, by its first bytes. */
import { InputError } from '../errors.ts';
import { headOf } from './bytes.ts';
import { isObject, parseForeignJson, parseJsonHead } from './json.ts';
import { notUtf8 } from './messages.ts';
import type { Source, SourceFile } from './source.ts';

export type FileKind = 'csv' | 'jsonl' | 'json' | 'parquet' | 'arrow' | 'yaml' | 'empty' | 'other';

export interface Sniff {
  readonly file: SourceFile;
  readonly kind: FileKind;
  /** JSON: the value that the file's beginning stands for. JSONL: its first line. CSV: the header line. */
  readonly head: unknown;
  /** The user named this file itself. */
  readonly isAlone: boolean;
}

const HEAD = 1 << 16;

/** @throws InputError when the file can't be read, is UTF-16, or is broken gzip. */
export async function sniff(file: SourceFile, isAlone: boolean): Promise<Sniff> {
  const bytes = await headOf(file, HEAD);
  const kind = kindOfBytes(bytes);
  if (kind !== null) return { file, kind, head: null, isAlone };
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    throw new InputError(notUtf8(), { file: file.name });
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (text.trim() === '') return { file, kind: 'empty', head: null, isAlone };
  return { file, isAlone, ...textKind(text, file.parts.at(-1) ?? '') };
}

function kindOfBytes(bytes: Buffer): FileKind | null {
  const magic = bytes.subarray(0, 6).toString('latin1');
  if (magic.startsWith('PAR1')) return 'parquet';
  // An Arrow file, or an Arrow stream: a continuation marker, then the length of the schema.
  if (magic === 'ARROW1' || (bytes.length >= 8 && bytes.readUInt32LE(0) === 0xffffffff)) return 'arrow';
  return null;
}

function textKind(text: string, name: string): { kind: FileKind; head: unknown } {
  const start = text.trimStart();
  const end = start.indexOf('\n');
  const first = (end < 0 ? start : start.slice(0, end)).trim();
  if (start.startsWith('{') || start.startsWith('[')) {
    const line = wholeJson(first);
    const isLines = isObject(line) && (/\.(jsonl|ndjson)(\.gz)?$/i.test(name) || moreObjects(start, end));
    return isLines ? { kind: 'jsonl', head: line } : { kind: 'json', head: parseJsonHead(start) };
  }
  if (/\.ya?ml$/i.test(name)) return { kind: 'yaml', head: null };
  const isTable = /\.(csv|tsv|tab)(\.gz)?$/i.test(name) || /[,\t;]/.test(first);
  return { kind: isTable ? 'csv' : 'other', head: first };
}

const moreObjects = (text: string, end: number) => end >= 0 && text.slice(end).trimStart().startsWith('{');

function wholeJson(text: string): unknown {
  try {
    return parseForeignJson(text, {});
  } catch {
    return null;
  }
}

/** Files worth a look inside a folder; logs, patches and the like are passed over. */
const WORTH = /\.(json|jsonl|ndjson|csv|tsv|tab|parquet|arrow|feather|ipc)(\.gz)?$/i;

/** Files of one name and depth that are looked at in vain before the rest are taken to be the same. */
const TRIES = 20;

/**
 * Looks at the files of a source. All `report.json` of one depth are told by the first of them that is known,
 * so that a tree of tens of thousands of reports is told by a few.
 */
export async function sniffAll({ kind, files }: Source, isKnown: (seen: Sniff) => boolean): Promise<Sniff[]> {
  if (files.length === 1 && kind !== 'folder') return [await sniff(files[0], true)];
  const found: Sniff[] = [];
  const byName = new Map<string, { seen: Sniff; tries: number; isKnown: boolean }>();
  for (const file of files) {
    const name = file.parts.at(-1) ?? '';
    if (!WORTH.test(name)) continue;
    const key = `${file.parts.length}/${name}`;
    const before = byName.get(key);
    if (before !== undefined && (before.isKnown || before.tries >= TRIES)) {
      found.push({ ...before.seen, file });
      continue;
    }
    const seen = await sniff(file, false);
    byName.set(key, { seen, tries: (before?.tries ?? 0) + 1, isKnown: isKnown(seen) });
    found.push(seen);
  }
  return found;
}
