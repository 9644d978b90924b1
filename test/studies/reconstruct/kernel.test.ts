import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analysis/analyze.ts';
import { randomStream } from '../../../src/stats/random.ts';
import { embeddedLeaderboard } from '../../../src/studies/embedded.ts';
import { Assignment, DROPPED, HACKABLE, ROBUST } from '../../../src/studies/reconstruct/assignment.ts';
import { chooseCandidates, firstById } from '../../../src/studies/reconstruct/candidates.ts';
import { ruleOptions, withFlags } from '../../../src/studies/reconstruct/confirm.ts';
import { FIGURES, figureKernel } from '../../../src/studies/reconstruct/kernel.ts';
import { RULES } from '../../../src/studies/reconstruct/reconstruct.ts';
import { Surrogate } from '../../../src/studies/reconstruct/surrogate.ts';
import { distanceTo, studyPattern, studyTargets } from '../../../src/studies/reconstruct/targets.ts';
import { loadStudy } from '../../../src/studies/study.ts';

const leaderboard = embeddedLeaderboard('utboost');
const study = loadStudy('rajan-2026');
const tasks = firstById(leaderboard, 50);
const candidates = chooseCandidates(leaderboard, tasks, studyPattern(study));
const named = ({ status }: Assignment) => ({
  hackable: tasks.filter((_, i) => status[i] === HACKABLE),
  dropped: tasks.filter((_, i) => status[i] === DROPPED),
});

/** A random assignment after `moves` moves, a third of them taken back. */
function wander(seed: number, moves: number): Assignment {
  const stream = randomStream(seed, 'wander');
  const assignment = new Assignment(candidates);
  assignment.randomise(stream);
  for (let made = 0; made < moves; ) {
    if (!assignment.propose(stream)) continue;
    assignment.apply();
    if (made % 3 === 0) assignment.apply();
    made++;
  }
  return assignment;
}

describe('an assignment that moves', () => {
  it.each([1, 2, 3])('keeps its counts as a recount gives them, and its pattern (seed %i)', (seed) => {
    const assignment = wander(seed, 3000);
    const { status, n1, n0, x1, x0 } = assignment;
    const strata = candidates.strata.length;
    const recount = (arm: number) => {
      const n = new Int32Array(strata);
      const x = new Int32Array(strata * candidates.models);
      status.forEach((code, i) => {
        if (code !== arm) return;
        n[candidates.stratum[i]]++;
        candidates.columns[i].forEach((passed, m) => {
          x[candidates.stratum[i] * candidates.models + m] += passed;
        });
      });
      return { n, x };
    };
    expect({ n: n1, x: x1 }).toEqual(recount(HACKABLE));
    expect({ n: n0, x: x0 }).toEqual(recount(ROBUST));
    expect(assignment.passes1).toBe(x1.reduce((sum, x) => sum + x, 0));
    expect(assignment.passes0).toBe(x0.reduce((sum, x) => sum + x, 0));
    const { hackable, dropped } = named(assignment);
    expect(hackable.filter((id) => id.startsWith('astropy'))).toHaveLength(6);
    expect(hackable.filter((id) => id.startsWith('django'))).toHaveLength(8);
    expect(dropped).toHaveLength(1);
  });

  it('reaches every task: each is hackable and dropped at some time', () => {
    const stream = randomStream(1, 'reach');
    const assignment = new Assignment(candidates);
    assignment.randomise(stream);
    const [flagged, dropped] = [new Set<number>(), new Set<number>()];
    for (let move = 0; move < 20_000; move++) {
      if (!assignment.propose(stream)) continue;
      assignment.apply();
      assignment.status.forEach((code, i) => {
        if (code === HACKABLE) flagged.add(i);
        if (code === DROPPED) dropped.add(i);
      });
    }
    expect([flagged.size, dropped.size]).toEqual([50, 50]);
  });
});

