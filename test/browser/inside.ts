/** What the tests ask a page from inside. Only this file speaks to a document. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Locator, Page } from 'playwright-core';

/** The little of the DOM that is used here; the library itself is typed without one. */
interface Element {
  readonly className: string;
  readonly textContent: string | null;
  open?: boolean;
}
declare const document: {
  readonly documentElement: { readonly scrollWidth: number };
  readonly activeElement: Element | null;
  querySelectorAll(selector: string): Iterable<Element> & { readonly length: number };
};
declare const getComputedStyle: (element: unknown) => { getPropertyValue(name: string): string };
declare const axe: {
  run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
};

/** Serious and critical findings of axe, as "rule: element". */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map((node) => `${id}: ${node.html.slice(0, 200)}`));
  });
}

export const pageWidth = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth);

export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.className);

export const openDetails = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const each of document.querySelectorAll('details')) each.open = true;
  });

export const styleOf = (locator: Locator, property: string): Promise<string> =>
  locator.first().evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

/** Waits until exactly so many elements match. */
export const untilCount = async (page: Page, selector: string, count: number): Promise<void> => {
  await page.waitForFunction(
    ([wanted, number]) => document.querySelectorAll(wanted as string).length === number,
    [selector, count] as const,
  );
};
