/** Which format a source is in, told by its content or named by the user. */
import { InputError } from '../errors.ts';
import type { Format } from './formats/format.ts';
import { FORMATS } from './formats/registry.ts';
import { emptyTable, notOfFormat, severalFormats, unknownFormat, unknownFormatName } from './messages.ts';
import { type Sniff, sniffAll } from './sniff.ts';
import type { Source } from './source.ts';

export interface Detected {
  readonly format: Format;
  readonly files: readonly Sniff[];
  /** Files of other formats that were left aside, by format. */
  readonly aside: readonly { readonly format: Format; readonly count: number }[];
}

/** @throws InputError listing the formats when the name is not one of them. */
export function formatNamed(name: string): Format {
  const format = FORMATS.find((known) => known.name === name);
  if (format === undefined) {
    throw new InputError(
      unknownFormatName(
        name,
        FORMATS.map((known) => known.name),
      ),
    );
  }
  return format;
}

/**
 * Every format is asked for its files. When several have some, those that may lie beside another are left aside;
 * what is still ambiguous is an error.
 */
export async function detect(source: Source, wanted: Format | null): Promise<Detected> {
  const sniffs = await sniffAll(source, (seen) => FORMATS.some((format) => format.recognises(seen)));
  const names = FORMATS.map((format) => format.name);
  if (wanted !== null) {
    const files = sniffs.filter((seen) => wanted.recognises(seen));
    if (files.length > 0) return { format: wanted, files, aside: [] };
    if (sniffs.length === 1 && sniffs[0].isAlone) return { format: wanted, files: [sniffs[0]], aside: [] };
    throw new InputError(notOfFormat(wanted.title, wanted.name), { file: source.name });
  }
  const found = FORMATS.map((format) => ({
    format,
    files: sniffs.filter((seen) => format.recognises(seen)),
  })).filter(({ files }) => files.length > 0);
  const isAside = ({ format }: { format: Format }) =>
    found.some((other) => other.format.besides.includes(format.name));
  const kept = found.filter((one) => !isAside(one));
  if (kept.length === 1) {
    const uses = kept[0].format.uses ?? [];
    const aside = found
      .filter((one) => isAside(one) && !uses.includes(one.format.name))
      .map(({ format, files }) => ({ format, count: files.length }));
    return { ...kept[0], aside };
  }
  if (kept.length > 1) {
    const list = kept.map(({ format, files }) => ({ name: format.name, count: files.length }));
    throw new InputError(severalFormats(list), { file: source.name });
  }
  const table = tableFallback(sniffs);
  if (table !== null) return { format: formatNamed(table), files: sniffs, aside: [] };
  if (sniffs.length > 0 && sniffs.every((seen) => seen.kind === 'empty')) {
    throw new InputError(emptyTable(), { file: sniffs[0].file.name });
  }
  throw new InputError(unknownFormat(source.files.length, names), { file: source.name });
}

/** Records named alone are a table, if one with other columns: its message says which are missing. */
function tableFallback([first, ...more]: readonly Sniff[]): 'jsonl' | 'json' | null {
  if (first === undefined || more.length > 0 || !first.isAlone) return null;
  if (first.kind === 'jsonl') return 'jsonl';
  return first.kind === 'json' && Array.isArray(first.head) ? 'json' : null;
}