describe('the figures of the inner loop', () => {
  it.each(RULES)('$weights/$variance: are those of analyze', async (rule) => {
    const kernel = figureKernel(candidates, rule, 95);
    for (const seed of [1, 2, 3, 4]) {
      const assignment = wander(seed, 20);
      const out = new Float64Array(FIGURES);
      kernel.evaluate(assignment, out);
      const options = { ...ruleOptions(rule, 95), permutations: 0 };
      const { pooled, signTest, unstratified } = await analyze(
        withFlags(leaderboard, tasks, named(assignment)),
        options,
      );
      const wanted = [
        pooled.estimate!,
        pooled.ciLower!,
        pooled.ciUpper!,
        pooled.i2!,
        signTest.positive,
        pooled.k,
        unstratified.meanGap!,
      ];
      wanted.forEach((value, at) => {
        expect(Math.abs(out[at] - value)).toBeLessThan(at === 3 ? 1e-9 : 1e-13);
      });
    }
  });
});

describe('the forecast', () => {
  it('is the linear gap at held weights, and exact without strata', () => {
    const rule = { weights: 'flagged', variance: 'raw' } as const;
    const targets = studyTargets(study, true);
    const surrogate = new Surrogate(candidates, rule, targets);
    const stream = randomStream(3, 'forecast');
    const assignment = wander(3, 50);
    const equal = new Float64Array(candidates.models).fill(2);
    for (let move = 0; move < 200; move++) {
      surrogate.learn(assignment, equal);
      if (!assignment.propose(stream)) continue;
      const forecast = surrogate.after(assignment);
      assignment.apply();
      expect(Math.abs(forecast - byHand(assignment))).toBeLessThan(1e-9);
    }

    // Mean over models of sum_s n1s (p1s - p0s) / sum_s n1s and of p1 - p0; distances in units of the published SE.
    function byHand({ n1, n0, x1, x0 }: Assignment): number {
      const { models } = candidates;
      const mean = (x: Int32Array, s: number) =>
        x.subarray(s * models, (s + 1) * models).reduce((sum, passes) => sum + passes, 0) / models;
      const all = (n: Int32Array) => n.reduce((sum, tasks) => sum + tasks, 0);
      const plain =
        x1.reduce((sum, x) => sum + x, 0) / models / all(n1) -
        x0.reduce((sum, x) => sum + x, 0) / models / all(n0);
      let [gap, weight] = [0, 0];
      for (let s = 0; s < n1.length; s++) {
        if (n1[s] === 0 || n0[s] === 0) continue;
        gap += n1[s] * (mean(x1, s) / n1[s] - mean(x0, s) / n0[s]);
        weight += n1[s];
      }
      const se = (0.1648 - 0.118) / 4;
      return (1.5 * Math.abs(gap / weight - 0.1414) + 0.5 * Math.abs(plain - 0.2564)) / se;
    }
  });
});

describe('the distance', () => {
  const targets = studyTargets(study, true);
  const inside = Float64Array.of(0.1414, 0.118, 0.1648, 0, 123, 134, 0.2564);

  it('is 0 inside and on the edge of every box', () => {
    expect(distanceTo(targets)(inside)).toBe(0);
    expect(distanceTo(targets)(Float64Array.of(0.14145, 0.11795, 0.16485, 0.5, 123, 99, 0.25635))).toBe(0);
  });

  it.each([
    ['gap', 0, 0.15145, 0.01 / 0.0117],
    ['I2', 3, 50.5, 2],
    ['positives', 4, 120, 0.5],
    ['gap without strata', 6, 0.20635, 0.05 / 0.0117],
  ])('%s: the way outside in its unit', (_name, place, value, wanted) => {
    const figures = inside.slice();
    figures[place] = value;
    expect(distanceTo(targets)(figures)).toBeCloseTo(wanted, 8);
  });

  it('leaves the gap without strata out when it is no target', () => {
    const figures = inside.slice();
    figures[6] = 0.9;
    expect(distanceTo(studyTargets(study))(figures)).toBe(0);
  });

  it('is infinite where a figure does not exist', () => {
    const figures = inside.slice();
    figures[0] = Number.NaN;
    expect(distanceTo(targets)(figures)).toBe(Number.POSITIVE_INFINITY);
  });
});
