/** The part of an interactive page that a static one lacks: data and scripts at its end. */
import type { Analysis } from '../../analysis/types.ts';
import { figureId } from '../figure-block.ts';
import { untitled } from '../figures/figure.ts';
import { figureSpecs } from '../figures/index.ts';
import { html, type Markup, scriptJson, trusted } from '../html.ts';
import { CONFIG, recolour } from '../theme.ts';
import { explorer } from './explorer.ts';
import type { InteractiveScripts } from './types.ts';

/** Characters of a page. A figure whose spec does not fit keeps its still drawing; the explorer always has all models. */
const MOST = 2_400_000;

/** Text that came from a user; its colours are no colours. */
const WORDS: ReadonlySet<string> = new Set(['label', 'text', 'description', 'task', 'url', 'family', 'era']);

/**
 * @param chapters each analysis with the prefix of its ids
 * @param used characters that the page has already
 */
export function livePart(
  chapters: readonly (readonly [string, Analysis])[],
  scripts: InteractiveScripts,
  only: readonly string[] | undefined,
  used: number,
): Markup {
  const explorers = chapters.map(([prefix, analysis]) => {
    const { models, spec } = explorer(analysis);
    return dataBlock(`${prefix}explorer-data`, { models, spec: themed(spec) });
  });
  const taken = [...explorers.map((block) => block.text), ...scripts.map((script) => script.text)];
  let room = MOST - used - taken.reduce((sum, text) => sum + text.length, 0);
  const specs: Record<string, unknown> = {};
  for (const [prefix, analysis] of chapters) {
    for (const figure of figureSpecs(analysis)) {
      if (only !== undefined && !only.includes(figure.name) && figure.name !== 'headline') continue;
      const { config: _, ...spec } = untitled(figure.spec) as { config?: unknown };
      const live = themed(spec);
      const size = JSON.stringify(live).length;
      if (size > room) continue;
      room -= size;
      specs[figureId(figure.name, prefix)] = live;
    }
  }
  return html`${dataBlock('figure-config', themed(CONFIG))}${dataBlock('figure-specs', specs)}${explorers}${scripts.map(
    ({ name, text }) => html`<!-- ${name} --><script>${trusted(text)}</script>
`,
  )}`;
}

const dataBlock = (id: string, value: unknown): Markup =>
  html`<script type="application/json" id="${id}">${trusted(scriptJson(value))}</script>
`;

/** Numbers as far as a screen shows them, and our light colours as CSS variables, so that a live drawing follows the reader's theme as the still one does. */
function themed(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return WORDS.has(key) ? value : recolour(value, 'variables');
  if (typeof value === 'number') return Number(value.toPrecision(6));
  if (Array.isArray(value)) return value.map((item) => themed(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, themed(item, name)]));
}
