/**
 * Specs as JSON, with the domains of the compiled scales (case G4: an order that is lost in a layer shows there).
 * A changed file is a changed figure: look at it before you commit it. `npx vitest run test/report/snapshots -u`.
 */
import { describe, expect, it } from 'vitest';
import { figureSpecs } from '../../src/report/figures/index.ts';
import { compileSpec } from '../../src/report/render.ts';
import { makeAnalysis } from './make-analysis.ts';

const figures = figureSpecs(makeAnalysis({ models: 6, tasks: 30 }));

/** Seven digits: more than any screen shows; the last ones of a double may differ between machines. */
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(7)) : value;

interface Scales {
  readonly scales?: readonly { readonly name: string; readonly domain: unknown }[];
  readonly marks?: readonly Scales[];
}

const domains = (spec: Scales): object[] => [
  ...(spec.scales ?? []).map(({ name, domain }) => ({ name, domain })),
  ...(spec.marks ?? []).flatMap(domains),
];

describe('specs', () => {
  it.each(figures.map((figure) => [figure.name, figure] as const))('%s', async (name, figure) => {
    const { config: _, ...spec } = figure.spec as { config?: unknown };
    const compiled = (await compileSpec(figure.spec)).spec as Scales;
    const { title, subtitle, description } = figure;
    const text = JSON.stringify(
      { title, subtitle, description, spec, domains: domains(compiled) },
      rounded,
      1,
    );
    await expect(`${text}\n`).toMatchFileSnapshot(`./snapshots/${name}.json`);
  });

  it('cover every figure that an analysis can have', () => {
    expect(figures.map((figure) => figure.name)).toEqual([
      'headline',
      'forest',
      'forest-grouped',
      'ranks',
      'strata',
      'gap-histogram',
      'task-scatter',
      'heatmap',
      'labbe',
      'subgroups',
      'permutation',
      'sensitivity',
      'robustness',
      'calibration',
      'leave-one-out',
      'cumulative',
      'bubble-pass-rate',
      'bubble-date',
      'funnel',
      'baujat',
      'radial',
      'gosh',
    ]);
  });
});
