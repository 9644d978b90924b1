/** A table as markup, in a box that scrolls on narrow screens. */
import { shownName } from '../format.ts';
import { html, type Markup } from './html.ts';
import { cellText, headingText, type Table } from './table.ts';

export function tableBlock(table: Table, prefix: string): Markup {
  const { columns, measure } = table;
  const id = `${prefix}table-${table.name}`;
  const head = columns.map(
    (column) =>
      html`<th scope="col"${column.kind === 'text' ? '' : html` class="num"`}>${headingText(column, measure)}</th>`,
  );
  const rows = table.rows.map((row) => {
    const cells = row.map((value, c) => {
      const { kind } = columns[c];
      const text = keepTogether(shownName(cellText(kind, value, measure)));
      if (c === 0) return html`<th scope="row"><bdi>${text}</bdi></th>`;
      return kind === 'text' ? html`<td><bdi>${text}</bdi></td>` : html`<td class="num">${text}</td>`;
    });
    return html`<tr>${cells}</tr>
`;
  });
  return html`<div class="scroll" id="${id}" tabindex="0" role="group" aria-label="${table.title}"><table>
<caption>${table.title}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${rows}</tbody></table></div>
`;
}

/** The bounds of an interval stay on one line. */
const keepTogether = (text: string): string =>
  text.replace(/\[([+-]?[\d.]+), ([+-]?[\d.]+)\]/g, '[$1,\u00a0$2]');

/** The same, folded away. */
export const foldedTable = (table: Table, prefix: string): Markup =>
  html`<details><summary>Table: ${table.title}</summary>${tableBlock(table, prefix)}</details>`;
