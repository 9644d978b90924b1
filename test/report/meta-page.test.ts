/** `passgap meta --report`: BCG (metafor's dat.bcg, log risk ratios, default REML with Knapp-Hartung); figures in cases.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, expect, it, vi as mock } from 'vitest';
import { metaCommand } from '../../src/cli/meta.ts';
import { writeMetaReport } from '../../src/cli/meta-report.ts';
import { runCommand } from '../../src/cli/run.ts';
import { metaAnalysis } from '../../src/meta/meta-analysis.ts';
import { effectsForest } from '../../src/report/figures/meta/effects-forest.ts';
import { metaFigures } from '../../src/report/figures/meta/index.ts';
import { effectMetaView } from '../../src/report/figures/meta/view.ts';
import { metaHtml } from '../../src/report/meta-page.ts';
import { compileSpec } from '../../src/report/render.ts';
import { schemaErrors } from './schema.ts';

// treated and control: events, no events (Colditz et al. 1994)
const TRIALS = [
  ['Aronson', 4, 119, 11, 128, 'random'],
  ['Ferguson & Simes', 6, 300, 29, 274, 'random'],
  ['Rosenthal 1960', 3, 228, 11, 209, 'random'],
  ['Hart & Sutherland', 62, 13536, 248, 12619, 'random'],
  ['Frimodt-Moller', 33, 5036, 47, 5761, 'alternate'],
  ['Stein & Aronson', 180, 1361, 372, 1079, 'alternate'],
  ['Vandiviere', 8, 2537, 10, 619, 'random'],
  ['TPT Madras', 505, 87886, 499, 87892, 'random'],
  ['Coetzee & Berjak', 29, 7470, 45, 7232, 'random'],
  ['Rosenthal 1961', 17, 1699, 65, 1600, 'systematic'],
  ['Comstock 1974', 186, 50448, 141, 27197, 'systematic'],
  ['Comstock & Webster', 5, 2493, 3, 2338, 'systematic'],
  ['Comstock 1976', 27, 16886, 29, 17825, 'systematic'],
] as const;

const YEARS = [1948, 1949, 1960, 1977, 1973, 1953, 1973, 1980, 1968, 1961, 1974, 1969, 1976];
const LATITUDES = [44, 55, 42, 52, 13, 44, 19, 13, 27, 42, 18, 33, 33];
const yi = TRIALS.map(([, a, b, c, d]) => Math.log(a / (a + b) / (c / (c + d))));
const vi = TRIALS.map(([, a, b, c, d]) => 1 / a - 1 / (a + b) + 1 / c - 1 / (c + d));
const slab = TRIALS.map(([name]) => name);
const folder = mkdtempSync(join(tmpdir(), 'passgap-meta-'));
afterEach(() => mock.restoreAllMocks());
afterAll(() => rmSync(folder, { recursive: true }));

it('writes the page of a table of effects', async () => {
  mock.spyOn(process.stdout, 'write').mockReturnValue(true);
  mock.spyOn(process.stderr, 'write').mockReturnValue(true);
  const rows = TRIALS.map(
    ([name, , , , , alloc], i) => `${name},${yi[i]},${vi[i]},${alloc},${YEARS[i]},${LATITUDES[i]}`,
  );
  const csv = `${['trial,yi,vi,alloc,year,ablat', ...rows].join('\n')}\n`;
  writeFileSync(join(folder, 'bcg.csv'), csv);
  const program = new Command('passgap').addCommand(metaCommand(writeMetaReport));
  const page = join(folder, 'bcg.html');
  expect(
    await runCommand(program, [
      'meta',
      join(folder, 'bcg.csv'),
      '--slab',
      'trial',
      '--subgroup',
      'alloc',
      '--mods',
      'ablat',
      '--order',
      'year',
      '--report',
      page,
    ]),
  ).toBe(0);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('<h1>Meta-analysis of bcg.csv</h1>');
  expect(html).toContain('<div class="big">-0.7145</div>');
  // tau2 .3132433, I2 92.22139 %, Q 152.23301 (metafor)
  for (const text of ['0.3132', '92.22', '152.2']) expect(html).toContain(`<td class="num">${text}</td>`);
  for (const name of [
    'forest',
    'bubble-ablat',
    'leave-one-out',
    'cumulative',
    'funnel',
    'baujat',
    'radial',
    'gosh',
  ]) {
    expect(html).toContain(`id="fig-${name}"`);
  }
  // rma(yi, vi, mods = ~ ablat, test = "knha"), and rma of each allocation by itself
  expect(html).toContain('slope -0.0291 [-0.0472, -0.0111] for each unit of ablat');
  for (const text of [
    '-0.9710 [-1.5903, -0.3516]',
    '-0.5408 [-4.1189, +3.0373]',
    '-0.4242 [-1.5833, +0.7349]',
  ])
    expect(html).toContain(`>${text}<`);
  expect(html).toContain('id="table-subgroups"');
  expect(html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/hackable|<script|NaN|undefined/);
});

it('says why an order that is no date draws no figure', async () => {
  mock.spyOn(process.stdout, 'write').mockReturnValue(true);
  const stderr = mock.spyOn(process.stderr, 'write').mockReturnValue(true);
  const [csv, page] = [join(folder, 'order.csv'), join(folder, 'order.html')];
  writeFileSync(csv, 'trial,yi,vi,size\na,1,0.5,10\nb,3,0.5,20\nc,2,0.4,15\n');
  const program = new Command('passgap').addCommand(metaCommand(writeMetaReport));
  expect(await runCommand(program, ['meta', csv, '--order', 'size', '--report', page])).toBe(0);
  expect(stderr.mock.calls.join('')).toContain(
    '--order size: no figure of the cumulative fit, since the column holds other than years or dates\n',
  );
  expect(readFileSync(page, 'utf8')).not.toContain('fig-cumulative');
});

it('has a table of whatever was asked for, with the numbers of metafor 3.8', async () => {
  const data = { yi, vi, slab };
  const moderators = [{ name: 'ablat', values: LATITUDES }];
  const fit = metaAnalysis(data, { moderators, diagnostics: true, smallStudy: true, permutations: 100 });
  const page = await metaHtml(fit, data, { moderators });
  const row = (...cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? `<th scope="row">${cell}</th>` : cell)).join('');
  const told = page.replaceAll(/<\/?bdi>/g, '').replace(/<td(?: class="num")?>(.*?)<\/td>/g, '[$1]');
  // rma(mods = ~ ablat, test = "knha"); leave1out, cumul, influence and blup of rma(test = "knha"); regtest; ranktest; trimfill; fsn; permutest(exact = TRUE)
  for (const text of [
    row('all moderators', '[F(1, 11)][12.59][0.00457]'),
    row('heterogeneity that is left', '[χ²(11)][30.73][0.00121]'),
    row('Aronson', '[-0.7071][0.1940][-1.1341][-0.2801][-3.645][11][0.00386][151.6]'),
    row('Ferguson &amp; Simes', '[-1.3250][0.3368][-5.6047][+2.9547][-3.934][1][0.158][0.9315][0.334][0]'),
    row('Hart &amp; Sutherland', '[-1.409][-0.5048][0.2269][1.013][0.2628][96.56][0.09699][9.7 %][-0.4988]'),
    row('Aronson', '[-0.8002][0.4100][-1.6936][+0.0932]'),
    row('Egger', '[slope -0.7632][0.451][limit at SE 0: -0.5104]'),
    row('Begg', '[Kendall&#39;s tau 0.02564][0.952][exact]'),
    row('fail-safe N', '[598][8.81e-30]'),
    row('mean, two sided', '[0.00146][signs flipped, all 8,192 arrangements'),
  ]) {
    expect(told).toContain(text);
  }
  expect(told).toContain('[1 missing on the right]');
});

it('draws valid figures of any effects, few of them too', async () => {
  for (const k of [1, 2, 13]) {
    const data = { yi: yi.slice(0, k), vi: vi.slice(0, k), slab: slab.slice(0, k) };
    const fit = metaAnalysis(data);
    const view = effectMetaView(fit, data, { dates: TRIALS.slice(0, k).map((_, i) => `${1950 + i}`) });
    for (const figure of [effectsForest(view, fit), ...metaFigures(view)]) {
      expect(schemaErrors(figure.spec)).toEqual([]);
      expect((await compileSpec(figure.spec)).warnings).toEqual([]);
      expect(`${figure.title} ${figure.subtitle} ${figure.description}`).not.toMatch(
        /NaN|undefined|null|\(\)/,
      );
    }
    expect(await metaHtml(fit, data)).toContain('<h1>Meta-analysis</h1>');
  }
});

it('warns of the regression too, and writes years without commas', async () => {
  const data = { yi: [0.1, 0.3, 0.35, 0.65], vi: [0.03, 0.03, 0.05, 0.01], slab: ['a', 'b', 'c', 'd'] };
  const year = { name: 'year', values: [2001, 2002, 2003, 2005] };
  const result = metaAnalysis(data, { method: 'REML', test: 'knha', moderators: [year] });
  expect(result.moderators!.warnings).not.toEqual([]);
  const page = await metaHtml(result, data, { moderators: [year] });
  for (const text of result.moderators!.warnings) expect(page).toContain(`<li>${text}</li>`);
  expect(page).toContain('>2005</text>');
  expect(page).not.toContain('2,00');
  expect(page).toContain('t, k-1 df');
});
