/**
 * The only way passgap makes markup. Everything put into a template is escaped, except markup that came from
 * here, so that a model's or a task's name can never become a tag, an attribute or a script.
 */

/** Text that is markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type Part = Markup | string | number | null | undefined | false | readonly Part[];

/**
 * Markup from a template. Strings are escaped for text and for double-quoted attributes, lists are joined,
 * `null`, `undefined` and `false` are left out.
 *
 * @example String(html`<b title="${'"x"'}">${'<script>'}</b>`) // <b title="&quot;x&quot;">&lt;script&gt;</b>
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0];
  for (let i = 0; i < parts.length; i++) text += render(parts[i]) + strings[i + 1];
  return new Markup(text);
}

/** Marks text of our own making (a rendered figure, the style sheet) as markup. Never for text of a user. */
export const trusted = (text: string): Markup => new Markup(text);

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  return escapeHtml(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (c) => ENTITIES[c]);

/** JSON that can stand in a script element: no `<`, so neither `</script>` nor `<!--` can end or open anything. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
