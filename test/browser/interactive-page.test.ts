/** The interactive page in a real browser: live figures, tooltips, filters, brushing, strata of a model. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interactiveScripts } from '../../src/report/interactive/scripts.ts';
import { reportHtml } from '../../src/report/page.ts';
import { AWKWARD } from '../report/awkward.ts';
import { makeAnalysis } from '../report/make-analysis.ts';
import { type Browsing, browse, noChromium, SKIPPED } from './chromium.ts';
import { axeFindings, pageWidth, untilCount } from './inside.ts';

const interactive = interactiveScripts();
const BUILT = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const POINTS = '[data-chart] svg .mark-symbol.role-mark path';
const rows = (page: Page) => page.locator('[data-rows] tr');

describe.skipIf(noChromium)(`interactive page${SKIPPED}`, () => {
  let browsing: Browsing;
  beforeAll(async () => {
    browsing = await browse();
  });
  afterAll(() => browsing?.close());

  const open = async (models = 20, options = {}) => {
    const watched = await browsing.open(await reportHtml(makeAnalysis({ models }), { interactive }), options);
    await watched.page
      .locator(POINTS)
      .nth(models - 1)
      .waitFor({ state: 'attached' });
    return watched;
  };

  it('brings every figure to life, offline, without a complaint', async () => {
    const { page, complaints, requests } = await open();
    for (const figure of await page.locator('figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      await figure.locator('.live svg').waitFor();
    }
    await untilCount(page, 'figure:not([data-live])', 0);
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
    // as large as the still drawing: a plot of 330 px with its axes, enlarged
    const width = Number(await page.locator('#fig-permutation .live svg').getAttribute('width'));
    expect(width).toBeGreaterThan(500);
  });

  // What a user runs is built: the page's own script must arrive there as it is, no module.
  it.skipIf(!existsSync(BUILT) && process.env['PASSGAP_CI'] !== '1')(
    'as the built command writes it',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'passgap-built-'));
      const [json, file] = [join(folder, 'analysis.json'), join(folder, 'page.html')];
      writeFileSync(json, JSON.stringify(makeAnalysis({ models: 3 })));
      execFileSync(process.execPath, [BUILT, 'report', json, '--interactive', '-o', file], { stdio: 'pipe' });
      const { page, complaints } = await browsing.open(readFileSync(file, 'utf8'));
      rmSync(folder, { recursive: true });
      await page.locator('#fig-headline .live svg').waitFor();
      expect(await rows(page).count()).toBe(3);
      expect(complaints).toEqual([]);
    },
  );

  it('shows a tooltip with the rounded numbers of the table', async () => {
    const { page } = await open();
    await page.locator(POINTS).first().hover();
    const tooltip = page.locator('#vg-tooltip-element');
    await tooltip.waitFor({ state: 'visible' });
    const first = await rows(page).first().locator('td').first().textContent();
    expect(await tooltip.textContent()).toContain(first);
  });

  it('filters by family and era, drawing and table together', async () => {
    const { page } = await open();
    await page.locator('[data-filter="family"]').selectOption('anthropic');
    expect(await page.locator('[data-status]').textContent()).toBe('4 of 20 models');
    expect(await rows(page).count()).toBe(4);
    await untilCount(page, POINTS, 4);
    await page.locator('[data-filter="era"]').selectOption('2023');
    const few = await rows(page).count();
    expect(few).toBeLessThan(4);
    await page.locator('[data-reset]').click();
    expect(await rows(page).count()).toBe(20);
    await page.locator('[data-filter="name"]').fill('model_7');
    expect(await rows(page).count()).toBe(1);
  });

  it('keeps the brushed models in the table', async () => {
    const { page } = await open();
    await page.locator('[data-chart]').scrollIntoViewIfNeeded();
    const box = (await page.locator('[data-chart] svg .background').first().boundingBox())!;
    const at = async (share: number) => page.mouse.move(box.x + box.width - 12, box.y + share * box.height);
    await at(0.02);
    await page.mouse.down();
    await at(0.1);
    await at(0.24);
    await page.mouse.up();
    await page.locator('[data-status]').filter({ hasNotText: '20 of 20' }).waitFor();
    const kept = await rows(page).count();
    expect(kept).toBeGreaterThan(1);
    expect(kept).toBeLessThan(10);
    expect(await page.locator('[data-status]').textContent()).toBe(`${kept} of 20 models`);
  });

  it('shows the strata of a model that is clicked in the drawing, or chosen in the table', async () => {
    const { page } = await open();
    await page.locator(POINTS).nth(2).click();
    const title = page.locator('[data-strata] h4');
    const third = await rows(page).nth(2).locator('button').textContent();
    expect(await title.textContent()).toContain(third);
    expect(await rows(page).nth(2).getAttribute('class')).toBe('chosen');
    await rows(page).nth(5).locator('button').press('Enter');
    expect(await title.textContent()).toContain(await rows(page).nth(5).locator('button').textContent());
    expect(await page.locator('[data-strata] tbody tr').count()).toBe(4);
    expect(await page.locator('[data-strata] tbody td').nth(1).textContent()).toMatch(/^\d+ of \d+$/);
  });

  it('makes nothing of a name', async () => {
    const make = AWKWARD.find(([name]) => name === 'nasty names')![1];
    const { page, complaints } = await browsing.open(await reportHtml(make(), { interactive }));
    await page.locator('[data-rows] tr').nth(27).waitFor();
    for (const figure of await page.locator('figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      await figure.locator('.live svg').waitFor();
    }
    expect(complaints).toEqual([]);
    expect(await page.locator('main script, main img, svg script').count()).toBe(0);
    const names = await page.locator('[data-rows] button').allTextContents();
    expect(names).toContain('<script>alert(1)</script>');
    expect(names).toContain("datum['x'] + 1");
  });

  it.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
    const { page } = await open(12, { colorScheme });
    for (const figure of await page.locator('figure').all()) {
      await figure.scrollIntoViewIfNeeded();
      await figure.locator('.live svg').waitFor();
    }
    expect(await axeFindings(page)).toEqual([]);
  });

  it('does not scroll sideways at 360 px', async () => {
    const { page } = await open(20, { viewport: { width: 360, height: 740 } });
    for (const figure of await page.locator('figure').all()) await figure.scrollIntoViewIfNeeded();
    expect(await pageWidth(page)).toBeLessThanOrEqual(360);
  });
});
