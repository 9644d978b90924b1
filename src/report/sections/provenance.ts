/** Where the data came from and the command that makes the page again. */
import type { Analysis } from '../../analysis/types.ts';
import { html, type Markup } from '../html.ts';

export function provenanceSection({ provenance, version, options }: Analysis): Markup {
  const inputs = provenance.inputs.map(
    ({ role, source, sha256 }) =>
      html`<dt>${role}</dt><dd>${source}${sha256 === null ? null : html`<br><code>sha256 ${sha256}</code>`}</dd>`,
  );
  const command =
    provenance.command === null
      ? null
      : html`<p>The command that makes this again:</p><pre>${provenance.command}</pre>`;
  const notes = provenance.notes.map((note) => html`<li>${note}</li>`);
  return html`<dl><dt>passgap</dt><dd>${version}, seed ${options.seed}</dd>${inputs}</dl>
${command}${notes.length === 0 ? null : html`<ul>${notes}</ul>`}
<details><summary>Every option</summary><pre>${JSON.stringify(options, null, 2)}</pre></details>
<p>To cite: passgap ${version}, and the sources of the data named above. The pooled figure follows Rajan (2026), arXiv:2606.16062.</p>`;
}
