import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html } from '../../src/report/html.ts';
import { interactiveScripts } from '../../src/report/interactive/scripts.ts';
import { reportHtml } from '../../src/report/page.ts';
import { AWKWARD } from './awkward.ts';
import { makeAnalysis } from './make-analysis.ts';

const policyOf = (page: string) =>
  /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)![1].replaceAll('&#39;', "'");
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Of tags; a name may hold what looks like one. */
const idsOf = (page: string) =>
  [...page.matchAll(/<[a-z][^>]*>/gi)].flatMap(([tag]) =>
    [...tag.matchAll(/\sid="([^"]*)"/g)].map((found) => found[1]),
  );

describe.each(AWKWARD)('page of %s', (_, make) => {
  it('is whole, without script, and its ids are unique', async () => {
    const page = await reportHtml(make());
    expect(page.startsWith('<!doctype html>')).toBe(true);
    expect(page.endsWith('</html>\n')).toBe(true);
    const inTags = [...page.matchAll(/<[a-z][^>]*>/gi)]
      .map((found) => found[0].replace(/"[^"]*"/g, '""'))
      .join('\n');
    expect(inTags).not.toMatch(/<(?:script|iframe|object|embed|form|base|link)\b|\son[a-z]+=/i);
    const words = page.replace(/data:image\/png;base64,[^"]*/g, '');
    expect(
      [...words.matchAll(/.{0,20}(?:\bNaN\b|Infinity|undefined).{0,20}/g)].map((found) => found[0]),
    ).toEqual([]);
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(target);
  });
});

describe('reportHtml', () => {
  const analysis = makeAnalysis({ models: 4 });

  it('lets nothing be loaded, and only its own style in', async () => {
    const page = await reportHtml(analysis);
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1];
    expect(policyOf(page)).toBe(
      `default-src 'none'; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`,
    );
    expect(page).not.toMatch(/(?:src|href)="(?!#|data:)/);
  });

  it('gives the same bytes each time', async () => {
    expect(await reportHtml(analysis)).toBe(await reportHtml(makeAnalysis({ models: 4 })));
  });

  it('shows both readings equally large, first', async () => {
    const page = await reportHtml(analysis);
    const big = [...page.matchAll(/<div class="big">/g)].map((found) => found.index);
    expect(big).toHaveLength(2);
    expect(big[1]).toBeLessThan(page.indexOf('<figure'));
    expect(page.indexOf('<h3>Models as independent studies</h3>')).toBeLessThan(
      page.indexOf('<h3>Task-aware</h3>'),
    );
  });

  it('takes sections of the caller first, and several analyses as chapters', async () => {
    const sections = [{ id: 'mine', title: 'Mine & yours', body: html`<p>${'<x>'}</p>` }];
    const page = await reportHtml([analysis, { ...analysis, title: 'Other' }], { title: 'Both', sections });
    expect(page).toContain('<section id="mine"><h2>Mine &amp; yours</h2>\n<p>&lt;x&gt;</p></section>');
    expect(page.indexOf('id="mine"')).toBeLessThan(page.indexOf('id="a1-chapter"'));
    expect(page).toContain('<section id="a2-chapter"><h2>Other</h2>');
    expect(page).toContain('id="a2-fig-forest"');
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('takes no analysis at all', async () => {
    const page = await reportHtml([], {
      title: 'None',
      sections: [{ id: 'a', title: 'A', body: html`<p>a</p>` }],
    });
    expect(page).toContain('<title>None</title>');
  });

  it('shows only what was asked for, but never without headline and methods', async () => {
    const page = await reportHtml(analysis, { only: ['forest'] });
    expect([...page.matchAll(/data-figure="([^"]+)"/g)].map((found) => found[1])).toEqual([
      'headline',
      'forest',
    ]);
    expect(page).toContain('id="methods"');
    expect(page).toContain('id="warnings"');
  });

  it('says level, method, unit and df of each headline interval (case E10)', async () => {
    const page = await reportHtml(analysis);
    expect(page).toContain('95 % z interval; DL; 4 models;');
    expect(page).toContain('95 % Satterthwaite t interval, 35.2 df; over tasks like these');
  });
});

describe('interactive page', () => {
  const scripts = interactiveScripts();
  const analysis = AWKWARD.find(([name]) => name === 'nasty names')![1]();

  it('runs only the scripts of its hashes, and no name ends one', async () => {
    const page = await reportHtml(analysis, { interactive: scripts });
    const found = [
      ...page.matchAll(/<script(| type="application\/json" id="[a-z0-9-]+")>([\s\S]*?)<\/script>/g),
    ];
    const code = found.filter(([, kind]) => kind === '').map(([, , text]) => text);
    expect(code).toEqual(scripts.map(({ text }) => text));
    const part = /script-src ([^;]+);/.exec(policyOf(page))![1];
    expect(part.split(' ')).toEqual(scripts.map(({ text }) => hash(text)));
    expect(page.match(/<script/gi)).toHaveLength(found.length);
    expect(policyOf(page)).not.toContain('unsafe');
  });

  it('carries versions that are pinned, and no script that loads or evaluates', () => {
    expect(scripts.map(({ name }) => name.split(' ')[0])).toEqual([
      'vega',
      'vega-lite',
      'vega-embed',
      'passgap',
    ]);
    for (const { name, text } of scripts) {
      expect(text.toLowerCase()).not.toContain('</script');
      expect(text).not.toContain('<!--');
      if (name === 'passgap')
        expect(text).not.toMatch(/innerHTML|insertAdjacentHTML|\beval\b|fetch\(|https?:/);
    }
  });
});
