/** The pages of the other commands in a real browser: offline, on a phone, in both themes, for axe. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deflate } from '../../src/decisions/deflate/deflate.ts';
import { plan } from '../../src/decisions/plan/plan.ts';
import { metaAnalysis } from '../../src/meta/meta-analysis.ts';
import { deflationHtml } from '../../src/report/deflation.ts';
import { metaHtml } from '../../src/report/meta-page.ts';
import { planHtml } from '../../src/report/planning.ts';
import { embeddedLeaderboard } from '../../src/studies/embedded.ts';
import { runAudit } from '../audit/cli/run.ts';
import { type Browsing, browse, noChromium, SKIPPED } from './chromium.ts';
import { axeFindings, openDetails, pageWidth } from './inside.ts';

const board = embeddedLeaderboard('tripwire-anchor');

const PAGES: Readonly<Record<string, () => string | Promise<string>>> = {
  reproduce: () => readFileSync('reports/rajan-2026.html', 'utf8'),
  audit: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'passgap-audit-page-'));
    const file = join(folder, 'audit.html');
    await runAudit('all', 'data/examples/audit', '--report', file, '--permutations', '50', '--no-crossed');
    const page = readFileSync(file, 'utf8');
    rmSync(folder, { recursive: true });
    return page;
  },
  meta: () => {
    const data = {
      yi: [0.1, 0.3, 0.35, 0.65, 0.2],
      vi: [0.03, 0.03, 0.05, 0.01, 0.02],
      slab: ['a', 'b', 'c', 'd', 'e'],
    };
    const subgroup = { name: 'kind', values: ['x', 'y', 'x', 'y', 'x'] };
    return metaHtml(metaAnalysis(data, { subgroup }), data, {
      dates: ['2001', '2003', '2002', '2004', '2005'],
    });
  },
  plan: () => planHtml(plan(board, { gap: 0.15, simulate: 0 })),
  deflate: () => deflationHtml(deflate(board, { draws: 50 })),
};

describe.skipIf(noChromium)(`other pages${SKIPPED}`, () => {
  let browsing: Browsing;
  beforeAll(async () => {
    browsing = await browse();
  });
  afterAll(() => browsing?.close());

  it.each(Object.keys(PAGES))('%s', async (name) => {
    const page = await PAGES[name]();
    for (const colorScheme of ['light', 'dark'] as const) {
      const opened = await browsing.open(page, { viewport: { width: 360, height: 740 }, colorScheme });
      await openDetails(opened.page);
      expect(await pageWidth(opened.page)).toBeLessThanOrEqual(360);
      expect(await opened.page.locator('figure svg').count()).toBeGreaterThan(0);
      expect(opened.requests).toEqual([]);
      expect(opened.complaints).toEqual([]);
      expect(await axeFindings(opened.page)).toEqual([]);
    }
  });
});
