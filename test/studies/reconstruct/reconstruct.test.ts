import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';
import { ruleOptions, withFlags } from '../../../src/studies/reconstruct/confirm.ts';
import { type ReconstructOptions, RULES, reconstruct } from '../../../src/studies/reconstruct/reconstruct.ts';
import { loadStudy } from '../../../src/studies/study.ts';
import {
  everyAssignment,
  figuresByAnalyze,
  MADE_UP_PATTERN,
  madeUpSample,
  published,
  roundsTo,
  TRUE_FLAGS,
} from './made-up.ts';

const study = loadStudy('rajan-2026');
const madeUp = madeUpSample();
const ids = madeUp.tasks.map((task) => task.id);
const key = ({ hackable, dropped }: { hackable: readonly string[]; dropped: readonly string[] }) =>
  [...hackable, '-', ...dropped].join(' ');

describe('planted flags on a made-up sample', () => {
  it.each(RULES)(
    '$weights/$variance: finds the true assignment, and every other that gives the figures',
    async (rule) => {
      const targets = published(await figuresByAnalyze(madeUp, TRUE_FLAGS, rule));
      const wanted: string[] = [];
      for (const flags of everyAssignment(ids)) {
        if (roundsTo(await figuresByAnalyze(madeUp, flags, rule), targets)) wanted.push(key(flags));
      }
      expect(wanted).toContain(key(TRUE_FLAGS));
      const options: ReconstructOptions = {
        ...{ candidates: ids, pattern: MADE_UP_PATTERN, targets, rules: [rule], permutations: 0 },
        ...{ restarts: 150, steps: 500, keep: 1000 },
      };
      const { rules, log10Assignments, all } = await reconstruct(madeUp, study, options);
      expect(rules[0].solutions.map(key).sort()).toEqual(wanted.sort());
      expect(rules[0].unconfirmed).toBe(0);
      expect(all.solutions).toBe(wanted.length);
      expect(log10Assignments).toBeCloseTo(Math.log10(810), 12);
    },
  );

  it('gives the same value for the same seed', async () => {
    const rule = RULES[0];
    const targets = published(await figuresByAnalyze(madeUp, TRUE_FLAGS, rule));
    const options: ReconstructOptions = {
      ...{ candidates: ids, pattern: MADE_UP_PATTERN, targets, rules: [rule], permutations: 200 },
      ...{ restarts: 20, steps: 300, keep: 2, seed: 7 },
    };
    const [one, two] = [await reconstruct(madeUp, study, options), await reconstruct(madeUp, study, options)];
    expect(one).toEqual(two);
    expect(JSON.parse(JSON.stringify(one))).toEqual(one);
  });

  it('says what was closest when nothing gives the figures', async () => {
    const rule = RULES[0];
    const figures = published(await figuresByAnalyze(madeUp, TRUE_FLAGS, rule));
    const targets = { ...figures, positive: { value: 40, half: 0 } };
    const options: ReconstructOptions = {
      ...{ candidates: ids, pattern: MADE_UP_PATTERN, targets, rules: [rule], permutations: 0 },
      ...{ restarts: 3, steps: 200 },
    };
    const { rules, warnings, all } = await reconstruct(madeUp, study, options);
    expect(rules[0].solutions).toEqual([]);
    // At most 15 models can be positive: 25 too few, 6 a unit.
    expect(rules[0].closest!.distance).toBeGreaterThanOrEqual(25 / 6 - 1e-9);
    expect(warnings[0]).toBe(
      `flagged/raw: no assignment gave the published figures in 3 starts; the closest was ${rules[0].closest!.distance.toPrecision(3)} away. That is no proof that there is none.`,
    );
    expect([all.sharedHackable, all.taskAwareLower, all.alwaysHackable]).toEqual([null, null, []]);
  });

  it('stops when told to and keeps what was found', async () => {
    const stop = new AbortController();
    const options: ReconstructOptions = {
      ...{ candidates: ids, pattern: MADE_UP_PATTERN, permutations: 0, restarts: 50, steps: 100 },
      ...{ signal: stop.signal, onProgress: () => stop.abort() },
    };
    const { rules, warnings } = await reconstruct(madeUp, study, options);
    expect(rules.map(({ restarts, interrupted }) => [restarts, interrupted])).toEqual([[1, true]]);
    expect(warnings).toContain('flagged/raw: stopped after 1 starts; what was found by then is kept');
  });
});

