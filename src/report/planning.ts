/** The page of a plan: how many tasks to audit, and what the audit at hand could have found. */
import type { AtHand, Plan } from '../decisions/plan/types.ts';
import { count, effect, fixed, levelText, percent, shownName } from '../format.ts';
import { figureBlock } from './figure-block.ts';
import { powerCurve } from './figures/power-curve.ts';
import { html, type Markup } from './html.ts';
import { reportHtml } from './page.ts';
import { planMethod } from './plan-method.ts';
import type { Section } from './section.ts';
import type { Table } from './table.ts';
import { tableBlock } from './table-html.ts';

/** One row a stratum: what it holds, and what the plan audits of it. */
export function planTable({ strata, needed }: Plan): Table {
  return {
    name: 'plan',
    title:
      'Tasks to audit by stratum: share of hackable tasks, tasks to audit, audited already, hackable ones to expect',
    measure: 'RD',
    columns: [
      { key: 'stratum', title: 'Stratum', kind: 'text' },
      { key: 'tasks', title: 'Tasks', kind: 'count' },
      { key: 'mean', title: 'Mean score', kind: 'rate' },
      { key: 'sd', title: 'SD', kind: 'rate' },
      { key: 'share', title: 'Share', kind: 'rate' },
      { key: 'audit', title: 'To audit', kind: 'count' },
      { key: 'already', title: 'Audited', kind: 'count' },
      { key: 'hackable', title: 'Hackable', kind: 'df' },
    ],
    rows: strata.map((stratum, s) => {
      const part = needed?.strata[s];
      return [
        stratum.stratum || 'all',
        ...[stratum.tasks, stratum.mean, stratum.sd, stratum.share],
        ...[part?.audited ?? null, stratum.audited, part?.hackable ?? null],
      ];
    }),
  };
}

export async function planHtml(plan: Plan): Promise<string> {
  const { options, atHand, warnings } = plan;
  const sections: Section[] = [
    {
      id: 'plan',
      title: 'Tasks to audit',
      body: html`<p class="verdict">${shownName(plan.verdict)}</p>
${await figureBlock(powerCurve(plan), '', tableBlock(planTable(plan), ''))}`,
    },
  ];
  if (atHand !== null)
    sections.push({ id: 'at-hand', title: 'The audit at hand', body: atHandBody(atHand, plan) });
  sections.push({
    id: 'plan-methods',
    title: 'How',
    body: html`<p>${shownName(planMethod(plan))}</p>
`,
  });
  if (warnings.length > 0) {
    sections.push({
      id: 'plan-warnings',
      title: 'Warnings',
      body: html`<ul class="warnings">${warnings.map((text) => html`<li>${shownName(text)}</li>`)}</ul>`,
    });
  }
  return reportHtml([], {
    title: 'How many tasks to audit',
    subtitle: `To find a gap of ${effect(options.gap, 'RD')} with ${levelText(options.power)} power`,
    sections,
  });
}

function atHandBody({ audited, hackable, power, detectable, df }: AtHand, { options }: Plan): Markup {
  const found =
    detectable === null
      ? `no gap is found with ${levelText(options.power)} power`
      : `${levelText(options.power)} power from a gap of ${effect(detectable, 'RD')} on`;
  return html`<p>${count(audited)} audited tasks, ${count(hackable)} of them hackable: power ${percent(power)} for a gap of ${effect(options.gap, 'RD')} (${fixed(df, 1)} df); ${found}.</p>
`;
}
