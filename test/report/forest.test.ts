/** Cases of the forest plot: many rows (G1), order (G4), rows without an estimate (G8), bounds of ours (G11), columns (G9). */
import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../src/analysis/types.ts';
import { forest, sortedModels } from '../../src/report/figures/forest.ts';
import { forestBody } from '../../src/report/figures/forest-frame.ts';
import { renderSvg } from '../../src/report/render.ts';
import { makeAnalysis } from './make-analysis.ts';

const draw = (analysis: Analysis) => {
  const { spec, title, description } = forest(analysis);
  return renderSvg(spec, { id: 'f', title, description });
};

/** Texts with their places, as drawn. */
const texts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, text]) => ({
      x: Number(x),
      y: Number(y),
      text,
    }),
  );

describe('forest', () => {
  it.each([150, 500])(
    'has a line of its own for each of %i rows, in the order of the gaps',
    async (models) => {
      const analysis = makeAnalysis({ models });
      const labels = new Set(analysis.models.map((model) => model.label));
      const drawn = texts(await draw(analysis)).filter(({ text }) => labels.has(text));
      expect(drawn).toHaveLength(models);
      const byHeight = [...drawn].sort((a, b) => a.y - b.y);
      expect(byHeight.map(({ text }) => text)).toEqual(
        sortedModels(analysis.models).map((model) => model.label),
      );
      for (let i = 1; i < models; i++) expect(byHeight[i].y - byHeight[i - 1].y).toBeGreaterThan(13);
    },
  );

  it('draws what can not be estimated as a row that says so, and keeps the others', async () => {
    const plain = makeAnalysis({ models: 5 });
    const models = plain.models.map((model, m) =>
      m === 2 ? { ...model, yi: null, vi: null, ciLower: null, ciUpper: null, weight: null } : model,
    );
    const svg = await draw({ ...plain, models });
    const drawn = texts(svg);
    const row = drawn.find(({ text }) => text === models[2].label)!;
    expect(drawn.filter(({ y }) => y === row.y).map(({ text }) => text)).toEqual([
      models[2].label,
      'not estimable',
      'n/a',
    ]);
    expect(svg).not.toContain('NaN');
  });

  it('says how many are left out of the pooled fit', () => {
    const plain = makeAnalysis({ models: 5 });
    const { subtitle } = forest({ ...plain, pooled: { ...plain.pooled, k: 4, kDropped: 1 } });
    expect(subtitle).toContain('k = 4 (1 dropped)');
  });
});

describe('forestBody', () => {
  const row = {
    kind: 'interval',
    label: 'a',
    colour: 'mark',
    cells: ['x', 'y', 'z'],
    description: 'a',
  } as const;
  const intervals = (lower: number, upper: number, domain: readonly [number, number]) => {
    const body = forestBody({
      rows: [{ ...row, estimate: 0.1, lower, upper }],
      measure: 'RD',
      labelTitle: 'Row',
      columns: ['one', 'two', 'three'],
      domain,
    });
    return (body.layer as { mark: { type: string }; data: { values: Record<string, unknown>[] } }[]).flatMap(
      ({ mark, data }) =>
        data.values.map((value) => ({ type: mark.type, ...value }) as Record<string, unknown>),
    );
  };

  it('takes asymmetric bounds as they are', () => {
    const [interval] = intervals(0.05, 0.4, [-10, 50]).filter(
      (value) => 'lo' in value && value.type === 'rule',
    );
    expect([interval.lo, interval.x, interval.hi]).toEqual([5, 10, 40]);
  });

  it('clips at the axis with an arrow', () => {
    const marks = intervals(-0.5, 0.9, [-10, 50]);
    const [interval] = marks.filter((value) => 'lo' in value && value.type === 'rule');
    expect([interval.lo, interval.hi]).toEqual([-10, 50]);
    expect(marks.filter((value) => 'shape' in value).map(({ end, shape }) => [end, shape])).toEqual([
      [-10, 'triangle-left'],
      [50, 'triangle-right'],
    ]);
  });

  it('writes as many columns as it is given', () => {
    const written = intervals(0, 0.2, [-10, 50])
      .filter((value) => value.type === 'text')
      .map(({ text }) => text);
    for (const text of ['one', 'two', 'three', 'x', 'y', 'z']) expect(written).toContain(text);
  });
});
