/** Every warning, once. */
import type { Analysis } from '../../analysis/types.ts';
import { html, type Markup } from '../html.ts';

export function warningsSection(analysis: Analysis): Markup | null {
  const texts = [...new Set(allWarnings(analysis))];
  const dropped = analysis.counts.modelsDropped.map(({ model, reason }) => `${model} left out: ${reason}`);
  if (texts.length + dropped.length === 0) return null;
  return html`<ul class="warnings">${[...texts, ...dropped].map(
    (text) => html`<li>${text}</li>
`,
  )}</ul>`;
}

/** Of the analysis and of its parts. */
export function allWarnings(analysis: Analysis): string[] {
  const { warnings, pooled, sharedTasks, permutation, crossed, robustness, flagErrors, calibration } =
    analysis;
  const fits = [pooled, sharedTasks, permutation, crossed, robustness, flagErrors, calibration];
  return [...warnings, ...fits.flatMap((part) => part?.warnings ?? [])];
}
