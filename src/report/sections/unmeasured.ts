/** How strong an unmeasured trait of tasks would have to be, in words. */
import type { Analysis } from '../../analysis/types.ts';
import { effect, interval, levelText, percent, significant } from '../../format.ts';
import { html, type Markup } from '../html.ts';

export function unmeasuredText({ robustness, options }: Analysis): Markup | null {
  const found = robustness?.unmeasured ?? null;
  if (found === null) return null;
  const end =
    found.differenceCi === null
      ? ''
      : found.differenceCi === 0
        ? ' The task-aware interval holds 0, so nothing needs to be explained away at that end.'
        : ` To move the nearer end of the interval to 0 it takes ${percent(found.differenceCi)}.`;
  const values =
    found.eValue === null
      ? ''
      : ` As a ratio of rates, ${significant(found.ratio)}, the E-value is ${significant(found.eValue)}${found.eValueCi === null ? '' : ` (of the interval ${significant(found.eValueCi)})`}.`;
  return html`<p>A yes/no trait of tasks that nobody measured would explain the gap of ${effect(found.gap, 'RD')} (${levelText(options.level)} interval ${interval(found.gapCiLower, found.gapCiUpper, 'RD')}) if it raised solve rates by ${percent(found.difference)} and were as much more common among hackable tasks.${end}${values}</p>
`;
}
