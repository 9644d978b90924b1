/** Where a JSON text breaks: the runtime's own messages differ between versions and often name no place. */

export interface JsonFault {
  /** 1-based. */
  readonly line: number;
  readonly character: number;
  readonly problem: string;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;

/** The first fault of a text that is no JSON; null when none is found. */
export function jsonFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let want: 'value' | 'name' | 'nameOrEnd' | 'valueOrEnd' | 'colon' | 'next' = 'value';

  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const scalar = () => {
    for (const word of ['true', 'false', 'null']) {
      if (text.startsWith(word, at)) {
        at += word.length;
        return true;
      }
    }
    return text[at] === '"' ? skip(STRING) : skip(NUMBER);
  };

  for (;;) {
    skip(SPACE);
    const c = text[at];
    if (want === 'next' && open.length === 0) return c === undefined ? null : fault(text, at, 'the end');
    if (want === 'next') {
      const close = open.at(-1) === '{' ? '}' : ']';
      if (c === close) open.pop();
      else if (c === ',') want = open.at(-1) === '{' ? 'name' : 'value';
      else return fault(text, at, `"," or "${close}"`);
      at++;
    } else if (want === 'colon') {
      if (c !== ':') return fault(text, at, '":"');
      at++;
      want = 'value';
    } else if ((want === 'nameOrEnd' && c === '}') || (want === 'valueOrEnd' && c === ']')) {
      open.pop();
      at++;
      want = 'next';
    } else if (want === 'name' || want === 'nameOrEnd') {
      if (c !== '"' || !skip(STRING)) return fault(text, at, 'a name in double quotes');
      want = 'colon';
    } else if (c === '{' || c === '[') {
      open.push(c);
      at++;
      want = c === '{' ? 'nameOrEnd' : 'valueOrEnd';
    } else if (scalar()) want = 'next';
    else return fault(text, at, 'a value');
  }
}

function fault(text: string, at: number, wanted: string): JsonFault {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const character = at - (before.lastIndexOf('\n') + 1) + 1;
  if (at >= text.length) return { line, character, problem: `it ends where ${wanted} is needed` };
  const found = JSON.stringify(text.slice(at, at + 12));
  return { line, character, problem: `character ${character} begins ${found} where ${wanted} is needed` };
}
