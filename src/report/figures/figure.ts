/** What a figure is: a Vega-Lite spec with the words that belong to it. */
import type { TopLevelSpec } from 'vega-lite';
import type { Analysis } from '../../analysis/types.ts';
import { textWidth } from '../text-width.ts';
import { CONFIG } from '../theme.ts';

export interface Figure {
  /** Short and stable; names the file of an export and the anchor in a page. */
  readonly name: string;
  readonly title: string;
  /** Model, estimator, interval, k, tau2 and which I2, where they apply. */
  readonly subtitle: string;
  /** What a reader who can't see the drawing needs to know, with the numbers that matter. */
  readonly description: string;
  /** Stands on its own: title, subtitle and data are inside. */
  readonly spec: TopLevelSpec;
}

/** Makes a figure, or null when the analysis has nothing of the kind (a test that was not run). */
export type FigureMaker = (analysis: Analysis) => Figure | null;

/**
 * Width and height of a plot without its axes. With them it is as wide as a phone, where it has to be seen whole; pages
 * draw it larger where there is room (`figure-block.ts`).
 */
export const PLOT_WIDTH = 330;
export const PLOT_HEIGHT = 210;

export const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json';

type Body = Record<string, unknown>;

/** Puts title, subtitle and description into a spec. `width` is where the subtitle wraps: as wide as a plot with its axes, if not given. */
export function figure(words: Omit<Figure, 'spec'>, body: Body, width = 390): Figure {
  // bold letters are about a tenth wider
  const title = { text: wrap(words.title, width, 15.5), subtitle: wrap(words.subtitle, width, 11) };
  const spec = { $schema: SCHEMA, description: words.description, title, ...body, config: CONFIG };
  return { ...words, spec: spec as unknown as TopLevelSpec };
}

/** The same figure without title and subtitle, for a page that sets them as text. */
export function untitled(spec: TopLevelSpec): TopLevelSpec {
  const { title: _, ...rest } = spec as TopLevelSpec & { title?: unknown };
  return rest as TopLevelSpec;
}

/** Lines of at most `width` px. */
export function wrap(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

export const finite = (x: number | null | undefined): x is number =>
  x !== null && x !== undefined && Number.isFinite(x);
