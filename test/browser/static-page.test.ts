/** The default page in a real browser: no script, no network, both themes, phone and print. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportHtml } from '../../src/report/page.ts';
import { AWKWARD } from '../report/awkward.ts';
import { makeAnalysis } from '../report/make-analysis.ts';
import { type Browsing, browse, noChromium, SKIPPED } from './chromium.ts';
import { axeFindings, focused, openDetails, pageWidth, styleOf } from './inside.ts';

const nasty = AWKWARD.find(([name]) => name === 'nasty names')![1];
const long = AWKWARD.find(([name]) => name === 'names of 80 characters')![1];

describe.skipIf(noChromium)(`static page${SKIPPED}`, () => {
  let browsing: Browsing;
  beforeAll(async () => {
    browsing = await browse();
  });
  afterAll(() => browsing?.close());

  it('opens offline without a complaint, and draws every figure', async () => {
    const { page, complaints, requests } = await browsing.open(
      await reportHtml(makeAnalysis({ models: 134 })),
    );
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
    const figures = page.locator('figure svg');
    expect(await figures.count()).toBe(await page.locator('figure').count());
    for (const box of await Promise.all((await figures.all()).map((each) => each.boundingBox()))) {
      expect(box!.width).toBeGreaterThan(100);
      expect(box!.height).toBeGreaterThan(40);
    }
  });

  it('runs nothing of a name', async () => {
    const { page, complaints } = await browsing.open(await reportHtml(nasty()));
    expect(complaints).toEqual([]);
    expect(await page.locator('script, img, iframe').count()).toBe(0);
    expect(await page.locator('table').getByText('<script>alert(1)</script>').count()).toBeGreaterThan(0);
  });

  it.each(['light', 'dark'] as const)('axe finds nothing serious, %s', async (colorScheme) => {
    const { page } = await browsing.open(await reportHtml(makeAnalysis({ models: 12 })), { colorScheme });
    await openDetails(page);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('is dark in dark mode, drawings too', async () => {
    const colours = async (colorScheme: 'light' | 'dark') => {
      const { page } = await browsing.open(await reportHtml(makeAnalysis({ models: 3 })), { colorScheme });
      return [
        await styleOf(page.locator('body'), 'background-color'),
        await styleOf(page.locator('figure svg text'), 'fill'),
      ];
    };
    expect(await colours('light')).toEqual(['rgb(245, 246, 248)', 'rgb(86, 96, 112)']);
    expect(await colours('dark')).toEqual(['rgb(14, 17, 22)', 'rgb(169, 178, 191)']);
  });

  it.each([
    ['134 models', () => makeAnalysis({ models: 134 })],
    ['long names', long],
    ['nasty names', nasty],
  ] as const)('does not scroll sideways at 360 px: %s', async (_, make) => {
    const { page } = await browsing.open(await reportHtml(make()), { viewport: { width: 360, height: 740 } });
    await openDetails(page);
    expect(await pageWidth(page)).toBeLessThanOrEqual(360);
  });

  it.each([
    ['134 models', () => makeAnalysis({ models: 134 })],
    ['long names', long],
  ] as const)('prints with every figure and caption whole: %s', async (_, make) => {
    // A4 less margins of 10 mm, at 96 px an inch
    const paper = { width: 718, height: 1046 };
    const { page } = await browsing.open(await reportHtml(make()), { viewport: paper });
    await page.emulateMedia({ media: 'print' });
    for (const figure of await page.locator('figure').all()) {
      const box = (await figure.boundingBox())!;
      expect(box.height).toBeLessThanOrEqual(paper.height);
      expect(box.width).toBeLessThanOrEqual(paper.width);
      expect(await styleOf(figure, 'break-inside')).toBe('avoid');
    }
    for (const svg of await page.locator('figure svg').all()) {
      expect((await svg.boundingBox())!.width).toBeLessThanOrEqual(paper.width);
    }
    const pdf = await page.pdf({
      format: 'A4',
      margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' },
    });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('shows plots whole on a phone, only tables of rows scroll', async () => {
    const { page } = await browsing.open(await reportHtml(makeAnalysis({ models: 134 })), {
      viewport: { width: 360, height: 740 },
    });
    const cut: string[] = [];
    for (const figure of await page.locator('figure').all()) {
      const box = (await figure.boundingBox())!;
      const svg = (await figure.locator('svg').boundingBox())!;
      if (svg.x + svg.width > box.x + box.width) cut.push((await figure.getAttribute('data-figure'))!);
    }
    expect(cut).toEqual([
      'forest',
      'subgroups',
      'forest-grouped',
      'sensitivity',
      'robustness',
      'leave-one-out',
    ]);
  });

  it('can be read by keyboard: the skip link is first, scrolling boxes take focus', async () => {
    const { page } = await browsing.open(await reportHtml(makeAnalysis({ models: 3 })));
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('skip');
    const boxes = await page
      .locator('.scroll')
      .evaluateAll((all) => all.map((each) => (each as unknown as { tabIndex: number }).tabIndex));
    expect(new Set(boxes)).toEqual(new Set([0]));
  });
});
