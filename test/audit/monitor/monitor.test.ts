import { describe, expect, it } from 'vitest';
import { monitor } from '../../../src/audit/monitor/monitor.ts';
import { fitMeta } from '../../../src/meta/fit.ts';
import { csv, messageOf, range, rowsOf } from '../rows.ts';

const HEADER = 'model,task,resolved,flagged,pattern,benchmark,trajectory,run';
const of = (lines: readonly (readonly (string | number)[])[]) => rowsOf('trajectories', csv(HEADER, lines));
const line = (
  model: string,
  task: string,
  resolved: number,
  flagged: number,
  more: Partial<Record<string, string>> = {},
) => [
  model,
  task,
  resolved,
  flagged,
  more.pattern ?? '',
  more.benchmark ?? '',
  more.trajectory ?? '',
  more.run ?? '',
];

describe('rates', () => {
  it('are over all trajectories, by benchmark and by model', () => {
    const found = monitor({
      trajectories: of([
        line('m', 'a', 1, 0, { benchmark: 'x' }),
        line('m', 'b', 1, 1, { benchmark: 'x' }),
        line('n', 'a', 0, 1, { benchmark: 'x' }),
        line('n', 'b', 0, 0, { benchmark: 'x' }),
        line('n', 'a', 1, 0, { benchmark: 'y' }),
      ]),
    });
    const [x] = found.byBenchmark;
    expect([x.passRate, x.cleanResolved, x.hackRate, x.hackedResolved].map(({ value }) => value)).toEqual([
      0.5, 0.25, 0.5, 0.25,
    ]);
    expect(
      found.byModel.map(({ benchmark, model, trajectories }) => [benchmark, model, trajectories]),
    ).toEqual([
      ['x', 'm', 2],
      ['x', 'n', 2],
      ['y', 'n', 1],
    ]);
    expect(found.mean.cleanResolved).toBe((0.25 + 1) / 2);
    expect(found.counts).toMatchObject({ tasks: 3, models: 2, benchmarks: 2, trajectories: 5, flagged: 2 });
  });
});

describe('patterns over models', () => {
  // Four models on 40 shared tasks; every third task shows the pattern. It goes with passing.
  const lines = range(4).flatMap((m) =>
    range(40).map((t) => {
      const shows = (t + m) % 3 === 0;
      const passes = shows ? t % 4 !== 0 : (t + m) % 2 === 0;
      return line(`m${m}`, `t${t}`, passes ? 1 : 0, shows ? 1 : 0, { pattern: shows ? 'fetch|edit' : '' });
    }),
  );
  const found = monitor({ trajectories: of(lines) });
  const fetch = found.patterns.find(({ pattern }) => pattern === 'fetch');

  it('lists all flagged ones and each pattern', () => {
    expect(found.patterns.map(({ pattern }) => pattern)).toEqual(['flagged', 'fetch', 'edit']);
  });

  it('gives each model its difference with the variance of two independent shares (one trajectory a task)', () => {
    const [first] = fetch?.models ?? [];
    const shown = range(40).filter((t) => t % 3 === 0);
    const p1 = shown.filter((t) => t % 4 !== 0).length / shown.length;
    const rest = range(40).filter((t) => t % 3 !== 0);
    const p0 = rest.filter((t) => t % 2 === 0).length / rest.length;
    expect(first.difference.value).toBeCloseTo(p1 - p0, 14);
    // CR2 with one row a cluster is the sample variance of each arm over its n.
    const variance = (p1 * (1 - p1)) / (shown.length - 1) + (p0 * (1 - p0)) / (rest.length - 1);
    expect(first.difference.se).toBeCloseTo(Math.sqrt(variance), 12);
  });

  it('pools them as src/meta does, and again with tasks shared', () => {
    const pooled = fetch?.pooled;
    const fit = fitMeta({
      yi: fetch?.models.map(({ difference }) => difference.value) ?? [],
      vi: fetch?.models.map(({ difference }) => (difference.se as number) ** 2) ?? [],
      slab: ['m0', 'm1', 'm2', 'm3'],
    });
    expect(pooled?.independent).toEqual(fit);
    expect(pooled?.sharedTasks.value).toBeCloseTo(fit.estimate as number, 12);
    expect(pooled?.sharedTasks.clusters).toBe(40);
    expect(pooled?.signTest).toMatchObject({ positive: 4, negative: 0, zero: 0 });
  });

  it('minus all is (1 - share) times minus those without', () => {
    const share = fetch?.trajectories.value as number;
    expect(fetch?.minusAll.value).toBeCloseTo((1 - share) * (fetch?.minusWithout.value as number), 14);
    const all = lines.filter(([, , resolved]) => resolved === 1).length / lines.length;
    expect(fetch?.minusAll.value).toBeCloseTo((fetch?.passRate.value as number) - all, 14);
  });

  it('identical models that share all tasks are one study, not four', () => {
    const copies = range(4).flatMap((m) =>
      range(40).map((t) =>
        line(`m${m}`, `t${t}`, (t * 7) % 5 < 2 ? 1 : 0, t % 3 === 0 ? 1 : 0, {
          pattern: t % 3 === 0 ? 'p' : '',
        }),
      ),
    );
    const { pooled, models } = monitor({ trajectories: of(copies) }, { method: 'EE', test: 'z' }).patterns[1];
    const one = models[0].difference.se as number;
    expect(pooled?.independent.se).toBeCloseTo(one / 2, 12);
    expect(pooled?.sharedTasks.se).toBeCloseTo(one, 12);
  });

  it('says why there is no meta-analysis', () => {
    const one = monitor({ trajectories: of(lines.filter(([model]) => model === 'm0')) });
    expect(one.patterns[0]).toMatchObject({
      pooled: null,
      reason: 'no meta-analysis: 1 model, at least 2 are needed',
    });
    const none = monitor({ trajectories: of([line('m', 'a', 1, 0), line('n', 'a', 0, 0)]) });
    expect(none.patterns[0].reason).toBe(
      'no meta-analysis: 0 of 2 models have trajectories with and without it on several tasks, at least 2 are needed',
    );
    expect(none.patterns[0].minusWithout.value).toBeNull();
    expect(none.warnings).toEqual([
      "no trajectory is flagged: the association of flags with passing can't be given",
    ]);
  });
});

