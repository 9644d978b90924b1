/**
 * A real Chromium for the tests of this folder, by playwright-core. Without one they are skipped, unless
 * PASSGAP_CI=1, where they must run.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const PLACES = [
  process.env['PASSGAP_CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

const executablePath = PLACES.find((place) => place !== undefined && existsSync(place));
const required = process.env['PASSGAP_CI'] === '1';

/** For `describe.skipIf`; with PASSGAP_CI=1 never true, so that a missing browser fails. */
export const noChromium = executablePath === undefined && !required;
export const SKIPPED = noChromium ? ' (skipped: no Chromium found, set PASSGAP_CHROMIUM)' : '';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the page complained about, and what it tried to load. */
export interface Watched {
  readonly page: Page;
  readonly complaints: string[];
  readonly requests: string[];
}

export interface Browsing {
  /** Opens a document from a file, with the network off. */
  open(html: string, options?: BrowserContextOptions): Promise<Watched>;
  close(): Promise<void>;
}

export async function browse(): Promise<Browsing> {
  if (executablePath === undefined)
    throw new Error(`PASSGAP_CI=1 needs Chromium at one of ${PLACES.filter(Boolean).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'passgap-browser-'));
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  const contexts: BrowserContext[] = [];
  let files = 0;
  return {
    async open(html, options = {}) {
      const file = join(folder, `page-${++files}.html`);
      writeFileSync(file, html);
      const context = await browser.newContext(options);
      contexts.push(context);
      await context.setOffline(true);
      const page = await context.newPage();
      const complaints: string[] = [];
      const requests: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => {
        const url = request.url();
        if (url !== pathToFileURL(file).href && !url.startsWith('data:')) requests.push(url);
      });
      await page.addInitScript(
        `document.addEventListener('securitypolicyviolation', (event) => {
          console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI);
        })`,
      );
      await page.goto(pathToFileURL(file).href);
      return { page, complaints, requests };
    },
    async close() {
      for (const context of contexts) await context.close();
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
