/** ClickHouse's TabSeparated, from a stream of bytes to rows of text. */
import { StringDecoder } from 'node:string_decoder';

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  r: '\r',
  n: '\n',
  t: '\t',
  '0': '\0',
};

/** A field as it was before the server wrote it: `\t` is a tab, `\\` a backslash, `\'` an apostrophe. */
export function unescapeField(field: string): string {
  if (!field.includes('\\')) return field;
  return field.replace(/\\(.)/gs, (_, code: string) => ESCAPES[code] ?? code);
}

/**
 * Visits every line of a stream, split at tabs and still escaped; a line end inside a value is escaped, so lines
 * are rows. The strings may be slices of a larger one: copy those that are kept. A last line without its line
 * end is not visited, and its text is returned.
 */
export async function eachLine(
  stream: AsyncIterable<Buffer>,
  visit: (fields: string[], line: string) => void,
): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const text = rest + decoder.write(chunk);
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end);
      visit(line.split('\t'), line);
      start = end + 1;
    }
    rest = text.slice(start);
  }
  return rest + decoder.end();
}
