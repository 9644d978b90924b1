/** Views of results, and a whole audit as Markdown. */
import { shownName } from '../../format.ts';
import type { AuditAll, PartResults } from '../all.ts';
import { PART_NAMES, type PartName } from '../types.ts';
import { eqsView } from './eqs.ts';
import { gateView } from './gate.ts';
import { hackabilityView } from './hackability.ts';
import { judgesView } from './judges.ts';
import { monitorView } from './monitor.ts';
import { rewardView } from './reward.ts';
import type { PartView, ViewTable } from './types.ts';
import { verifiersView } from './verifiers.ts';

const VIEWS: { readonly [P in PartName]: (result: PartResults[P]) => PartView } = {
  hackability: hackabilityView,
  eqs: eqsView,
  gate: gateView,
  verifiers: verifiersView,
  monitor: monitorView,
  judges: judgesView,
  reward: rewardView,
};

/** One part as it is shown. */
export function partView<P extends PartName>(part: P, result: PartResults[P]): PartView {
  return VIEWS[part](result);
}

/** The parts that ran, in the order of the audit. */
export function auditViews(audit: AuditAll): PartView[] {
  return PART_NAMES.flatMap((part) => viewIfRun(part, audit));
}

function viewIfRun<P extends PartName>(part: P, audit: AuditAll): PartView[] {
  const result = audit.parts[part];
  return result === null ? [] : [partView(part, result as PartResults[P])];
}

/** A part as Markdown: a heading, sentences, tables, notes. */
export function viewMarkdown(view: PartView): string {
  return [
    `## ${view.title}`,
    ...view.sentences.map(inMarkdown),
    ...view.tables.map(tableMarkdown),
    ...(view.notes.length === 0 ? [] : [view.notes.map((note) => `- ${inMarkdown(note)}`).join('\n')]),
  ].join('\n\n');
}

function tableMarkdown({ caption, columns, rows }: ViewTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(inMarkdown).join(' | ')} |`;
  return [
    `**${caption}**`,
    '',
    line(columns.map((column) => column.title)),
    `|${columns.map((column) => (column.align === 'right' ? '---:' : '---')).join('|')}|`,
    ...rows.map(line),
  ].join('\n');
}

/** Names can hold anything; none of it may become markup. */
function inMarkdown(text: string): string {
  return shownName(text)
    .replace(/[\\`*_{}[\]<>#|~]/g, (letter) => `\\${letter}`)
    .replace(/\s*\n\s*/g, ' ');
}
