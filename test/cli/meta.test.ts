import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { metaCommand } from '../../src/cli/meta.ts';
import { runCommand } from '../../src/cli/run.ts';
import type { MetaAnalysis } from '../../src/meta/meta-analysis.ts';
import { more } from '../meta/more.ts';

let folder = '';
let file = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'passgap-meta-'));
  file = join(folder, 'bcg.csv');
  const { ablat, alloc } = more.bcgModerators;
  const rows = more.sets['bcg'].yi.map((yi, i) => {
    const v = more.sets['bcg'].vi[i];
    return [`trial ${i + 1}`, yi, v, Math.sqrt(v), ablat[i], alloc[i], more.cluster[i], 1e200].join(',');
  });
  writeFileSync(file, `study,yi,vi,sei,ablat,alloc,place,huge\n${rows.join('\n')}\n`);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Exit code and what was written, as a shell sees it. */
async function passgap(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  try {
    const code = await runCommand(new Command('passgap').addCommand(metaCommand()), ['meta', ...argv]);
    return { code, out, err };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

const json = async (...argv: string[]) => {
  const { code, out, err } = await passgap(...argv, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as MetaAnalysis & { rCall?: string };
};

describe('passgap meta', () => {
  it('prints one JSON document: the default fit is REML with Knapp-Hartung', async () => {
    const fit = await json(file);
    expect([fit.method, fit.test, fit.level, fit.k]).toEqual(['REML', 'knha', 95, 13]);
    // metafor, tolerance 1e-13 (meta.json).
    expect(fit.estimate).toBeCloseTo(-0.714532342158139, 11);
    expect(fit.se).toBeCloseTo(0.180791744092848, 11);
    expect(fit.ciLower).toBeCloseTo(-1.10844371368555, 11);
    expect(fit.piUpper).toBeCloseTo(0.566952149879924, 11);
    expect(fit.slab[0]).toBe('trial 1');
    expect(Object.keys(fit)).not.toContain('moderators');
  });

  it('--se gives the same as --vi', async () => {
    const [a, b] = [await json(file), await json(file, '--se', 'sei')];
    expect(b.estimate).toBeCloseTo(a.estimate as number, 12);
  });

  it('every option adds its figures', async () => {
    const found = await json(
      file,
      ...[
        '--mods',
        'ablat,alloc',
        '--subgroup',
        'alloc',
        '--cluster',
        'place',
        '--diagnostics',
        '--small-study',
      ],
      ...['--permutations', '20', '--seed', '3', '--profile', '--gosh', '30', '--tested', 'alloc', '--r'],
    );
    expect(found.moderators?.coefficients.map(({ term }) => term)).toEqual([
      'intercept',
      'ablat',
      'alloc: random',
      'alloc: systematic',
    ]);
    expect(found.moderators?.factors.map(({ name, df1, df2 }) => [name, df1, df2])).toEqual([
      ['alloc', 2, 9],
    ]);
    expect(found.subgroups?.separate.groups.map(({ k }) => k)).toEqual([2, 7, 4]);
    expect(found.subgroups?.common?.tau2).toBeGreaterThan(0);
    expect([found.robust?.type, found.robust?.clusters]).toEqual(['CR2', 6]);
    expect(found.diagnostics?.leaveOneOut.length).toBe(14);
    expect(found.diagnostics?.influence?.length).toBe(13);
    expect(found.smallStudy?.begg.tau).toBeCloseTo(0.0256410256410256, 12);
    expect(found.permutation).toMatchObject({ exact: true, permutations: 8192 });
    expect(found.moderatorPermutation).toMatchObject({ scheme: 'freedman-lane', permutations: 20, seed: 3 });
    // Profile interval of metafor (meta-more.json).
    expect(found.profile?.tau2Upper).toBeCloseTo(0.964695326514208, 11);
    expect(found.gosh).toMatchObject({ exact: false, subsets: 30 });
    expect(found.rCall).toContain('library(metafor)');
  });

  it('same input, options and seed give the same bytes', async () => {
    const run = () =>
      passgap(file, '--json', '--permutations', '50', '--mods', 'ablat', '--gosh', '40', '--seed', '9');
    expect((await run()).out).toBe((await run()).out);
  });

  it('the table shows the same figures as the JSON (case G6)', async () => {
    const { out, code } = await passgap(file, '--method', 'DL', '--test', 'z');
    expect(code).toBe(0);
    expect(out).toContain('DL, 95 % z interval, k = 13');
    expect(out).toMatch(/pooled effect +-0\.71412 +0\.17874 +\[-1\.0644, -0\.36379\] +6\.46e-5/);
    expect(out).toMatch(/prediction interval \(z\) +\[-1\.8582, 0\.42992\]/);
    expect(out).toMatch(/tau2 +0\.30876 +\[0\.11972, 1\.1115\] +SE 0\.22987/);
    expect(out).toMatch(/I2 \(from tau2\) +92\.1 % +\[81\.921, 97\.678\]/);
    expect(out).toMatch(/Q +152\.23 on 12 df +p = 2\.00e-26/);
  });

  it('the table has a block for every option and no figure that is none', async () => {
    const { out, code } = await passgap(
      file,
      ...[
        '--mods',
        'ablat,alloc',
        '--subgroup',
        'alloc',
        '--cluster',
        'place',
        '--diagnostics',
        '--small-study',
      ],
      ...['--permutations', '20', '--profile', '--gosh', '30', '--measure', 'RD'],
    );
    expect(code).toBe(0);
    for (const title of [
      'RD, REML, 95 % Knapp-Hartung t interval, 12 df, k = 13',
      'Heterogeneity',
      'Moderators: REML',
      'By alloc, its own tau2 each',
      'By alloc, one tau2',
      'Cluster-robust: CR2, 6 clusters',
      'Leave-one-out',
      'Cumulative',
      'Influence',
      'Best linear unbiased predictions',
      'Small-study effects and selection',
      'Permutation',
      'GOSH',
      'funnel asymmetry means nothing here',
    ]) {
      expect(out).toContain(title);
    }
    expect(out).not.toMatch(/NaN|Infinity|undefined|null/);
    expect(out.includes('\u001b')).toBe(false);
    // metafor's leave1out of the first trial and influence of the fourth (meta-more.json).
    expect(out).toMatch(/trial 1 +-0\.70708 +0\.19400 +\[-1\.1341, -0\.28009\] +0\.00386 +0\.33616 +93\.2/);
    expect(out).toMatch(
      /trial 4 +-1\.4088 +-0\.5048 +0\.2269 +1\.0127 +0\.26276 +96\.563 +0\.0970 +9\.70 +-0\.4988/,
    );
  });

  it('the R code names the columns, tightens the tolerance and quotes odd names', async () => {
    const odd = join(folder, 'odd.csv');
    writeFileSync(odd, 'Effect (1),lo w,hi w\n1.2,0.9,1.6\n0.8,0.5,1.28\n');
    const argv = [
      '--yi',
      'Effect (1)',
      '--ci-lower',
      'lo w',
      '--ci-upper',
      'hi w',
      '--log',
      '--method',
      'PM',
    ];
    const { out, code } = await passgap(odd, ...argv, '--test', 'z', '--r');
    expect(code).toBe(0);
    expect(out.slice(out.indexOf('library(metafor)')).trimEnd().split('\n')).toEqual([
      'library(metafor)',
      `dat <- read.csv(${JSON.stringify(odd)}, check.names = FALSE, na.strings = c("", "NA"))`,
      'dat$.yi <- log(dat$`Effect (1)`)',
      'dat$.vi <- ((log(dat$`hi w`) - log(dat$`lo w`)) / (2 * qnorm(0.975)))^2',
      'dat <- dat[!is.na(dat$.yi) & !is.na(dat$.vi) & dat$.vi > 0, ] # vi = 0 would have infinite weight',
      'tight <- list(threshold = 1e-12, tol = 1e-12, maxiter = 10000)',
      'res <- rma(.yi, .vi, data = dat, method = "PM", test = "z", level = 95, control = tight)',
      'res',
      'confint(res, control = list(tol = 1e-12, maxiter = 10000))',
      'c(res$beta) + c(-1, 1) * qnorm(0.975) * sqrt(res$se^2 + res$tau2) # prediction interval',
    ]);
  });

  it('dropped rows stand in a table with their reason', async () => {
    const some = join(folder, 'some.csv');
    writeFileSync(some, 'study,yi,vi\na,0.1,0.01\nb,0.2,0\nc,NA,0.02\nd,0.3,0.02\n');
    const { out } = await passgap(some);
    expect(out).toContain('k = 2 of 4 rows');
    expect(out).toMatch(/2 +b +vi is 0: the row would have infinite weight/);
    expect(out).toMatch(/3 +c +yi is missing/);
  });

  it('--aggregate pools clusters first', async () => {
    const found = await json(file, '--cluster', 'place', '--aggregate', '0.5');
    expect(found.k).toBe(6);
    expect(found.aggregated?.yi[0]).toBeCloseTo(more.aggregated[1].yi[0], 12);
    expect(found.warnings[0]).toBe(
      '13 rows were pooled within 6 clusters first, their correlation taken as 0.5',
    );
  });

  it.each([
    [
      ['--method', 'REMLX'],
      '--method is "REMLX": one of EE, DL, HE, HS, SJ, ML, REML, EB, PM, PMM, GENQ, DL2 is allowed',
    ],
    [['--level', 'x'], '--level is "x": a number is allowed'],
    [['--level', '0.95'], 'level is "0.95": a percentage from 1 up to below 100 is allowed (95, not 0.95)'],
    [['--permutations', '1.5'], '--permutations is "1.5": a whole number from 0 to 1e9 is allowed'],
    [['--mods', 'nope'], 'bcg.csv: no column "nope"; found "study", "yi"'],
    [['--aggregate', '0.5'], '--aggregate needs --cluster: the column that says which rows belong together'],
    [['--yi', 'alloc'], '"random" is no finite number'],
    [['--tested', 'alloc'], '--tested does nothing without --permutations: give that too'],
    [['--robust', 'CR1'], '--robust does nothing without --cluster: give that too'],
    [['--order', 'ablat'], '--order does nothing without --diagnostics or --report: give that too'],
    [['--ci-level', '90'], '--ci-level does nothing without --ci-lower: give that too'],
    [['--vi', 'huge'], 'bcg.csv: row 1: vi is 1e+200: 0 or 1e-150 to 1e150 is allowed'],
  ])('wrong usage is one line and exit code 2: %j', async (argv, message) => {
    const { code, out, err } = await passgap(file, ...argv);
    expect([code, out]).toEqual([2, '']);
    expect(err.trimEnd().split('\n').length).toBe(1);
    expect(err).toContain(message);
  });

  it('a file that is not there is one line and exit code 2', async () => {
    const { code, err } = await passgap(join(folder, 'none.csv'));
    expect(code).toBe(2);
    expect(err).toContain('no such file');
  });
});
