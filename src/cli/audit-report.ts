/** A whole audit as one HTML page: a section a part, then the analysis of the leaderboard. */
import type { AuditAll } from '../audit/all.ts';
import { auditViews } from '../audit/view/index.ts';
import type { PartView, ViewTable } from '../audit/view/types.ts';
import { shownName } from '../format.ts';
import { figureBlock } from '../report/figure-block.ts';
import { auditFigures } from '../report/figures/audit/index.ts';
import { html, type Markup } from '../report/html.ts';
import { reportHtml } from '../report/page.ts';
import type { Section } from '../report/section.ts';

/** A section a part with its figure, then the report of the leaderboard. `auditCommand` takes another function in its place. */
export async function auditPage(audit: AuditAll): Promise<string> {
  const views = auditViews(audit);
  const skipped: Section[] =
    audit.skipped.length === 0
      ? []
      : [
          {
            id: 'not-run',
            title: 'Not run',
            body: html`<ul>${audit.skipped.map(({ part, reason }) => html`<li>${part}: ${reason}</li>`)}</ul>`,
          },
        ];
  const warnings: Section[] =
    audit.warnings.length === 0
      ? []
      : [
          {
            id: 'audit-warnings',
            title: 'Leaderboard',
            body: html`<ul class="warnings">${audit.warnings.map((text) => html`<li>${shownName(text)}</li>`)}</ul>`,
          },
        ];
  const figures = auditFigures(audit);
  const sections: Section[] = [];
  for (const view of views) {
    const own = figures.filter(({ part }) => part === view.part);
    const blocks = await Promise.all(own.map(({ figure }) => figureBlock(figure, '')));
    sections.push(sectionOf(view, blocks));
  }
  return reportHtml(audit.analysis === null ? [] : [audit.analysis], {
    title: 'Audit of a benchmark',
    subtitle: `${views.length} of ${views.length + audit.skipped.length} parts; level ${audit.level} %, seed ${audit.seed}`,
    sections: [...sections, ...skipped, ...warnings],
  });
}

function sectionOf(view: PartView, figures: readonly Markup[]): Section {
  return {
    id: view.part,
    title: view.title,
    body: html`${view.sentences.map(
      (sentence) => html`<p>${shownName(sentence)}</p>
`,
    )}${figures}${view.tables.map(tableMarkup)}${
      view.notes.length === 0
        ? null
        : html`<ul class="warnings">${view.notes.map((note) => html`<li>${shownName(note)}</li>`)}</ul>`
    }`,
  };
}

function tableMarkup({ name, caption, columns, rows }: ViewTable): Markup {
  const numeric = (c: number) => columns[c].align === 'right' && html` class="num"`;
  return html`<div class="scroll" id="table-${name}" tabindex="0" role="group" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column, c) => html`<th scope="col"${numeric(c)}>${column.title}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr>${row.map((text, c) => html`<td${numeric(c)}><bdi>${shownName(text)}</bdi></td>`)}</tr>
`,
)}</tbody></table></div>
`;
}
