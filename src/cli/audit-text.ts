/** Results of the audit on a terminal. */
import type { AuditAll } from '../audit/all.ts';
import { auditViews } from '../audit/view/index.ts';
import type { PartView, ViewTable } from '../audit/view/types.ts';
import { shownName } from '../format.ts';
import { analysisText } from './analysis-text.ts';
import type { Source } from './audit-input.ts';
import { faint, paragraph, strong, textTable } from './table.ts';

/** Rows of a table that are printed; the JSON has all. */
const MOST_ROWS = 40;

export function viewText(view: PartView): string {
  return [
    strong(view.title),
    ...view.sentences.map((sentence) => paragraph(shownName(sentence))),
    ...view.tables.map(tableText),
    ...(view.notes.length === 0
      ? []
      : [['Notes', ...view.notes.map((note) => paragraph(`- ${shownName(note)}`))].join('\n')]),
  ].join('\n\n');
}

export function auditText(audit: AuditAll, sources: readonly Source[]): string {
  const found = sources.map(
    ({ table, file, rows }) => `  ${table}: ${file}${rows === null ? '' : ` (${rows} rows)`}`,
  );
  const skipped = audit.skipped.map(({ part, reason }) => `  ${part}: ${reason}`);
  return [
    [strong('Evidence'), ...found].join('\n'),
    ...(skipped.length === 0 ? [] : [[strong('Not run'), ...skipped].join('\n')]),
    ...auditViews(audit).map(viewText),
    ...(audit.analysis === null ? [] : [analysisText(audit.analysis)]),
    ...(audit.warnings.length === 0 ? [] : [audit.warnings.map((text) => paragraph(`- ${text}`)).join('\n')]),
  ].join('\n\n');
}

function tableText({ caption, columns, rows }: ViewTable): string {
  const shown = rows.slice(0, MOST_ROWS).map((row) => row.map(shownName));
  const rest = rows.length - shown.length;
  const tail = rest > 0 ? [faint(`.. and ${rest} more rows; --json has all`)] : [];
  return [caption, textTable(columns, shown), ...tail].join('\n');
}
