/** Examples of the doc blocks that no other test runs, through the public library. Values are worked by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as passgap from '../src/index.ts';
import * as node from '../src/node.ts';

const task = (id: string, status: passgap.Status): passgap.Task => ({
  ...{ id, stratum: '', status, accepted: null, columns: {} },
});
const tasks = [task('a', 'hackable'), task('b', 'hackable'), task('c', 'robust'), task('d', 'robust')];
const model: passgap.Model = {
  ...{ id: 'm', label: 'm', date: null, family: null, attempts: null, columns: {} },
};

/** One model: hackable tasks passed and failed, both robust ones failed. */
function outcomes(): passgap.Outcomes {
  const builder = passgap.outcomesBuilder(1, 4);
  [1, 0, 0, 0].forEach((passes, t) => {
    builder.set(0, t, passes, 1);
  });
  return builder.build();
}
const leaderboard: passgap.Leaderboard = { models: [model], tasks, outcomes: outcomes(), notes: [] };
const data = { yi: [0.1, 0.3, 0.35, 0.65], vi: [0.03, 0.03, 0.05, 0.01] };

describe('outcomes and effects', () => {
  it('outcomesBuilder, rateAt', () => {
    const one = passgap.outcomesBuilder(1, 2);
    one.set(0, 0, 1, 1);
    expect(one.build().kind).toBe('binary');
    expect(passgap.rateAt(one.build(), 0, 1)).toBeNaN();
    const several = passgap.outcomesBuilder(1, 2);
    several.set(0, 1, 3, 4);
    expect(passgap.rateAt(several.build(), 0, 1)).toBe(0.75);
  });

  it('contrastOf, countArms, gaps, stratumEffect', () => {
    const contrast = passgap.contrastOf([...tasks, task('e', 'ambiguous')]);
    expect(contrast.arm).toEqual(Int8Array.of(1, 1, 0, 0, -1));
    const counts = passgap.countArms(outcomes(), passgap.contrastOf(tasks));
    expect([counts.x1[0], counts.n1[0], counts.x0[0], counts.n0[0]]).toEqual([1, 2, 0, 2]);
    const made = passgap.gaps(counts, { measure: 'RD', weights: 'flagged', variance: 'raw' });
    expect([made.yi[0], made.vi[0]]).toEqual([0.5, 0.125]);
    const out = new Float64Array(3);
    passgap.stratumEffect('RD', 'raw', 1, 2, null, 0, 2, null, out);
    expect(out).toEqual(Float64Array.of(0.5, 0.125, 0));
  });

  it('analyze, alone and on threads', async () => {
    expect((await passgap.analyze(leaderboard, { permutations: 0 })).pooled.estimate).toBe(0.5);
    const options = { permutations: 100, crossed: false };
    const embedded = node.embeddedLeaderboard('utboost');
    const threads = node.nodeRuntime({ threads: 2 });
    expect(await passgap.analyze(embedded, options, {}, threads)).toEqual(
      await passgap.analyze(embedded, options),
    );
  });
});

describe('reports', () => {
  it('figureSpecs, renderSvg, reportTables, tableText, markdownSummary', async () => {
    const analysis = await passgap.analyze(leaderboard, { permutations: 0 }, { title: 'Of one model' });
    const { spec, name, title, description } = passgap.figureSpecs(analysis)[0];
    expect(name).toBe('headline');
    const svg = await passgap.renderSvg(spec, { id: name, title, description, colours: 'light' });
    expect(svg.startsWith('<svg')).toBe(true);
    expect(passgap.tableText(passgap.reportTables(analysis)[0], 'csv').split(',')[0]).toBe('reading');
    expect(passgap.markdownSummary(analysis).split('\n')[0]).toBe('### Of one model');
    const page = await passgap.reportHtml(analysis, { interactive: node.interactiveScripts() });
    expect(page).toContain('<script');
  });

  it('metaFigures, effectsForest, metaHtml', async () => {
    const fit = passgap.fitMeta(data);
    const view = passgap.effectMetaView(fit, data);
    expect(passgap.metaFigures(view).map(({ name }) => name)).toContain('funnel');
    expect(passgap.effectsForest(view, fit).name).toBe('forest');
    expect(await passgap.metaHtml(passgap.meta.metaAnalysis(data), data)).toContain('<section id="pooled">');
  });

  it('auditFigures', async () => {
    const [gate] = passgap.audit.partSchema('gate');
    const columns = gate.columns.filter(({ name }) => gate.example.some((row) => row[name] !== undefined));
    const text = [
      columns.map(({ name }) => name).join(','),
      ...gate.example.map((row) => columns.map(({ name }) => row[name] ?? '').join(',')),
    ].join('\n');
    const audit = await passgap.audit.auditAll({ gate: passgap.audit.evidenceRows('gate', text) });
    expect(passgap.auditFigures(audit).map(({ part }) => part)).toEqual(['gate']);
  });
});

describe('files and studies', () => {
  it('readLeaderboard', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'passgap-example-'));
    writeFileSync(join(folder, 'outcomes.csv'), 'model,a,b\nx,1,0\ny,1,1\n');
    writeFileSync(join(folder, 'flags.csv'), 'task,status\na,hackable\nb,robust\n');
    const read = await node.readLeaderboard({
      outcomes: [join(folder, 'outcomes.csv')],
      flags: join(folder, 'flags.csv'),
    });
    rmSync(folder, { recursive: true });
    expect(read.leaderboard.models).toHaveLength(2);
    expect(read.leaderboard.tasks.map(({ status }) => status)).toEqual(['hackable', 'robust']);
  });

  it('embeddedLeaderboard, loadStudy, reproduce', async () => {
    const { tasks } = node.embeddedLeaderboard('utboost');
    expect(tasks.filter(({ status }) => status === 'hackable')).toHaveLength(26);
    const study = node.loadStudy('rajan-2026');
    expect(study.published.gap).toBe(0.1414);
    expect((await node.reproduce(study, { permutations: 0, crossed: false })).runs).toHaveLength(6);
  });
});
