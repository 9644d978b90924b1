/** A whole report: one file that works offline and needs no script. */
import type { Analysis } from '../analysis/types.ts';
import { plural } from '../format.ts';
import { html, type Markup, trusted } from './html.ts';
import { explorerSection } from './interactive/explorer.ts';
import { livePart } from './interactive/live-page.ts';
import type { InteractiveScripts } from './interactive/types.ts';
import type { Section } from './section.ts';
import { analysisSections } from './sections/index.ts';
import { STYLE } from './style.ts';

export interface ReportOptions {
  /** Of the page; the analysis's own title when not given. */
  readonly title?: string;
  /** One line under the title. */
  readonly subtitle?: string;
  /** Sections of the caller's own, before those of the analyses; bodies are made with `html`. */
  readonly sections?: readonly Section[];
  /** Names of the figures and tables to show; all when not given. The headline, methods and warnings always stand. */
  readonly only?: readonly string[];
  /**
   * Scripts that bring tooltips, brushing and filters, inside the page: what `interactiveScripts()` of
   * `passgap/node` gives. Without them the page has no script.
   */
  readonly interactive?: InteractiveScripts | undefined;
}

interface Chapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly Section[];
}

/**
 * The report of one analysis, or of several in one page, as an HTML document.
 *
 * Figures are drawn beforehand; there is no script, no font and no picture to load, and a Content-Security-Policy
 * forbids all of them. Names of models and tasks are text everywhere. The same input gives the same bytes.
 *
 * @param analyses one, or several that become chapters of one page.
 * @example (await reportHtml(analysis)).startsWith('<!doctype html>') // true
 */
export async function reportHtml(
  analyses: Analysis | readonly Analysis[],
  options: ReportOptions = {},
): Promise<string> {
  const list: readonly Analysis[] = 'schema' in analyses ? [analyses] : analyses;
  const chapters: Chapter[] = [];
  for (const [i, analysis] of list.entries()) {
    const id = list.length === 1 ? '' : `a${i + 1}-`;
    const title = list.length === 1 ? 'What the data say' : analysis.title;
    const sections = await analysisSections(analysis, id, options.only);
    if (options.interactive !== undefined) {
      sections.splice(1, 0, { id: 'explore', title: 'Explore', body: explorerSection(analysis, id) });
    }
    chapters.push({ id, title, sections });
  }
  const title = options.title ?? list[0]?.title ?? 'passgap report';
  const { interactive: scripts, only } = options;
  const live =
    scripts === undefined
      ? null
      : livePart(
          list.map((analysis, i) => [chapters[i].id, analysis]),
          scripts,
          only,
          sizeOf(chapters),
        );
  return document({
    title,
    subtitle: options.subtitle ?? describe(list),
    leading: options.sections ?? [],
    chapters,
    policy: await policyOf(scripts ?? []),
    live,
  });
}

const sizeOf = (chapters: readonly Chapter[]): number =>
  chapters.flatMap(({ sections }) => sections).reduce((sum, { body }) => sum + body.text.length, 0);

const describe = (list: readonly Analysis[]): string =>
  list.length === 1
    ? `${plural(list[0].counts.modelsUsed, 'model')}, ${plural(list[0].counts.inContrast, 'audited task')} in the contrast`
    : plural(list.length, 'analysis', 'analyses');

interface Page {
  readonly title: string;
  readonly subtitle: string;
  readonly leading: readonly Section[];
  readonly chapters: readonly Chapter[];
  readonly policy: string;
  readonly live: Markup | null;
}

/** Nothing may be loaded; pictures only from inside the page, style and scripts only those of these hashes. */
async function policyOf(scripts: InteractiveScripts): Promise<string> {
  const hash = async (text: string) => `'sha256-${await sha256(text)}'`;
  const own = await Promise.all(scripts.map(({ text }) => hash(text)));
  const scriptPart = own.length === 0 ? '' : `script-src ${own.join(' ')}; `;
  return `default-src 'none'; ${scriptPart}style-src ${await hash(STYLE)}; img-src data:; base-uri 'none'; form-action 'none'`;
}

function document({ title, subtitle, leading, chapters, policy, live }: Page): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="passgap">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">To the content</a>
<header class="top">
<h1>${title}</h1>
<p class="sub">${subtitle}</p>
<nav aria-label="Contents"><ul>
${contents(leading, chapters)}</ul></nav>
</header>
<main id="content">
${leading.map(
  (section) => html`<section id="${section.id}"><h2>${section.title}</h2>
${section.body}</section>
`,
)}${chapters.map(chapterBlock)}</main>
<footer>Made by passgap.</footer>
${live}</body>
</html>
`;
  return page.text;
}

/** With one chapter its sections are the entries; with several, the chapters. */
function contents(leading: readonly Section[], chapters: readonly Chapter[]): Markup[] {
  const entry = (id: string, title: string) => html`<li><a href="#${id}">${title}</a></li>
`;
  const rest =
    chapters.length === 1
      ? chapters[0].sections.map((section) => entry(`${chapters[0].id}${section.id}`, section.title))
      : chapters.map((chapter) => entry(`${chapter.id}chapter`, chapter.title));
  return [...leading.map((section) => entry(section.id, section.title)), ...rest];
}

function chapterBlock({ id, title, sections }: Chapter): Markup {
  return html`<section id="${id}chapter"><h2>${title}</h2>
${sections.map(
  (section) => html`<section id="${id}${section.id}"><h3>${section.title}</h3>
${section.body}</section>
`,
)}</section>
`;
}

/** Base64 of the SHA-256 of a text, as CSP wants it. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
