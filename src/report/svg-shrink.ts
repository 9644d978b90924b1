/**
 * Makes Vega's drawings about half as long without changing what is seen: round symbols become circles, what is
 * the default goes, and what all marks of a group share stands once, on the group.
 */

/** Attributes that children inherit from their group. */
const INHERITED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'text-anchor',
];

const MARKS = /<g([^>]*)>((?:<(?:circle|path|line)[^>]*\/>|<text[^>]*>[^<]*<\/text>){2,})<\/g>/g;

export function shrinkSvg(body: string): string {
  return body
    .replace(/<(?:path|line|text)[^>]*>/g, shortTag)
    .replace(MARKS, (_, own: string, children: string) => hoist(own, children));
}

const CIRCLE =
  /^<path transform="translate\(([^,]+),([^)]+)\)" d="M([\d.]+),0A\3,\3,0,1,1,-\3,0A\3,\3,0,1,1,\3,0"/;

/** One mark: a circle where it is one, no stroke width without a stroke, no default. */
function shortTag(tag: string): string {
  let short = tag.replace(CIRCLE, '<circle cx="$1" cy="$2" r="$3"').replace(/ opacity="1"/, '');
  if (!/ stroke="/.test(short)) short = short.replace(/ stroke-width="[^"]*"/, '');
  if (short.startsWith('<circle') && !/ stroke="/.test(short))
    short = short.replace(/ opacity="/, ' fill-opacity="');
  return short;
}

/** Moves what all children say alike to their group. A text anchored at its start says nothing; an unlike one must speak. */
function hoist(own: string, children: string): string {
  const tags = children.match(/<(?:circle|path|line|text)[^>]*>/g)!;
  const shared = INHERITED.flatMap((name) => {
    const values = new Set(tags.map((tag) => attribute(tag, name)));
    const [value] = values;
    return values.size === 1 && value !== null && attribute(own, name) === null ? [{ name, value }] : [];
  });
  if (shared.length === 0) return `<g${own}>${children}</g>`;
  const gone = new RegExp(` (?:${shared.map(({ name }) => name).join('|')})="[^"]*"`, 'g');
  const rest = children.replace(/<(?:circle|path|line|text)[^>]*>/g, (tag) => tag.replace(gone, ''));
  return `<g${own}${shared.map(({ name, value }) => ` ${name}="${value}"`).join('')}>${rest}</g>`;
}

const PATTERNS = new Map(INHERITED.map((name) => [name, new RegExp(` ${name}="([^"]*)"`)]));

const attribute = (tag: string, name: string): string | null => PATTERNS.get(name)!.exec(tag)?.[1] ?? null;
