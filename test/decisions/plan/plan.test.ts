/** The plan as a whole: closed-form sizes, shares, what is refused, and what the command prints. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { planCommand } from '../../../src/cli/plan.ts';
import { runCommand } from '../../../src/cli/run.ts';
import { plan } from '../../../src/decisions/plan/plan.ts';
import type { Plan, PlanOptions } from '../../../src/decisions/plan/types.ts';
import { InputError } from '../../../src/errors.ts';
import type { Status } from '../../../src/leaderboard/types.ts';
import { powerCurve } from '../../../src/report/figures/power-curve.ts';
import { compileSpec } from '../../../src/report/render.ts';
import { tTestPower } from '../../../src/stats/noncentral.ts';
import { reference } from '../../oracle.ts';
import { schemaErrors } from '../../report/schema.ts';
import { relativeError } from '../../tolerance.ts';
import { leaderboardOf } from '../made-up.ts';

/** Half of the tasks solved by both models, half by none. */
const halves = (n: number, status: (t: number) => Status = () => 'unaudited', stratum = (_: number) => '') =>
  leaderboardOf(
    [0, 1].map(() => Array.from({ length: n }, (_, t) => t % 2)),
    Array.from({ length: n }, (_, t) => ({ status: status(t), stratum: stratum(t) })),
  );

describe('one stratum', () => {
  const result = plan(halves(400), { gap: 0.2, share: 0.5, simulate: 500 });

  it('needs what the normal approximation says and a little more', () => {
    // 4 (1.959964 + 0.841621)^2 0.25 * 400/399 / 0.04 = 196.7 by z; t and the random number of hackable tasks add to it
    // R, 195 to 205 tasks: the first power of 0.8
    const { single } = reference<{ single: number[] }>('plan.json');
    expect(195 + single.findIndex((power) => power >= 0.8)).toBe(200);
    expect(result.needed!.audited).toBe(200);
    expect(relativeError(result.needed!.power, single[5])).toBeLessThan(1e-10);
    expect(result.strata[0].sd).toBeCloseTo(Math.sqrt((0.25 * 400) / 399), 14);
  });

  it('finds with all tasks the gap at which a t test with 200 in each arm has the power, nearly', () => {
    const se = Math.sqrt((0.25 * 400) / 399 / 100);
    const power = tTestPower(result.most.detectable! / se, 398, 0.05);
    // The number of hackable tasks is random: a little power is lost to unequal arms.
    expect(power - 0.8).toBeGreaterThan(0);
    expect(power - 0.8).toBeLessThan(0.003);
  });

  it('rises with the number of tasks', () => {
    const powers = result.curve.map((point) => point.power);
    expect(powers).toEqual([...powers].sort((a, b) => a - b));
    expect(result.curve[result.curve.length - 1].audited).toBe(400);
  });

  it('is the same for the same seed', () => {
    expect(plan(halves(400), { gap: 0.2, share: 0.5, simulate: 500 })).toEqual(result);
  });

  it('says so when all tasks fall short', () => {
    const short = plan(halves(40), { gap: 0.1, share: 0.5, simulate: 0 });
    expect(short.needed).toBeNull();
    expect(short.warnings[0]).toMatch(/^even all 40 tasks give \d+\.\d % for \+10\.00 pp$/);
    expect(short.verdict).toMatch(/^No audit of these 40 tasks finds a gap of \+10\.00 pp/);
  });

  it('draws a figure that the schema takes', async () => {
    const { spec, subtitle } = powerCurve(result);
    expect(schemaErrors(spec)).toEqual([]);
    expect((await compileSpec(spec)).warnings).toEqual([]);
    expect(subtitle).toContain(`reached with ${result.needed!.audited} audited tasks`);
  });
});

