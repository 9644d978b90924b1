/**
 * A Vega-Lite spec to an SVG string, in Node or a browser, without a canvas. The one place that loads Vega; it
 * is loaded when the first figure is drawn, so that importing passgap stays cheap.
 */
import type { TopLevelSpec } from 'vega-lite';
import { shownName } from '../format.ts';
import { escapeHtml } from './html.ts';
import { shrinkSvg } from './svg-shrink.ts';
import { textWidth } from './text-width.ts';
import { FONT, recolour } from './theme.ts';

export interface RenderOptions {
  /** Unique in the page; prefixes every id in the drawing. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** `variables`: our CSS variables, for our pages. Otherwise fixed colours, for a file of its own. */
  readonly colours?: 'variables' | 'light' | 'dark';
  /** Draw on the paper's colour instead of nothing, for a file of its own. */
  readonly background?: boolean;
}

/** A compiled Vega spec and what the compiler had to say. */
export interface Compiled {
  readonly spec: object;
  readonly warnings: readonly string[];
}

type Vega = typeof import('vega');
type VegaLite = typeof import('vega-lite');

let loaded: Promise<readonly [Vega, VegaLite]> | null = null;

function load(): Promise<readonly [Vega, VegaLite]> {
  loaded ??= Promise.all([import('vega'), import('vega-lite')]).then(([vega, vegaLite]) => {
    const { textMetrics } = vega as unknown as { textMetrics: TextMetrics };
    textMetrics.width = (item, text) => textWidth(String(text ?? item.text ?? ''), item.fontSize ?? 11);
    return [vega, vegaLite] as const;
  });
  return loaded;
}

/** Of vega-scenegraph; not in Vega's types. */
interface TextMetrics {
  width(item: { readonly fontSize?: number; readonly text?: unknown }, text?: unknown): number;
}

/** Vega-Lite to Vega, with the compiler's warnings kept. */
export async function compileSpec(spec: TopLevelSpec): Promise<Compiled> {
  const [, vegaLite] = await load();
  const warnings: string[] = [];
  const logger = keepWarnings(warnings);
  return { spec: vegaLite.compile(spec, { logger }).spec, warnings };
}

/**
 * The drawing as an `<svg>` element with a role, a title and a description.
 *
 * @example
 * const { spec, name, title, description } = figureSpecs(analysis)[0];
 * (await renderSvg(spec, { id: name, title, description, colours: 'light' })).startsWith('<svg') // true
 */
export async function renderSvg(spec: TopLevelSpec, options: RenderOptions): Promise<string> {
  const [vega] = await load();
  const compiled = await compileSpec(still(spec));
  const view = new vega.View(vega.parse(compiled.spec as never), { renderer: 'none', logLevel: vega.Error });
  const svg = await view.toSVG();
  view.finalize();
  return dress(svg, options);
}

/** Without what only a live figure has (tooltips, labels of single marks): a third less to compile and to draw. */
function still(spec: TopLevelSpec): TopLevelSpec {
  const { config, ...rest } = spec as { config?: object };
  return { ...(withoutLife(rest) as object), config: { ...config, aria: false } } as TopLevelSpec;
}

function withoutLife(part: object): object {
  const own = part as { layer?: object[]; vconcat?: object[]; encoding?: Record<string, unknown> };
  const { description: _d, tooltip: _t, ...encoding } = own.encoding ?? {};
  return {
    ...own,
    ...(own.encoding === undefined ? {} : { encoding }),
    ...(own.layer === undefined ? {} : { layer: own.layer.map(withoutLife) }),
    ...(own.vconcat === undefined ? {} : { vconcat: own.vconcat.map(withoutLife) }),
  };
}

/** Puts our role, title, description and ids on Vega's drawing, and takes off what no reader sees. */
function dress(svg: string, options: RenderOptions): string {
  const { id, colours = 'variables' } = options;
  const open = svg.indexOf('>') + 1;
  const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg.slice(0, open))!;
  const ids = numbered(id);
  const tagged = svg.slice(open).replace(/<[^>]*>/g, (tag) => recolour(cleanTag(tag, ids), colours));
  const body = shrinkSvg(tagged);
  const paper =
    options.background === true ? recolour('<rect width="100%" height="100%" fill="#fefefe"/>', colours) : '';
  const text = (words: string) => escapeHtml(shownName(words));
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" role="img"` +
    ` aria-labelledby="${id}-title ${id}-desc" width="${width}" height="${height}"` +
    ` viewBox="0 0 ${width} ${height}" font-family="${FONT.replaceAll('"', "'")}">` +
    `<title id="${id}-title">${text(options.title)}</title><desc id="${id}-desc">${text(options.description)}</desc>` +
    `${paper}${body}`
  );
}

/** Vega counts its ids through the life of the process; ours begin anew in every drawing. */
function numbered(prefix: string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const id = known.get(name) ?? `${prefix}-${known.size + 1}`;
    known.set(name, id);
    return id;
  };
}

/** Only tags come here, so that nothing in a name is ever changed. */
function cleanTag(tag: string, ids: (name: string) => string): string {
  if (tag.startsWith('</')) return tag;
  if (/^<path class="(?:background|foreground)".*(?:display="none"|d="M0,0h0v0h0Z"| d="")/.test(tag))
    return '';
  return tag
    .replace(/ (?:role|aria-[a-z]+|class|style|pointer-events|font-family)="[^"]*"/g, '')
    .replace(/\bid="([^"]*)"/, (_, name) => `id="${ids(name)}"`)
    .replace(/url\(#([^)]*)\)/, (_, name) => `url(#${ids(name)})`)
    .replace(/-?\d+\.\d{3,}/g, (digits) => String(Number(Number(digits).toFixed(2))));
}

function keepWarnings(warnings: string[]) {
  const logger = {
    level: () => logger,
    error: (...words: readonly unknown[]) => {
      warnings.push(words.join(' '));
      return logger;
    },
    warn: (...words: readonly unknown[]) => {
      warnings.push(words.join(' '));
      return logger;
    },
    info: () => logger,
    debug: () => logger,
  };
  return logger as never;
}
