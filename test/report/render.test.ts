import { describe, expect, it } from 'vitest';
import { forest } from '../../src/report/figures/forest.ts';
import { renderSvg } from '../../src/report/render.ts';
import { recolour, variables } from '../../src/report/theme.ts';
import { NASTY_NAMES } from './awkward.ts';
import { makeAnalysis } from './make-analysis.ts';

const draw = (names: readonly string[], colours: 'variables' | 'light' | 'dark' = 'variables', id = 'f') => {
  const { spec } = forest(makeAnalysis({ models: names.length, name: (m) => names[m] }));
  return renderSvg(spec, { id, title: names[0], description: '<b>"d"</b>', colours });
};

describe('renderSvg', () => {
  it('writes every name as text, unchanged but for what can not be shown', async () => {
    const svg = await draw(NASTY_NAMES);
    for (const text of [
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      'model.v1[beta].2',
      '👩‍🔬 emoji 🚀',
      'نموذج عربي ١٢٣',
      'right\ufffdleft override',
    ]) {
      expect(svg).toContain(`>${text}</text>`);
    }
    // what looks like an attribute, an id, a long number or a colour of ours stays text
    expect(svg).toContain('>url(#clip) class="x" id="y" 1.23456789 #1c2430</text>');
    expect(svg).not.toMatch(/<script|<img|\u202e/);
  });

  it('is one element with a title and a description of its own', async () => {
    const svg = await draw(['<i>', 'b']);
    expect(svg).toContain(
      '<title id="f-title">&lt;i&gt;</title><desc id="f-desc">&lt;b&gt;&quot;d&quot;&lt;/b&gt;</desc>',
    );
    expect(svg.match(/<title/g)).toHaveLength(1);
    expect(svg).not.toMatch(/ (?:class|style|aria-label|aria-hidden)=/);
  });

  it('prefixes ids, so that drawings share a page', async () => {
    const [one, two] = [await draw(['a', 'b'], 'light', 'one'), await draw(['a', 'b'], 'light', 'two')];
    const ids = (svg: string) => [...svg.matchAll(/\bid="([^"]+)"/g)].map((found) => found[1]);
    expect(ids(one).length).toBeGreaterThan(1);
    expect(ids(one).every((id) => id.startsWith('one-'))).toBe(true);
    expect(ids(one).filter((id) => ids(two).includes(id))).toEqual([]);
    for (const [, target] of one.matchAll(/url\(#([^)]+)\)/g)) expect(ids(one)).toContain(target);
  });

  it('draws one picture for both themes by variables, and fixed colours for files', async () => {
    const page = await draw(['a', 'b']);
    expect(page).toContain('fill="var(--naive)"');
    expect(page).not.toContain('#b35309');
    expect(await draw(['a', 'b'], 'light')).toContain('fill="#b35309"');
    expect(await draw(['a', 'b'], 'dark')).toContain('fill="#f2a552"');
  });

  it('gives the same bytes each time', async () => {
    expect(await draw(['a', 'b', 'c'])).toBe(await draw(['a', 'b', 'c']));
  });
});

describe('recolour', () => {
  it('swaps our colours and no others', () => {
    expect(recolour('#1c2430 #123456', 'variables')).toBe('var(--ink) #123456');
    expect(recolour('#1c2430', 'dark')).toBe('#e8ebf0');
    expect(variables('dark')).toContain('--ink:#e8ebf0');
  });
});

describe('contrast', () => {
  // WCAG 2.2: 4.5 for text, 3 for what carries meaning in a drawing, against the card in each theme
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const value = (mode: 'light' | 'dark', name: string) =>
    new RegExp(`--${name}:(#[0-9a-f]{6})`).exec(variables(mode))![1];

  it.each(['light', 'dark'] as const)('%s', (mode) => {
    const paper = value(mode, 'paper');
    for (const name of ['ink', 'soft', 'naive', 'aware', 'hackable', 'robust']) {
      expect(contrast(value(mode, name), paper)).toBeGreaterThan(4.5);
    }
    expect(contrast(value(mode, 'mark'), paper)).toBeGreaterThan(3);
  });
});
