/** Units, numbers and words of reports of small analyses worked by hand: 2 models, 4 tasks a stratum. */
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.ts';
import type { AnalyzeOptions } from '../../src/analysis/options.ts';
import { analysisText } from '../../src/cli/analysis-text.ts';
import { outcomesBuilder } from '../../src/leaderboard/outcomes.ts';
import type { Leaderboard, Status } from '../../src/leaderboard/types.ts';
import { calibration } from '../../src/report/figures/calibration.ts';
import { figureSpecs } from '../../src/report/figures/index.ts';
import { strata } from '../../src/report/figures/strata.ts';
import { reportHtml } from '../../src/report/page.ts';
import { markdownSummary } from '../../src/report/summary.ts';
import { reportTables } from '../../src/report/tables/index.ts';

/**
 * Tasks in twos: hackable, hackable, robust, robust of A, then of B. Pass rates over both models, A: 3/4 hackable,
 * 1/4 robust; B: 2/4 hackable, 2/4 robust. Model a gains 1/2 in A and 0 in B, and so does b.
 */
const CELLS = { a: '10 00 10 01', b: '11 01 10 10' };

function board(cells: Record<string, string> = CELLS, named = true, status?: Status[]): Leaderboard {
  const models = Object.keys(cells);
  const words: Status[] = status ?? ['hackable', 'hackable', 'robust', 'robust'];
  const tasks = Array.from({ length: 8 }, (_, t) => ({
    id: `t${t}`,
    stratum: named ? (t < 4 ? 'A' : 'B') : '',
    status: words[t % words.length],
    accepted: null,
    columns: {},
  }));
  const builder = outcomesBuilder(models.length, tasks.length);
  models.forEach((model, m) => {
    [...cells[model].replaceAll(' ', '')].forEach((cell, t) => {
      builder.set(m, t, Number(cell), 1);
    });
  });
  const blank = { date: null, family: null, attempts: null, columns: {} };
  return {
    models: models.map((id) => ({ id, label: id, ...blank })),
    tasks,
    outcomes: builder.build(),
    notes: [],
  };
}

const run = (options: Partial<AnalyzeOptions> = {}, given = board()) =>
  analyze(given, { permutations: 20, crossed: false, ...options });

const table = (analysis: Awaited<ReturnType<typeof run>>, name: string) =>
  reportTables(analysis).find((one) => one.name === name);

describe('units', () => {
  it.each(['RD', 'RR', 'OR', 'AS'] as const)('gaps of strata are in points under %s', async (measure) => {
    const analysis = await run({ measure });
    const found = table(analysis, 'strata')!;
    expect(found.measure).toBe('RD');
    expect(found.rows.map((row) => row[6])).toEqual([0.5, 0]);
    expect(strata(analysis).description).toContain('A: hackable 75.0 %, robust 25.0 %, gap +50.00 pp');
  });

  it('the crossed model stands among the readings in their unit, or not at all', async () => {
    const crossedRow = async (measure: AnalyzeOptions['measure']) => {
      const analysis = await run({ measure, crossed: true });
      const row = table(analysis, 'readings')!.rows.find(([name]) => String(name).startsWith('Crossed'));
      return [analysis, row] as const;
    };
    const [rd, marginal] = await crossedRow('RD');
    expect(marginal?.[1]).toBe(rd.crossed!.riskDifference!.estimate);
    const [or, odds] = await crossedRow('OR');
    expect(odds?.[1]).toBe(Math.log(or.crossed!.oddsRatio!.estimate));
    expect((await crossedRow('RR'))[1]).toBeUndefined();
    expect((await crossedRow('AS'))[1]).toBeUndefined();
  });

  it('methods name the gap and the variance of the measure', async () => {
    const page = await reportHtml(await run({ measure: 'RR' }));
    expect(page).toContain('large-sample variance as in escalc');
    expect(page).not.toContain('Agresti-Caffo');
    expect(page).toContain(
      'the log of a model&#39;s pass rate on hackable over its pass rate on robust tasks',
    );
  });
});

