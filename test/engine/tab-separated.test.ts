/** ClickHouse's TabSeparated; the expected texts are those of its manual. */
import { describe, expect, it } from 'vitest';
import { eachLine, unescapeField } from '../../src/engine/tab-separated.ts';

async function linesOf(bytes: Buffer, size: number) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  const lines: string[][] = [];
  const stream = (async function* () {
    yield* chunks;
  })();
  const rest = await eachLine(stream, (fields) => void lines.push(fields));
  return { lines, rest };
}

describe('unescapeField', () => {
  it.each([
    ['a', 'a'],
    ['', ''],
    ['a\\tb', 'a\tb'],
    ['\\b\\f\\r\\n\\t\\0', '\b\f\r\n\t\0'],
    ["\\'", "'"],
    ['\\\\n', '\\n'],
    ['\\\\\\n', '\\\n'],
    ['\\\\N', '\\N'],
  ])('%j is %j', (field, value) => {
    expect(unescapeField(field)).toBe(value);
  });
});

describe('eachLine', () => {
  const bytes = Buffer.from('é\t😀\n\n\tb\\nc\nrest');
  it.each([1, 2, 3, 5, 100])('gives the same lines in chunks of %d bytes', async (size) => {
    expect(await linesOf(bytes, size)).toEqual({ lines: [['é', '😀'], [''], ['', 'b\\nc']], rest: 'rest' });
  });
});
