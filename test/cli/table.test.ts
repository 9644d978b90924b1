/** Wrapped paragraphs of the terminal. */
import { expect, it } from 'vitest';
import { paragraph } from '../../src/cli/table.ts';

it('puts a mark before the first line only', () => {
  expect(paragraph('one two three four', '- ', 12)).toBe('- one two\n  three four');
  expect(paragraph('one two', '', 12)).toBe('one two');
});