describe('words', () => {
  it('speak of strata only where there are some', async () => {
    const without = await run({}, board(CELLS, false));
    for (const text of [without.verdict, without.estimand, markdownSummary(without)]) {
      expect(text).not.toContain('within');
    }
    expect(analysisText(without)).not.toContain('within');
    expect(without.estimand).toContain('without strata');
    const within = await run();
    expect(within.verdict).toContain('shuffling the flags within strata');
    expect(markdownSummary(within)).toContain('| Flags shuffled within strata |');
    expect((await run({ stratify: false })).verdict).not.toContain('within strata');
  });

  it('one is singular', async () => {
    const one = await run({}, board({ a: CELLS.a }));
    expect(markdownSummary(one)).toContain(
      '1 model, 4 hackable tasks and 4 robust ones; 1 gap above 0, 0 below',
    );
    const page = await reportHtml(one);
    expect(page).toContain('mean over 1 model;');
    expect(page).toContain('Share of 1 model that solves each task');
  });

  it('say over what the variance was taken', async () => {
    expect(await reportHtml(await run({ generalise: 'models' }))).toContain(
      'taken between models, so it speaks',
    );
    expect(await reportHtml(await run({ generalise: 'both' }))).toContain(
      'same stratum and kind and between models',
    );
  });

  it('a crossed model without an estimate has no table', async () => {
    const one = await run({ crossed: true }, board({ a: CELLS.a }));
    expect(table(one, 'crossed')).toBeUndefined();
    expect(await reportHtml(one)).toContain('nothing could be estimated, see the warnings');
  });

  it.each([
    ['holds 0', 'leaves 0 out', CELLS],
    ['leaves 0 out', 'holds 0', { a: '10 00 10 01', b: '11 01 10 10', c: '11 00 11 00' }],
  ])('an interval that %s: tasks without which it %s', async (now, then, cells) => {
    const analysis = await run({ sensitivity: true }, board(cells, false));
    const holds = (lower: number | null, upper: number | null) => lower! <= 0 && upper! >= 0;
    const { ciLower, ciUpper } = analysis.sharedTasks!;
    expect(holds(ciLower, ciUpper)).toBe(now === 'holds 0');
    const turned = analysis.robustness!.leaveOneTaskOut.filter(
      (row) => holds(row.taskCiLower, row.taskCiUpper) !== holds(ciLower, ciUpper),
    );
    const text = analysisText(analysis).replace(/\s+/g, ' ');
    expect(text).toMatch(/smallest: t\d \((hackable|robust)\) /);
    expect(text).toContain(
      `Of 8 single tasks ${turned.length} can be left out so that the task-aware interval ${then}.`,
    );
  });
});

describe('an audit without a hackable task', () => {
  it('has no figure of gaps, and no word of a permutation that was not made', async () => {
    const none = await run({}, board(CELLS, true, ['robust']));
    expect(none.models.every(({ yi }) => yi === null)).toBe(true);
    const names = figureSpecs(none).map(({ name }) => name);
    for (const name of ['ranks', 'gap-histogram', 'forest-grouped', 'subgroups']) {
      expect(names).not.toContain(name);
    }
    expect(analysisText(none)).not.toContain('permutes');
    expect(analysisText(await run())).toContain('permutes');
  });
});

describe('errors in the flags', () => {
  it('a range of one value is written as one', async () => {
    const names = table(await run({ flagSensitivity: [0.7, 1] }), 'flag-errors')!.rows.map(([name]) => name);
    expect(names).toContain('sensitivity 70.0 % to 100.0 %, specificity 100.0 %');
  });
});

describe('what the parts warn of', () => {
  it('is on the page as it is on the terminal', async () => {
    const status: Status[] = ['hackable', 'ambiguous', 'robust', 'robust'];
    const analysis = await run({ flagSensitivity: [0.6, 0.9] }, board(CELLS, true, status));
    const warned = {
      ...analysis,
      flagErrors: { ...analysis.flagErrors!, warnings: ['made up for the test'] },
    };
    expect(await reportHtml(warned)).toContain('made up for the test');
    expect(markdownSummary(warned)).toContain('- made up for the test');
    expect(analysisText(warned).match(/made up for the test/g)).toHaveLength(1);
  });
});

describe('calibration', () => {
  it('stands beside the headline, on the terminal and on the page', async () => {
    const analysis = await run({ calibrate: 40 });
    const rate = (name: string) =>
      `${(100 * analysis.calibration!.methods.find(({ method }) => method === name)!.rate).toFixed(1)} %`;
    const text = analysisText(analysis);
    expect(text.indexOf('Placebo flags')).toBeGreaterThan(text.indexOf('Verdict'));
    expect(text.indexOf('Placebo flags')).toBeLessThan(text.indexOf('Checks'));
    const page = await reportHtml(analysis);
    for (const name of ['models independent, REML, Knapp-Hartung t', 'task-aware t']) {
      expect(page).toContain(`At 5 % it calls ${rate(name)} of 40 sets of flags at random significant`);
    }
  });

  it('the figure of a planted gap says so, and a method without values is left out', async () => {
    const analysis = await run({ calibrate: 40 });
    const [first, ...rest] = analysis.calibration!.methods;
    const made = { ...analysis.calibration!, truth: 0.125, methods: [{ ...first, available: 0 }, ...rest] };
    const planted = calibration({ calibration: made, options: analysis.options })!;
    expect(planted.title).toBe('A planted gap of +12.50 pp: how often it is called');
    expect(planted.description).toContain('covers the +12.50 pp in');
    expect(planted.description).not.toContain(first.method);
    const row = table({ ...analysis, calibration: made }, 'calibration')!.rows[0];
    expect(row.slice(2, 5)).toEqual([null, null, null]);
  });
});
