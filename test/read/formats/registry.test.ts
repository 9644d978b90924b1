/** docs/reading.md names every format and what each of its words is taken for. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VERDICTS } from '../../../src/read/choices.ts';
import { FORMATS } from '../../../src/read/formats/registry.ts';

const text = readFileSync(new URL('../../../docs/reading.md', import.meta.url), 'utf8').replace(/ +/g, ' ');

describe.each(FORMATS.map((format) => [format.name, format] as const))('%s', (name, format) => {
  const words = Object.entries(format.words);
  it('stands in docs/reading.md with its words', () => {
    if (words.length === 0) {
      expect(text).toContain(`\`${name}\``);
      return;
    }
    const columns = VERDICTS.map((verdict) =>
      words
        .filter(([, taken]) => taken === verdict)
        .map(([word]) => `\`${word}\``)
        .join(', '),
    );
    expect(text).toContain(`| \`${name}\` | ${columns.join(' | ')} |`);
  });
});
