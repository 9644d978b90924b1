import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '../../src/read/json-fault.ts';

describe('jsonFault', () => {
  it.each([
    ['', 1, 1, 'it ends where a value is needed'],
    ['{"a":1,}', 1, 8, 'character 8 begins "}" where a name in double quotes is needed'],
    ['[1,\n 2 3]', 2, 4, 'character 4 begins "3]" where "," or "]" is needed'],
    ['{"a" 1}', 1, 6, 'character 6 begins "1}" where ":" is needed'],
    ["{'a':1}", 1, 2, `character 2 begins "'a':1}" where a name in double quotes is needed`],
    ['[NaN]', 1, 2, 'character 2 begins "NaN]" where a value is needed'],
    ['[1] x', 1, 5, 'character 5 begins "x" where the end is needed'],
    ['{"a":[1', 1, 8, 'it ends where "," or "]" is needed'],
    ['["a\nb"]', 1, 2, 'character 2 begins "\\"a\\nb\\"]" where a value is needed'],
  ])('%j', (text, line, character, problem) => {
    expect(jsonFault(text)).toEqual({ line, character, problem });
  });

  it('finds a fault exactly where JSON.parse does', () => {
    const accepts = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', '1', ':'),
        (json, at, more) => {
          const i = at % (json.length + 1);
          const text = json.slice(0, i) + more + json.slice(i + (more === '' ? 1 : 0));
          expect(jsonFault(text) === null).toBe(accepts(text));
        },
      ),
      { numRuns: 500 },
    );
  });
});