describe('the study of 2026', () => {
  const real = embeddedLeaderboard('utboost');

  it('flagged/raw: an assignment on the first 50 tasks gives every published figure to its digits', async () => {
    const rules = [{ weights: 'flagged', variance: 'raw' }] as const;
    const options = { rules, keep: 1, restarts: 40, permutations: 500, seed: 4 };
    const result = await reconstruct(real, study, options);
    const [{ hackable, dropped, figures, taskAware }] = result.rules[0].solutions;
    expect([figures.gap, figures.ciLower, figures.ciUpper].map((x) => x!.toFixed(4))).toEqual([
      '0.1414',
      '0.1180',
      '0.1648',
    ]);
    expect([figures.i2!.toFixed(0), figures.positive]).toEqual(['0', 123]);
    expect(hackable.filter((id) => id.startsWith('astropy'))).toHaveLength(6);
    expect(hackable.filter((id) => id.startsWith('django'))).toHaveLength(8);
    expect(dropped).toHaveLength(1);
    expect(taskAware.ciLower! < 0 && taskAware.ciUpper! > 0).toBe(true);
    expect(result.candidates.filter(({ group }) => group === 'astropy/astropy')).toHaveLength(22);
    expect(result.candidates.filter(({ group }) => group === 'django/django')).toHaveLength(28);
    expect(result.caveats.join(' ')).toContain('The true flags are unpublished.');
    expect(result.caveats.join(' ')).toContain('The sample of 50 candidate tasks is a hypothesis');
  });
});

describe('planted flags on real outcomes', () => {
  const real = embeddedLeaderboard('utboost');
  const first = real.tasks.map((task) => task.id).slice(0, 50);
  // 12 tasks of each repository, 3 flagged in each: C(12, 3)^2 = 48,400 assignments.
  const candidates = [...first.slice(0, 12), ...first.slice(-12)];
  const planted = { hackable: [1, 4, 9, 13, 18, 22].map((i) => candidates[i]), dropped: [] };
  const pattern = {
    groupColumn: 'repo',
    hackable: { 'astropy/astropy': 3, 'django/django': 3 },
    dropped: 0,
  };

  it.each([RULES[0], RULES[5]])('$weights/$variance: are in the set', async (rule) => {
    const analysis = await analyze(withFlags(real, candidates, planted), {
      ...ruleOptions(rule, 95),
      permutations: 0,
    });
    const { pooled, signTest } = analysis;
    const targets = published({
      gap: pooled.estimate!,
      ciLower: pooled.ciLower!,
      ciUpper: pooled.ciUpper!,
      i2: pooled.i2!,
      positive: signTest.positive,
      unstratified: 0,
    });
    const options = {
      rules: [rule],
      candidates,
      pattern,
      targets,
      permutations: 0,
      restarts: 60,
      steps: 4000,
    };
    const { rules } = await reconstruct(real, study, options);
    expect(rules[0].solutions.map(key)).toContain(key(planted));
  });
});

describe('what it refuses', () => {
  const ask = (options: ReconstructOptions) => reconstruct(madeUp, study, options);
  const base: ReconstructOptions = { candidates: ids, pattern: MADE_UP_PATTERN };

  it.each<[string, ReconstructOptions, string]>([
    [
      'an unknown task',
      { ...base, candidates: ['task-z'] },
      'candidate task "task-z" is not on the leaderboard',
    ],
    ['a repeated task', { ...base, candidates: ['task-a', 'task-a'] }, 'a candidate task is named twice'],
    [
      'a missing column',
      { ...base, pattern: { ...MADE_UP_PATTERN, groupColumn: 'team' } },
      'candidate task "task-a" has no value in column "team"',
    ],
    [
      'more flags than tasks',
      { ...base, pattern: { ...MADE_UP_PATTERN, hackable: { one: 7 } } },
      '7 hackable tasks in "one"; the candidates hold 6 of it',
    ],
    [
      'an unknown group',
      { ...base, pattern: { ...MADE_UP_PATTERN, hackable: { three: 1 } } },
      '1 hackable tasks in "three"; the candidates hold 0 of it',
    ],
    [
      'no flags',
      { ...base, pattern: { ...MADE_UP_PATTERN, hackable: {} } },
      'a reconstruction needs at least one hackable task',
    ],
    [
      'no robust task left',
      { ...base, pattern: { ...MADE_UP_PATTERN, dropped: 9 } },
      '9 dropped of 12 candidates with 3 hackable; allowed is a whole number from 0 to 8',
    ],
    [
      'no solution to keep',
      { ...base, keep: 0 },
      '--reconstruct-keep: 0 is not allowed; allowed is a whole number from 1 to 1e9',
    ],
    [
      'a broken seed',
      { ...base, seed: Number.NaN },
      '--seed: NaN is not allowed; allowed is a whole number from 0 to 1e9',
    ],
  ])('%s', async (_name, options, message) => {
    await expect(ask(options)).rejects.toThrow(message);
  });

  it('a missing outcome', async () => {
    const { outcomes } = madeUp;
    if (outcomes.kind !== 'binary') throw new Error('the made-up outcomes are 0/1');
    const present = new Uint32Array(outcomes.models * outcomes.words).fill(0xfff);
    present[2] = 0xffe;
    const leaderboard = { ...madeUp, outcomes: { ...outcomes, present } };
    await expect(reconstruct(leaderboard, study, base)).rejects.toThrow(
      'the outcome of model "model-2" on task "task-a" is missing; a reconstruction needs 0 or 1 in every cell',
    );
  });
});
