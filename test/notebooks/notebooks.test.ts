/** The committed notebooks: their form, their types, and figures in them that others have computed. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Notebook, normalise, notebookText } from '../../notebooks/normalise.ts';

const folder = fileURLToPath(new URL('../../notebooks', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.ipynb'));
const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');
const read = (name: string): Notebook => JSON.parse(textOf(name));
const joined = (text: unknown) => (Array.isArray(text) ? text.join('') : String(text));

/** Sources of the cells of code. */
const code = (name: string) =>
  read(name)
    .cells.filter((cell) => cell.cell_type === 'code')
    .map((cell) => joined(cell.source));

/** What a cell shows, as text or as a drawing. */
function shows(name: string, id: string, kind = 'text/markdown'): string {
  const cell = read(name).cells.find((one) => one.id === id);
  return joined(cell?.outputs?.[0]?.data?.[kind]);
}

/** Numbers of a row of a Markdown table, by its first cell. */
function numbers(table: string, first: string): number[] {
  const row = table.split('\n').find((line) => line.startsWith(`| ${first} |`)) ?? '';
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => Number(cell));
}

it('has four notebooks', () => {
  expect(names).toEqual([
    '01-reproduce.ipynb',
    '02-audit.ipynb',
    '03-why-task-aware.ipynb',
    '04-meta-analysis.ipynb',
  ]);
});

describe.each(names)('%s', (name) => {
  it('is committed as the runner leaves it, below 400 kB', () => {
    expect(notebookText(normalise(read(name)))).toBe(textOf(name));
    expect(textOf(name).length).toBeLessThan(400_000);
  });

  it('imports the built library, the helper and what Node has, nothing else', () => {
    const imported = code(name).flatMap((source) =>
      [...source.matchAll(/^(?:import|\} from|export) .*?'([^']+)'/gm)].map(([, from]) => from),
    );
    expect([...new Set(imported)].filter((from) => !from.startsWith('node:')).sort()).toEqual(
      expect.arrayContaining(['../dist/index.js', './show.ts']),
    );
    const allowed = /^(?:node:.*|\.\.\/dist\/(?:index|node)\.js|\.\/show\.ts)$/;
    expect(imported.filter((from) => !allowed.test(from))).toEqual([]);
  });

  it('draws in fixed colours with words for who cannot see', () => {
    const drawings = read(name)
      .cells.flatMap((cell) => cell.outputs ?? [])
      .map((output) => output.data?.['image/svg+xml'])
      .filter((svg) => svg !== undefined)
      .map(joined);
    expect(drawings.length).toBeGreaterThan(3);
    for (const svg of drawings) {
      expect(svg).toMatch(/^<svg [^>]*role="img"[^>]*><title [^>]*>[^<]+<\/title><desc /);
      expect(svg).not.toContain('var(--');
    }
    const ids = drawings.flatMap((svg) => [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('has cells that TypeScript accepts against the library', () => {
  // Against the sources, so that a stale build can't hide a fault.
  const onSources = (text: string) =>
    text.replaceAll(/'\.\.\/dist\/(index|node)\.js'/g, (_, entry) => `'../src/${entry}.ts'`);
  const files = new Map(
    names.map((name) => [join(folder, `${basename(name, '.ipynb')}.ts`), code(name).join('\n')]),
  );
  files.set(join(folder, 'show.ts'), readFileSync(join(folder, 'show.ts'), 'utf8'));
  const config = ts.readConfigFile(join(folder, '../tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(folder, '..'));
  const host = ts.createCompilerHost(options);
  const [fileExists, readFile, getSourceFile] = [host.fileExists, host.readFile, host.getSourceFile];
  const own = (file: string) => {
    const text = files.get(file);
    return text === undefined ? undefined : onSources(text);
  };
  host.fileExists = (file) => files.has(file) || fileExists(file);
  host.readFile = (file) => own(file) ?? readFile(file);
  host.getSourceFile = (file, target, ...more) => {
    const text = own(file);
    return text === undefined
      ? getSourceFile(file, target, ...more)
      : ts.createSourceFile(file, text, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const faults = [...files.keys()].flatMap((file) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(file)),
  );
  const text = (fault: ts.Diagnostic) =>
    `${basename(fault.file?.fileName ?? '')} ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`;
  expect(faults.map(text)).toEqual([]);
});

describe('figures that others have computed', () => {
  it('the published arithmetic: SE, z, p of the sign test', () => {
    // 4.68 / (2 * 1.959964) = 1.193899; 14.14 / 1.193899 = 11.8435. Python: 2 * sum(comb(134, k), k >= 123) / 2^134
    // = 4.1386e-25.
    expect(shows('01-reproduce.ipynb', 'arithmetic-by-hand')).toContain(
      'Standard error 1.1939 pp, z = 11.84, one-sided p = 1.16e-32. Sign test of 123 of 134: p = 4.14e-25.',
    );
  });

  it('the pooled gap by hand is the one of the library', () => {
    const table = shows('01-reproduce.ipynb', 'pool-by-hand');
    const byHand = numbers(table, 'by hand').slice(0, 6);
    expect(byHand).toEqual(numbers(table, 'fitMeta\\(\\)').slice(0, 6));
    expect(byHand.every(Number.isFinite)).toBe(true);
    const aware = shows('01-reproduce.ipynb', 'task-aware-by-hand');
    expect(numbers(aware, 'by hand')[0]).toBe(numbers(aware, 'sharedTasks\\(\\)')[0]);
  });

  it('BCG by metafor 3.8-1: rma(yi, vi, test = "knha"), predict, confint, mods = ~ ablat, regtest', () => {
    const name = '04-meta-analysis.ipynb';
    const fit = shows(name, 'fit-table');
    expect(numbers(fit, 'log risk ratio')).toEqual([-0.7145, 0.1808, -1.108, -0.3206, -3.952, 12, 0.00192]);
    // exp of -0.71453234, -1.10844371, -0.32062097; of the prediction interval -1.99601683, 0.56695215
    expect(numbers(fit, 'risk ratio').filter(Number.isFinite)).toEqual([0.4894, 0.3301, 0.7257]);
    expect(numbers(fit, 'risk ratio of a new trial').filter(Number.isFinite)).toEqual([0.1359, 1.763]);
    const heterogeneity = shows(name, 'heterogeneity');
    expect(numbers(heterogeneity, 'tau2')).toEqual([0.3132, 0.1197, 1.111]);
    expect(numbers(heterogeneity, 'H2')).toEqual([12.86, 5.531, 43.07]);
    const regression = shows(name, 'regression');
    expect(numbers(regression, 'intercept')).toEqual([0.2515, 0.2839, -0.3734, 0.8764, 0.8857, 11, 0.395]);
    expect(numbers(regression, 'ablat')).toEqual([
      -0.0291, 0.008201, -0.04715, -0.01105, -3.548, 11, 0.00457,
    ]);
    expect(shows(name, 'small-study-table')).toContain(
      'p = 0.451. Rank correlation tau = 0.0256, p = 0.952.',
    );
  });
});
