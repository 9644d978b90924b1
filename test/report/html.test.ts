import { describe, expect, it } from 'vitest';
import { escapeHtml, html, scriptJson, trusted } from '../../src/report/html.ts';

describe('html', () => {
  it('escapes text and attributes', () => {
    const made = html`<b title="${'"x"'}">${'<script>'}</b>`;
    expect(String(made)).toBe('<b title="&quot;x&quot;">&lt;script&gt;</b>');
  });

  it('keeps its own markup, joins lists, leaves nothing for null, undefined and false', () => {
    const rows = ['a', '&'].map((text) => html`<li>${text}</li>`);
    expect(String(html`<ul>${rows}${null}${undefined}${false}${0}</ul>`)).toBe(
      '<ul><li>a</li><li>&amp;</li>0</ul>',
    );
  });

  it('takes trusted text as it is', () => {
    expect(String(html`${trusted('<svg/>')}`)).toBe('<svg/>');
  });

  it('escapes all five characters', () => {
    expect(escapeHtml(`<>&"'`)).toBe('&lt;&gt;&amp;&quot;&#39;');
  });
});

describe('scriptJson', () => {
  it('cannot end a script element or open a comment', () => {
    const text = scriptJson({ name: '</script><!-- \u2028' });
    expect(text).toBe('{"name":"\\u003c/script>\\u003c!-- \\u2028"}');
    expect(JSON.parse(text)).toEqual({ name: '</script><!-- \u2028' });
  });
});
