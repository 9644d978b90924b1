import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';
import { ruleOptions, withFlags } from '../../../src/studies/reconstruct/confirm.ts';
import { reconstructionParagraph } from '../../../src/studies/reconstruct/paragraph.ts';
import { ruleName } from '../../../src/studies/reconstruct/reconstruct.ts';
import { reconstructionSummary } from '../../../src/studies/reconstruct/summary.ts';
import type { Reconstruction } from '../../../src/studies/reconstruct/types.ts';
import { studyReconstruction } from '../../../src/studies/reconstruction.ts';
import { loadStudy } from '../../../src/studies/study.ts';

const kept = (name: string): Reconstruction =>
  JSON.parse(readFileSync(new URL(`../../../reports/${name}.json`, import.meta.url), 'utf8'));
const primary = kept('rajan-2026-reconstruction');
const unstratified = kept('rajan-2026-reconstruction-unstratified');
const leaderboard = embeddedLeaderboard('utboost');
const repoOf = new Map(leaderboard.tasks.map((task) => [task.id, task.columns['repo']]));

describe.each([
  ['primary', primary],
  ['unstratified', unstratified],
])('the kept solutions, %s', (part, whole) => {
  const ids = whole.candidates.map(({ task }) => task);

  it.each(whole.rules.map((one) => [ruleName(one.rule), one] as const))(
    '%s: analyze gives the published digits and what stands in the file',
    async (_name, { rule, solutions }) => {
      for (const { hackable, dropped, taskAware, figures } of solutions) {
        const options = { ...ruleOptions(rule, 95), permutations: 0 };
        const found = await analyze(withFlags(leaderboard, ids, { hackable, dropped }), options);
        const { pooled, sharedTasks, signTest, counts } = found;
        const digits = [pooled.estimate, pooled.ciLower, pooled.ciUpper].map((x) => x!.toFixed(4));
        expect(digits).toEqual(['0.1414', '0.1180', '0.1648']);
        expect([Math.round(pooled.i2!), signTest.positive]).toEqual([0, 123]);
        if (part === 'unstratified') expect(found.unstratified.meanGap!.toFixed(4)).toBe('0.2564');
        expect([counts.hackable, counts.robust, counts.excluded]).toEqual([14, 35, 1]);
        const inRepo = (repo: string) => hackable.filter((id) => repoOf.get(id) === repo).length;
        expect([inRepo('astropy/astropy'), inRepo('django/django')]).toEqual([6, 8]);
        expect(pooled.k).toBe(figures.models);
        expect(Math.abs(sharedTasks!.ciLower! - taskAware.ciLower!)).toBeLessThan(1e-10);
        expect(Math.abs(sharedTasks!.ciUpper! - taskAware.ciUpper!)).toBeLessThan(1e-10);
      }
    },
  );

  it('have the permutation p of the ordinary engine', async () => {
    const { rule, solutions } = whole.rules.find((one) => one.solutions.length > 0)!;
    const { permutation, ...assignment } = solutions[0];
    const options = {
      ...ruleOptions(rule, 95),
      permutations: whole.options.permutations,
      seed: whole.options.seed,
    };
    const found = await analyze(withFlags(leaderboard, ids, assignment), options);
    expect([found.permutation!.p, found.permutation!.pGreater]).toEqual([
      permutation!.p,
      permutation!.pGreater,
    ]);
  });

  it('say what they are, and are all different', () => {
    expect(whole.caveats.join(' ')).toContain('This is a reconstruction');
    expect(whole.caveats.join(' ')).toContain('The true flags are unpublished.');
    expect(whole.caveats.join(' ')).toContain('is a hypothesis');
    for (const { solutions } of whole.rules) {
      const keys = solutions.map(({ hackable, dropped }) => [...hackable, '-', ...dropped].join(' '));
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});

describe('the ranges that reproduce shows', () => {
  const shown = studyReconstruction(loadStudy('rajan-2026'))!;

  it('are those of the kept solutions', () => {
    expect(shown.primary).toEqual(reconstructionSummary(primary));
    expect(shown.unstratified).toEqual(reconstructionSummary(unstratified));
  });

  it('come with their caveats in words', () => {
    const text = reconstructionParagraph(shown.primary, shown.unstratified);
    for (const caveat of shown.primary.caveats) expect(text).toContain(caveat);
  });
});
