/** Lines of a UTF-8 text of any size. */
import { StringDecoder } from 'node:string_decoder';
import { InputError } from '../errors.ts';
import { streamOf, type Tap } from './bytes.ts';
import { parseJson } from './json.ts';
import { longLine } from './messages.ts';
import type { SourceFile } from './source.ts';

const LONGEST = 64 * 1024 * 1024;

/** Visits every line that is not blank, with its 1-based number; `visit` returning false ends it. */
export async function eachLine(
  file: SourceFile,
  tap: Tap | undefined,
  visit: (text: string, line: number) => boolean,
): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let line = 0;
  const take = (text: string): boolean => {
    line++;
    const clean = line === 1 && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    return clean.trim() === '' || visit(clean, line);
  };
  for await (const chunk of await streamOf(file, tap)) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    if (rest.length > LONGEST) throw new InputError(longLine(), { file: file.name, line: line + 1 });
    for (const part of parts) if (!take(part)) return;
  }
  take(rest + decoder.end());
}

/** The same with every line parsed as JSON. */
export async function eachJsonLine(
  file: SourceFile,
  tap: Tap | undefined,
  visit: (value: unknown, line: number) => boolean,
  parse = parseJson,
): Promise<void> {
  await eachLine(file, tap, (text, line) => visit(parse(text, { file: file.name, line }), line));
}
