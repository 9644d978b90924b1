/** Figures of an audit: of the made-up example files, of awkward names, and of results without anything. */
import { describe, expect, it } from 'vitest';
import { type AuditAll, auditAll } from '../../src/audit/all.ts';
import { TABLE_NAMES } from '../../src/audit/evidence/registry.ts';
import { readAfter, readEvidence } from '../../src/cli/audit-input.ts';
import { auditPage } from '../../src/cli/audit-report.ts';
import { auditFigures } from '../../src/report/figures/audit/index.ts';
import { compileSpec, renderSvg } from '../../src/report/render.ts';
import { NASTY_NAMES } from './awkward.ts';
import { schemaErrors } from './schema.ts';

const folder = new URL('../../data/examples/audit/', import.meta.url).pathname;
const files = [
  'candidates',
  'tasks',
  'verifiers',
  'patches',
  'judgements',
  'gate',
  'trajectories',
  'ratings',
  'scores',
];
const { evidence } = readEvidence(
  files.map((name) => `${name}=${folder}${name}.csv`),
  TABLE_NAMES,
);

async function check(audit: Pick<AuditAll, 'parts'>, wanted: number) {
  const figures = auditFigures(audit);
  expect(figures).toHaveLength(wanted);
  for (const { figure } of figures) {
    expect(schemaErrors(figure.spec)).toEqual([]);
    expect((await compileSpec(figure.spec)).warnings).toEqual([]);
    for (const words of [figure.title, figure.subtitle, figure.description]) {
      expect(words).not.toMatch(/NaN|Infinity|undefined|null/);
    }
    const svg = await renderSvg(figure.spec, {
      id: figure.name,
      title: figure.title,
      description: figure.description,
    });
    expect(svg).not.toMatch(/NaN|Infinity|undefined|<script/);
  }
  return figures;
}

describe('figures of an audit', () => {
  it('are made of the example files, with one run of the monitor and with two', async () => {
    const one = await auditAll(evidence);
    const names = (await check(one, 5)).map(({ figure }) => figure.name);
    expect(names).toEqual(['eqs-ranking', 'gate-flow', 'best-at-k', 'monitor', 'judge-agreement']);
    const two = await auditAll({
      ...evidence,
      trajectoriesAfter: readAfter(`${folder}trajectories-after.csv`),
    });
    const monitor = (await check(two, 5)).find(({ part }) => part === 'monitor')!;
    expect(monitor.figure.title).toBe('Before and after the monitor');
  });

  it('stand in the page of the audit', async () => {
    const page = await auditPage(await auditAll(evidence));
    expect([...page.matchAll(/data-figure="([^"]+)"/g)].map((found) => found[1])).toEqual([
      'eqs-ranking',
      'gate-flow',
      'best-at-k',
      'monitor',
      'judge-agreement',
    ]);
  });

  it('show the counts of the result', async () => {
    const { parts } = await auditAll(evidence);
    const { upgraded } = parts.gate!;
    const flow = auditFigures({ parts }).find(({ part }) => part === 'gate')!.figure;
    expect(flow.description).toContain(
      `upgraded: passes gate and judge: ${upgraded.count} of ${upgraded.of} = `,
    );
  });

  it('stand many tasks, awkward names and no score at all', async () => {
    const { parts } = await auditAll(evidence);
    const eqs = parts.eqs!;
    const many = Array.from({ length: 300 }, (_, i) => ({
      ...eqs.tasks[i % eqs.tasks.length],
      task: NASTY_NAMES[i % NASTY_NAMES.length],
      eqs: i % 7 === 0 ? null : i / 300,
      decision:
        i % 7 === 0 ? null : i > 210 ? ('KEEP' as const) : i > 120 ? ('FIX' as const) : ('DROP' as const),
    }));
    await check({ parts: { ...parts, eqs: { ...eqs, tasks: many } } }, 5);
    await check({ parts: { ...parts, eqs: { ...eqs, tasks: many.slice(0, 20) } } }, 5);
    const { gate, verifiers, monitor, judges } = parts;
    const none = {
      ...parts,
      eqs: { ...eqs, tasks: [] },
      gate: { ...gate!, counts: { ...gate!.counts, tests: 0 } },
      verifiers: { ...verifiers!, curves: [] },
      monitor: { ...monitor!, byBenchmark: [] },
      judges: { ...judges!, ratings: null, scores: null },
    };
    await check({ parts: none }, 0);
    await check(
      { parts: { ...none, eqs: null, gate: null, verifiers: null, monitor: null, judges: null } },
      0,
    );
  });
});