describe('before and after', () => {
  const before = range(10).map((t) => line('m', `t${t}`, t < 6 ? 1 : 0, t < 4 ? 1 : 0));
  const after = range(10).map((t) => line('m', `t${t + 2}`, t < 7 ? 1 : 0, 0));

  it('pairs model and task and names what has no partner', () => {
    const found = monitor({ trajectories: of(before), after: of(after) });
    const [change] = found.beforeAfter?.benchmarks ?? [];
    expect(change.pairs).toBe(8);
    // Shared tasks t2..t9: clean before t4, t5; clean after t2..t8.
    expect(change.paired.cleanResolved.value).toBeCloseTo((7 - 2) / 8, 14);
    expect(found.beforeAfter?.unpaired).toEqual({ before: 2, after: 2 });
    expect(found.warnings).toEqual([
      '2 model-task pairs of before without a partner in the other run: in its rates, not in the paired change',
      '2 model-task pairs of after without a partner in the other run: in its rates, not in the paired change',
    ]);
    expect(found.dropped).toHaveLength(2);
  });

  it('takes both runs from one file, the earlier first', () => {
    const named = (lines: readonly (string | number)[][], run: string) =>
      lines.map((cells) => [...cells.slice(0, 7), run]);
    const found = monitor({ trajectories: of([...named(before, 'v1'), ...named(after, 'v2')]) });
    expect(found.beforeAfter?.runs).toEqual(['v1', 'v2']);
    expect(found.counts).toMatchObject({ trajectories: 10, trajectoriesAfter: 10 });
  });

  it('names a benchmark of one run', () => {
    const found = monitor({
      trajectories: of([...before, line('m', 'q', 1, 1, { benchmark: 'only' })]),
      after: of(after),
    });
    expect(found.warnings[0]).toBe('in one of the two runs only, not compared: benchmark "only"');
  });
});

describe('bad evidence', () => {
  it('several trajectories need names', () => {
    expect(messageOf(() => monitor({ trajectories: of([line('m', 'a', 1, 0), line('m', 'a', 1, 0)]) }))).toBe(
      'trajectories.csv, line 3: model "m", task "a" has several trajectories; a trajectory column is needed to tell them apart',
    );
    const two = of([line('m', 'a', 1, 0, { trajectory: '1' }), line('m', 'a', 0, 0, { trajectory: '2' })]);
    expect(monitor({ trajectories: two }).byBenchmark[0].passRate.value).toBe(0.5);
  });

  it('contradictions and a third run', () => {
    const lines = [line('m', 'a', 1, 0, { trajectory: '1' }), line('m', 'a', 0, 0, { trajectory: '1' })];
    expect(messageOf(() => monitor({ trajectories: of(lines) }))).toContain('has two values of "resolved"');
    const runs = ['1', '2', '3'].map((run) => line('m', 'a', 1, 0, { run }));
    expect(messageOf(() => monitor({ trajectories: of(runs) }))).toBe(
      'column "run": run has 3 names (1, 2, 3); allowed are two, the earlier one first',
    );
  });

  it('everything flagged, and one task', () => {
    const found = monitor({ trajectories: of([line('m', 'a', 1, 1)]) });
    expect(found.warnings).toEqual([
      "every trajectory is flagged: the association of flags with passing can't be given",
    ]);
    expect(found.byBenchmark[0].hackRate.clustered).toMatchObject({ value: 1, interval: null });
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('a pattern without a flag is named', () => {
    const found = monitor({
      trajectories: of([line('m', 'a', 1, 0, { pattern: 'p' }), line('m', 'b', 1, 1)]),
    });
    expect(found.warnings).toEqual(['1 trajectory shows a pattern and is not flagged']);
  });
});
