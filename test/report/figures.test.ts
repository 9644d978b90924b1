/** Every figure of every awkward analysis: valid against the schema, compiled without a warning, drawn whole. */
import { describe, expect, it } from 'vitest';
import { figureSpecs } from '../../src/report/figures/index.ts';
import { compileSpec, renderSvg } from '../../src/report/render.ts';
import { AWKWARD, NASTY_NAMES } from './awkward.ts';
import { schemaErrors } from './schema.ts';

describe.each(AWKWARD)('%s', (_, make) => {
  const figures = figureSpecs(make());

  it('has figures, each with its words', () => {
    expect(figures.length).toBeGreaterThan(3);
    for (const figure of figures) {
      expect(figure.name).toMatch(/^[a-z][a-z-]+$/);
      for (const words of [figure.title, figure.subtitle, figure.description]) {
        expect(words).not.toBe('');
        expect(words).not.toMatch(/NaN|Infinity|undefined|null/);
      }
    }
  });

  it.each(figures.map((figure) => [figure.name, figure] as const))('%s', async (_name, figure) => {
    expect(schemaErrors(figure.spec)).toEqual([]);
    expect((await compileSpec(figure.spec)).warnings).toEqual([]);
    const { title, description } = figure;
    const svg = await renderSvg(figure.spec, { id: figure.name, title, description });
    expect(svg).toMatch(
      /^<svg [^>]*role="img"[^>]*><title id="[a-z-]+-title">[^<]+<\/title><desc id="[a-z-]+-desc">[^<]+<\/desc>/,
    );
    expect(svg).not.toMatch(/NaN|Infinity|undefined|>null</);
    expect(svg).not.toMatch(/<(?:script|img|foreignObject|a)\b/i);
    const [, width, height] = /width="([\d.]+)" height="([\d.]+)"/.exec(svg)!;
    expect(Number(width)).toBeGreaterThan(100);
    expect(Number(width)).toBeLessThan(1400);
    expect(Number(height)).toBeGreaterThan(40);
  });
});

describe('names', () => {
  const [, make] = AWKWARD.find(([name]) => name === 'nasty names')!;

  it('stand in data only, never in a field, an expression or a sort', async () => {
    for (const { spec } of figureSpecs(make())) {
      const { spec: compiled } = await compileSpec(spec);
      const code: string[] = [];
      collect(compiled, code);
      for (const name of NASTY_NAMES.filter((text) => text.length > 4)) {
        for (const text of code) expect(text).not.toContain(name);
      }
    }
  });
});

/** Every string of a compiled Vega spec that Vega parses: signals, expressions, fields. */
function collect(value: unknown, into: string[], key = ''): void {
  if (typeof value === 'string') {
    if (['signal', 'expr', 'test', 'field', 'update', 'init', 'as', 'scale', 'sort'].includes(key))
      into.push(value);
    return;
  }
  if (Array.isArray(value)) for (const item of value) collect(item, into, key);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value)) if (name !== 'values') collect(item, into, name);
  }
}
