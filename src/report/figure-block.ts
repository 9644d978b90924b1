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
  return html`<figure id="${id}"${figure.name === 'headline' ? html` class="fit"` : null} data-figure="${figure.name}">
<figcaption><strong>${figure.title}</strong><p class="sub">${figure.subtitle}</p></figcaption>
${folded(svg, html`<div class="scroll" tabindex="0" role="group" aria-label="${figure.title}">${trusted(svg)}</div>`)}
${twin}</figure>
`;
}

/** Taller than this (about 200 rows of a forest) and a drawing is folded away. */
const TALL = 3000;

function folded(svg: string, box: Markup): Markup {
  const height = Number(/ height="([\d.]+)"/.exec(svg)?.[1]);
  return height > TALL ? html`<details><summary>Show the whole drawing</summary>${box}</details>` : box;
}
