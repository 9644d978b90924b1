/** A plan on a terminal. */
import type { AtHand, Plan, Simulated } from '../decisions/plan/types.ts';
import { count, effect, effectSpread, fixed, NOT_ESTIMABLE, percent } from '../format.ts';
import { planMethod } from '../report/plan-method.ts';
import { paragraph, strong, textTable } from './table.ts';

export function planText(plan: Plan): string {
  const { options, atHand } = plan;
  const blocks = [
    [strong('Tasks to audit'), paragraph(plan.verdict)],
    [strataTable(plan)],
    [strong('Power by number of audited tasks'), curveTable(plan)],
  ];
  if (atHand !== null) blocks.push([strong('The audit at hand'), ...atHandLines(atHand, options.power)]);
  blocks.push([strong('How'), paragraph(planMethod(plan))]);
  if (plan.warnings.length > 0) {
    blocks.push([strong('Note'), ...plan.warnings.map((text) => paragraph(text, '- '))]);
  }
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function strataTable({ strata, needed }: Plan): string {
  const right = (title: string) => ({ title, align: 'right' as const });
  return textTable(
    [
      { title: 'stratum' },
      right('tasks'),
      right('mean score'),
      right('SD'),
      right('share hackable'),
      right('to audit'),
      right('already audited'),
      right('hackable, expected'),
      right('chance of both arms'),
    ],
    strata.map((s, i) => {
      const part = needed?.strata[i];
      return [
        s.stratum || 'all',
        count(s.tasks),
        percent(s.mean),
        percent(s.sd),
        percent(s.share),
        part === undefined ? '' : count(part.audited),
        count(s.audited),
        part === undefined ? '' : fixed(part.hackable, 1),
        part === undefined ? '' : percent(part.contrast),
      ];
    }),
  );
}

function curveTable({ curve, needed, options }: Plan): string {
  const simulated = options.simulate > 0;
  return textTable(
    [
      { title: 'audited', align: 'right' },
      { title: 'power', align: 'right' },
      ...(simulated ? [{ title: 'simulated', align: 'right' as const }] : []),
      { title: 'no test possible', align: 'right' },
      { title: '' },
    ],
    curve.map((point) => [
      count(point.audited),
      percent(point.power),
      ...(simulated ? [simulatedText(point.simulated)] : []),
      percent(point.noTest),
      point.audited === needed?.audited ? '<- the plan' : '',
    ]),
  );
}

const simulatedText = (found: Simulated | null): string => (found === null ? '' : percent(found.power));

function atHandLines(atHand: AtHand, power: number): string[] {
  const rows = atHand.strata.map((s) => [s.stratum || 'all', count(s.hackable), count(s.robust)]);
  const simulated =
    atHand.simulated === null
      ? ''
      : ` (simulated ${percent(atHand.simulated.power)}, Monte Carlo SE ${percent(atHand.simulated.se)})`;
  const where =
    atHand.from === 'flags' ? 'Numbers from the flags' : 'Sizes shared out over strata in proportion';
  return [
    textTable(
      [{ title: 'stratum' }, { title: 'hackable', align: 'right' }, { title: 'robust', align: 'right' }],
      rows,
    ),
    paragraph(
      `${where}. Expected standard error ${effectSpread(atHand.se, 'RD')}, ${fixed(atHand.df, 1)} df; ` +
        `power for the gap ${percent(atHand.power)}${simulated}; ` +
        `detectable with power ${power} %: ${atHand.detectable === null ? NOT_ESTIMABLE : effect(atHand.detectable, 'RD')}.`,
    ),
  ];
}
