/** A figure in a page: caption as text, the drawing in a box that scrolls on narrow screens. */
import { type Figure, untitled } from './figures/figure.ts';
import { html, type Markup, trusted } from './html.ts';
import { renderSvg } from './render.ts';

/** Anchor of a figure: `fig-forest`. */
export const figureId = (name: string, prefix: string): string => `${prefix}fig-${name}`;

/** @param prefix makes ids unique when several analyses share a page: `a1-`. */
export async function figureBlock(
  figure: Figure,
  prefix: string,
  twin: Markup | null = null,
): Promise<Markup> {
  const id = figureId(figure.name, prefix);
  const svg = await renderSvg(untitled(figure.spec), {
    id: `${id}-svg`,
    title: figure.title,
    description: figure.description,
  });
  const fits = widthOf(svg) <= PHONE || figure.name === 'heatmap';
  return html`<figure id="${id}"${fits ? html` class="fit"` : null} data-figure="${figure.name}">
<figcaption><strong>${figure.title}</strong><p class="sub">${figure.subtitle}</p></figcaption>
${folded(svg, html`<div class="scroll" tabindex="0" role="group" aria-label="${figure.title}">${trusted(enlarged(svg))}</div>`)}
${twin}</figure>
`;
}

/** Drawings up to this wide are seen whole on a phone, nearly at their size; wider ones are tables of rows, and scroll. */
const PHONE = 420;
/** How much larger than drawn they stand where there is room: their text is then as large as that of the page. */
const ENLARGED = 1.4;

const SIZE = / width="([\d.]+)" height="([\d.]+)"/;

const widthOf = (svg: string): number => Number(SIZE.exec(svg)![1]);

function enlarged(svg: string): string {
  if (widthOf(svg) > PHONE) return svg;
  const grown = (length: string) => Number((ENLARGED * Number(length)).toFixed(1));
  return svg.replace(SIZE, (_, width, height) => ` width="${grown(width)}" height="${grown(height)}"`);
}

/** Taller than this (about 200 rows of a forest) and a drawing is folded away. */
const TALL = 3000;

function folded(svg: string, box: Markup): Markup {
  const height = Number(SIZE.exec(svg)![2]);
  return height > TALL ? html`<details><summary>Show the whole drawing</summary>${box}</details>` : box;
}
