/** The command contract of `analyze` and `reproduce`: what they print, write and refuse, and that bytes repeat. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { embeddedPath } from '../../src/studies/embedded.ts';
import { tempFolder } from '../read/temp.ts';
import { run } from './capture.ts';

const real = (name: string) => embeddedPath(`swe-bench-verified/${name}`);
const REAL = [
  ...['--outcomes', real('outcomes.csv'), '--tasks', real('tasks.csv')],
  ...['--models', real('models.csv'), '--flags', real('flags/tripwire-anchor.csv')],
];

const SMALL = {
  'o.csv': 'model,t1,t2,t3,t4,t5,t6\na,1,1,0,0,1,0\nb,1,0,1,0,0,0\nc,1,1,1,1,0,1\n',
  'f.csv': 'task,status\nt1,hackable\nt2,hackable\nt3,robust\nt4,robust\nt5,robust\nt6,ambiguous\n',
};

describe('analyze', () => {
  it('prints one JSON document with the parts of the contract', async () => {
    const { code, out } = await run('analyze', ...REAL, '--permutations', '500', '--json');
    expect(code).toBe(0);
    const analysis = JSON.parse(out);
    for (const part of [
      ...['models', 'pooled', 'sharedTasks', 'permutation', 'crossed', 'signTest', 'wilcoxon'],
      ...['moderators', 'sensitivity', 'counts', 'warnings'],
    ]) {
      expect(analysis).toHaveProperty(part);
    }
    expect(Object.keys(analysis.models[0])).toEqual(
      expect.arrayContaining([
        'model',
        'yi',
        'vi',
        'weight',
        'passRate',
        'passRateFlagged',
        'passRateRobust',
      ]),
    );
    expect(Object.keys(analysis.sharedTasks)).toEqual(
      expect.arrayContaining([
        'estimate',
        'se',
        'df',
        'ciLower',
        'ciUpper',
        'p',
        'designEffect',
        'effectiveModels',
      ]),
    );
    expect(Object.keys(analysis.permutation)).toEqual(
      expect.arrayContaining(['p', 'pGreater', 'permutations', 'exact']),
    );
    expect(analysis.crossed.coefficients.map((row: { term: string }) => row.term)).toContain('hackable');
    expect(analysis.permutation.permutations).toBe(500);
    expect(out).not.toMatch(/NaN|Infinity/);
  });

  it('names the test that was used, and says why a figure is missing', async () => {
    const temp = tempFolder({
      ...SMALL,
      'one.csv': 'model,t1,t2,t3,t4,t5,t6\na,1,1,0,0,1,0\n',
      'same.csv': 'model,t1,t2,t3,t4,t5,t6\na,1,1,0,0,0,0\nb,1,1,0,0,0,0\n',
    });
    const of = async (name: string, ...more: string[]) => {
      const given = ['--outcomes', temp.path(name), '--flags', temp.path('f.csv'), ...more];
      return (await run('analyze', ...given)).out.replace(/\s+/g, ' ');
    };
    // One model has no df for Knapp-Hartung; two that agree have no spread for it.
    expect(await of('one.csv')).toContain('REML, 95 % z interval, k = 1');
    expect(await of('same.csv')).toContain(
      'REML, 95 % Knapp-Hartung t, never narrower than z, interval, 1 df',
    );
    expect(await of('same.csv')).toContain('tasks of the same stratum and arm do not differ at all');
    // No models table says how many attempts there were.
    expect(await of('o.csv', '--attempts', '1')).toContain(
      '--attempts 1 leaves out 0 submissions with more than one attempt and 3 that do not say',
    );
    expect(await of('one.csv', '--generalise', 'both')).toContain(
      'the interval over models is not estimable: there is one model',
    );
  });

  it('gives the same bytes for the same seed, JSON and page', async () => {
    const temp = tempFolder(SMALL);
    const once = async (name: string) => {
      const page = temp.path(`${name}.html`);
      const args = ['--outcomes', temp.path('o.csv'), '--flags', temp.path('f.csv'), '--seed', '7', '--json'];
      const { out } = await run('analyze', ...args, '--report', page);
      return [out, readFileSync(page, 'utf8')];
    };
    expect(await once('first')).toEqual(await once('second'));
  });

  it.each([['analyze'], ['deflate'], ['calibrate', '--draws', '30'], ['plan', '--gap', '20']])(
    '%s does not depend on the order of rows and columns',
    async (command, ...more) => {
      const temp = tempFolder({
        ...SMALL,
        'turned.csv': 'model,t6,t5,t4,t3,t2,t1\nc,1,0,1,1,1,1\na,0,1,0,0,1,1\nb,0,0,0,1,0,1\n',
      });
      const of = async (name: string) => {
        const inputs = ['--outcomes', temp.path(name), '--flags', temp.path('f.csv')];
        const { code, out } = await run(command, ...inputs, ...more, '--json');
        expect(code).toBe(0);
        return { ...JSON.parse(out), provenance: null };
      };
      expect(await of('turned.csv')).toEqual(await of('o.csv'));
    },
  );

  it.each([
    [['--measure', 'XX'], 'passgap: --measure: "XX" is not allowed; allowed are RD, RR, OR, AS\n'],
    [['--permutations', 'many'], 'passgap: --permutations: "many" is not allowed; allowed is a number\n'],
    [
      ['--level', '100'],
      'passgap: --level: 100 is not allowed; a level is a percentage from 50 to below 100\n',
    ],
    [
      ['--permutations', '1.5'],
      'passgap: --permutations: 1.5 is not allowed; allowed is a whole number from 0 to 1000000000\n',
    ],
    [['--attempts', '2'], 'passgap: --attempts: "2" is not allowed; allowed are 1\n'],
    [['--covariate', 'repo'], 'passgap: --covariate does nothing without --sensitivity: give that too\n'],
    [['--repeats', 'error'], 'passgap: --repeats does nothing without --from: give that too\n'],
  ])('refuses %j in one line, exit code 2', async (args, message) => {
    const temp = tempFolder(SMALL);
    const files = ['--outcomes', temp.path('o.csv'), '--flags', temp.path('f.csv')];
    const { code, out, err } = await run('analyze', ...files, ...args);
    expect([code, out, err]).toEqual([2, '', message]);
  });

  it('names an unknown moderator and what there is', async () => {
    const temp = tempFolder(SMALL);
    const files = ['--outcomes', temp.path('o.csv'), '--flags', temp.path('f.csv')];
    const { code, err } = await run('analyze', ...files, '--moderator', 'colour');
    expect(code).toBe(2);
    expect(err).toContain(
      'passgap: --moderator: "colour" is no column of the models table; allowed are era, halfYear, family, quartile, attempts\n',
    );
  });

  it('writes nothing when the input is wrong', async () => {
    const temp = tempFolder({ ...SMALL, 'bad.csv': 'task,status\nt1,hackish\n' });
    const files = ['--outcomes', temp.path('o.csv'), '--flags', temp.path('bad.csv')];
    const { code, out, err } = await run('analyze', ...files, '--report', temp.path('page.html'));
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(
      `passgap: ${temp.path('bad.csv')}, line 2, column "status": "hackish" is no status; allowed are hackable, robust, ambiguous, excluded, unaudited\n`,
    );
    expect(readdirSync(temp.path('.')).sort()).toEqual(['bad.csv', 'f.csv', 'o.csv']);
  });

  it('an unknown option is wrong usage', async () => {
    const { code, err } = await run('analyze', '--nonsense');
    expect(code).toBe(2);
    expect(err).toContain("error: unknown option '--nonsense'");
  });

  it('flags that name no hackable task give nulls with the reason, not a failure', async () => {
    const temp = tempFolder({ ...SMALL, 'none.csv': 'task,status\nt1,robust\nt2,robust\n' });
    const files = ['--outcomes', temp.path('o.csv'), '--flags', temp.path('none.csv')];
    const { code, out } = await run('analyze', ...files, '--json');
    expect(code).toBe(0);
    const analysis = JSON.parse(out);
    expect([analysis.pooled.estimate, analysis.sharedTasks.estimate, analysis.permutation]).toEqual([
      null,
      null,
      null,
    ]);
    expect(analysis.warnings).toContain('no task is flagged hackable: there is no contrast');
    expect(analysis.verdict).toBe('No gap can be estimated: see the warnings.');
  });
});

describe('reproduce', () => {
  it('writes page and JSON, and prints both readings', async () => {
    const temp = tempFolder({});
    const { code, out } = await run('reproduce', '--permutations', '200', '-o', temp.path('reports'));
    expect(code).toBe(0);
    expect(readdirSync(temp.path('reports')).sort()).toEqual(['rajan-2026.html', 'rajan-2026.json']);
    expect(out).toContain('[+11.80, +16.48]');
    expect(out).toContain('Task-aware');
    const result = JSON.parse(readFileSync(temp.path('reports/rajan-2026.json'), 'utf8'));
    expect(
      result.runs.map((one: { flags: string; submissions: string }) => `${one.flags} ${one.submissions}`),
    ).toEqual([
      ...['utboost all', 'utboost pass@1', 'tripwire-anchor all', 'tripwire-anchor pass@1'],
      ...['tripwire-accepted all', 'tripwire-accepted pass@1'],
    ]);
  });

  it('refuses a study that it does not hold, and writes nothing', async () => {
    const temp = tempFolder({});
    const { code, err } = await run('reproduce', 'nobody-1999', '-o', temp.path('reports'));
    expect([code, err]).toEqual([
      2,
      'passgap: "nobody-1999" is no study that passgap holds; allowed are rajan-2026\n',
    ]);
    expect(existsSync(temp.path('reports'))).toBe(false);
  });
});

describe('help', () => {
  it.each([
    ...[
      'reproduce',
      'analyze',
      'meta',
      'calibrate',
      'deflate',
      'plan',
      'audit',
      'report',
      'inspect',
      'import',
      'flags',
    ],
  ])('%s has an example', async (command) => {
    const { code, out } = await run(command, '--help');
    expect(code).toBe(0);
    expect(out).toMatch(/Examples?:\n {2}\$ passgap /);
  });
});