describe('shares and the audit at hand', () => {
  const status = (t: number): Status =>
    t < 10 ? (t < 3 ? 'hackable' : 'robust') : t < 14 ? 'robust' : t === 14 ? 'excluded' : 'unaudited';
  const board = halves(60, status, (t) => (t < 10 || t >= 30 ? 'a' : 'b'));
  const small: Partial<PlanOptions> = { gap: 0.5, simulate: 0 };

  it('come from the flags, from all of them where a stratum shows one arm', () => {
    const { strata, atHand, warnings } = plan(board, small);
    expect(
      strata.map(({ stratum, tasks, share, shareFrom, audited, hackable }) => [
        stratum,
        tasks,
        share,
        shareFrom,
        audited,
        hackable,
      ]),
    ).toEqual([
      ['a', 40, 0.3, 'flags', 10, 3],
      ['b', 19, 3 / 14, 'all flags', 4, 0],
    ]);
    expect(warnings).toContain(
      'in "b" the flags show one arm or none: the share of all flags is taken there',
    );
    // Welch with equal variances, 3 and 7 tasks: (1/3 + 1/7)^2 / ((1/3)^2 / 2 + (1/7)^2 / 6)
    const dfOfA = (1 / 3 + 1 / 7) ** 2 / (1 / 18 + 1 / 294);
    expect(atHand).toMatchObject({
      from: 'flags',
      audited: 14,
      hackable: 3,
      df: expect.closeTo(dfOfA, 10),
    });
    // Only "a" holds both arms: 3 and 7 tasks of sd sqrt(0.25 * 40 / 39).
    expect(atHand!.se).toBeCloseTo(Math.sqrt(((0.25 * 40) / 39) * (1 / 3 + 1 / 7)), 12);
  });

  it('can be given, for all or by stratum', () => {
    expect(plan(board, { ...small, share: 0.4 }).strata.map((s) => s.share)).toEqual([0.4, 0.4]);
    expect(plan(board, { ...small, share: { a: 0.4, b: 0.1 } }).strata.map((s) => s.share)).toEqual([
      0.4, 0.1,
    ]);
    const sizes = { audited: 12, hackable: 3 };
    const unflagged = plan(halves(60), { ...small, sizes });
    expect(unflagged.strata[0]).toMatchObject({ share: 0.25, shareFrom: 'sizes' });
    expect(unflagged.atHand!.strata).toEqual([{ stratum: '', hackable: 3, robust: 9 }]);
    expect(unflagged.warnings).toContain(
      'the audit at hand has about 3 tasks in its smaller arm: with fewer than 25 the formula can be off by more than 3 points, go by the simulation',
    );
  });

  it('has no power where a test is impossible', () => {
    const lonely = plan(
      halves(60, (t) => (t === 0 ? 'hackable' : t < 9 ? 'robust' : 'unaudited')),
      small,
    );
    expect(lonely.atHand).toMatchObject({ se: null, df: null, power: null, detectable: null });
    expect(lonely.warnings.some((text) => text.startsWith('the audit at hand has no test'))).toBe(true);
  });

  it.each<[string, Partial<PlanOptions>, string]>([
    ['no share', {}, '--share: is missing: say which share'],
    ['a share of 1', { share: 1 }, '--share: 1 is not allowed; a share is above 0 and below 1'],
    ['an unknown stratum', { share: { c: 0.2 } }, '--share: stratum "c" holds no task; there are ""'],
    ['a gap of 0', { gap: 0 }, '--gap: 0 is not allowed'],
    ['power below the level', { power: 4 }, '--power: 4 is not allowed; power is a percentage above 5'],
    [
      'an unknown allocation',
      { allocation: 'best' as 'equal' },
      '--allocation: "best" is not allowed; allowed are proportional, equal, neyman',
    ],
    [
      'more than all failures',
      { share: 0.5, gap: 0.6, mechanism: 'failures' },
      '--gap: +60.00 pp is more than all failures',
    ],
    [
      'sizes above the tasks',
      { sizes: { audited: 90, hackable: 9 } },
      'audited is 90: allowed is a whole number from 2 to 20',
    ],
  ])('refuses %s', (_, options, message) => {
    const run = () => plan(halves(20), options);
    expect(run).toThrow(InputError);
    expect(run).toThrow(message);
  });
});

describe('passgap plan', () => {
  let folder: string;
  let out: string;
  let err: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'passgap-plan-'));
    [out, err] = ['', ''];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      out += String(text);
      return true;
    });
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      err += String(text);
      return true;
    });
    const tasks = Array.from({ length: 80 }, (_, t) => `t${t}`);
    const rows = [0, 1, 2].map((m) =>
      [`m${m}`, ...tasks.map((_, t) => ((t * 7 + m) % 5 < 2 ? 1 : 0))].join(','),
    );
    writeFileSync(join(folder, 'o.csv'), [['model', ...tasks].join(','), ...rows].join('\n'));
    writeFileSync(
      join(folder, 't.csv'),
      ['task,stratum', ...tasks.map((id, t) => `${id},${t % 2 ? 'x' : 'y'}`)].join('\n'),
    );
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true, force: true });
  });
  const run = (...args: readonly string[]) =>
    runCommand(new Command('passgap').addCommand(planCommand()), [
      'plan',
      '--outcomes',
      join(folder, 'o.csv'),
      '--tasks',
      join(folder, 't.csv'),
      ...args,
    ]);

  it('prints JSON with the curve, and writes the figure', async () => {
    const svg = join(folder, 'p.svg');
    expect(
      await run('--gap', '30', '--share', 'x=0.3', 'y=0.4', '--simulate', '50', '--json', '--figure', svg),
    ).toBe(0);
    const result = JSON.parse(out) as Plan;
    expect(result.options).toMatchObject({ gap: 0.3, share: { x: 0.3, y: 0.4 } });
    expect(result.curve.length).toBeGreaterThan(19);
    expect(readFileSync(svg, 'utf8')).toMatch(/^<svg /);
    expect(err).toContain('wrote ');
  });

  it('prints a table for people', async () => {
    expect(
      await run('--gap', '30', '--share', '0.3', '--simulate', '0', '--audited', '30', '--hackable', '9'),
    ).toBe(0);
    expect(out).toContain('To find a gap of +30.00 pp with power 80 % (two-sided test at 5 %): audit');
    expect(out).toContain('The audit at hand (30 tasks, 9 hackable) finds gaps from');
    expect(out).not.toMatch(/NaN|undefined|Infinity/);
  });

  it.each([
    [['--gap', '10'], '--share: is missing'],
    [['--share', 'x=0.3'], '--share: no share for "y"'],
    [['--share', '0.3', '0.4'], '--share: "0.3" is not allowed; give one number'],
    [['--share', '0.3', '--gap', 'ten'], '--gap: "ten" is not allowed; allowed is a number'],
  ])('refuses %s', async (args, message) => {
    expect(await run(...args)).toBe(2);
    expect(err).toContain(message);
    expect(out).toBe('');
  });
});
