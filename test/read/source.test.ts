/** Folders, links, gzip and zip: what is read through, what is refused. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { symlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { readLeaderboard } from '../../src/read/leaderboard.ts';
import { openSource } from '../../src/read/source.ts';
import { cellsText, messageOf } from './fixture.ts';
import { type Temp, tempFolder } from './temp.ts';
import { zipBytes } from './zip-bytes.ts';

const TABLE = 'model,t1,t2\nm1,1,0\nm2,,1\n';
const CELLS = { m1: { t1: '1', t2: '0' }, m2: { t2: '1' } };
const text = (content: string) => new TextEncoder().encode(content);

const cells = async (temp: Temp, name: string) =>
  cellsText((await readLeaderboard({ outcomes: [temp.path(name)] })).leaderboard);

async function refusal(temp: Temp, name: string): Promise<string> {
  const work = readLeaderboard({ outcomes: [temp.path(name)] });
  await expect(work).rejects.toBeInstanceOf(InputError);
  return temp.plain(await messageOf(work));
}

describe('gzip', () => {
  it('is read through, told by its first bytes', async () => {
    const temp = tempFolder({ 'o.csv.gz': gzipSync(TABLE), 'no-ending': gzipSync(TABLE) });
    expect(await cells(temp, 'o.csv.gz')).toEqual(CELLS);
    expect(await cells(temp, 'no-ending')).toEqual(CELLS);
  });

  it('is refused when it ends too early or is broken', async () => {
    const packed = gzipSync(TABLE);
    const broken = Buffer.from(packed);
    broken.fill(0xff, 12, 20);
    const temp = tempFolder({
      'short.csv.gz': packed.subarray(0, packed.length - 12),
      'broken.csv.gz': broken,
    });
    expect(await refusal(temp, 'short.csv.gz')).toBe(
      "short.csv.gz: can't be read: the gzip data end too early",
    );
    expect(await refusal(temp, 'broken.csv.gz')).toMatch(
      /^broken.csv.gz: can't be read: broken gzip data \(.+\)$/,
    );
  });

  it('has a limit when it must be held whole', async () => {
    const temp = tempFolder({
      'o.json.gz': gzipSync(`[${' '.repeat(3 * 2 ** 20)}{"model":"m","task":"t","passed":1}]`),
    });
    const work = readLeaderboard({
      outcomes: [temp.path('o.json.gz')],
      format: 'json',
      choices: { unpackLimit: 2 ** 20 },
    });
    expect(temp.plain(await messageOf(work))).toBe(
      'o.json.gz: it is larger than 1 MiB when unpacked, the limit for a file that has to be held whole',
    );
  });
});

describe('zip', () => {
  it('is read through, with the names of its entries in messages', async () => {
    const bad = 'model,t1\nm1,x\n';
    const temp = tempFolder({
      'good.zip': zipBytes([{ name: 'deep/o.csv', content: text(TABLE) }]),
      'bad.zip': zipBytes([{ name: 'deep/o.csv', content: text(bad) }]),
    });
    expect(await cells(temp, 'good.zip')).toEqual(CELLS);
    expect(await refusal(temp, 'bad.zip')).toBe(
      'bad.zip!deep/o.csv, line 2, column "t1": "x" is no outcome; allowed are 0, 1, true, false, k/n with 0 <= k <= n, or empty for missing',
    );
  });

  it('reads an Inspect .eval, alone and in a folder', async () => {
    const sample = (id: string | number, value: string) => ({ id, epoch: 1, scores: { s: { value } } });
    const header = { version: 2, status: 'success', eval: { task: 't', model: 'org/m' } };
    const file = zipBytes([
      { name: 'header.json', content: text(JSON.stringify(header)) },
      { name: 'summaries.json', content: text(JSON.stringify([sample(1, 'C'), sample('b', 'I')])) },
      { name: 'samples/1_epoch_1.json', content: text(JSON.stringify(sample(1, 'C'))) },
      { name: 'samples/b_epoch_1.json', content: text(JSON.stringify(sample('b', 'I'))) },
    ]);
    const temp = tempFolder({ 'logs/a.eval': file });
    const wanted = { 'org/m': { '1': '1', b: '0' } };
    expect(await cells(temp, 'logs/a.eval')).toEqual(wanted);
    expect(await cells(temp, 'logs')).toEqual(wanted);
  });

  it('is refused with a name that leaves it, or one from the root', async () => {
    const temp = tempFolder({
      'up.zip': zipBytes([{ name: '../o.csv', content: text(TABLE) }]),
      'root.zip': zipBytes([{ name: '/o.csv', content: text(TABLE) }]),
    });
    expect(await refusal(temp, 'up.zip')).toBe(
      "up.zip: can't be read: as a zip: invalid relative path: ../o.csv",
    );
    expect(await refusal(temp, 'root.zip')).toBe("root.zip: can't be read: as a zip: absolute path: /o.csv");
  });

  it('is refused with an entry of 1 GB when unpacked, also when it claims to be small', async () => {
    // 64 MiB of zeros, deflated to blocks that end on a byte, sixteen times over
    const zeros = deflateRawSync(Buffer.alloc(64 * 2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
    const packed = Buffer.concat([
      ...Array.from({ length: 16 }, () => zeros),
      deflateRawSync(Buffer.alloc(0)),
    ]);
    const content = Buffer.alloc(0);
    const temp = tempFolder({
      'bomb.zip': zipBytes([{ name: 'o.csv', content, packed, claimed: 2 ** 30 }]),
      'liar.zip': zipBytes([{ name: 'o.csv', content, packed, claimed: 100 }]),
    });
    expect(await refusal(temp, 'bomb.zip')).toBe(
      'bomb.zip!o.csv: it is larger than 512 MiB when unpacked, the limit for a file that has to be held whole',
    );
    expect(await refusal(temp, 'liar.zip')).toMatch(
      /^liar.zip!o.csv: can't be read: too many bytes in the stream. expected 100. got at least \d+$/,
    );
  });

  it('is refused when it is cut off', async () => {
    const whole = zipBytes([{ name: 'o.csv', content: text(TABLE) }]);
    const temp = tempFolder({ 'cut.zip': whole.subarray(0, whole.length - 30) });
    expect(await refusal(temp, 'cut.zip')).toMatch(/^cut.zip: can't be read: as a zip: /);
  });
});

describe('folders', () => {
  it('with a loop of links, a link to nowhere and a link to itself are read once', async () => {
    const temp = tempFolder({ 'in/a/o.csv': TABLE });
    symlinkSync('..', temp.path('in/a/loop'));
    symlinkSync('nowhere', temp.path('in/dangling.csv'));
    symlinkSync('self', temp.path('in/self'));
    symlinkSync('a', temp.path('in/b'));
    expect(await cells(temp, 'in')).toEqual(CELLS);
    expect((await openSource(temp.path('in'))).files).toHaveLength(1);
  });

  it('are walked in the order of names, without dot files', async () => {
    const temp = tempFolder({
      'in/b.csv': TABLE,
      'in/a/z.csv': TABLE,
      'in/.git/o.csv': TABLE,
      'in/B.csv': TABLE,
    });
    const { files } = await openSource(temp.path('in'));
    expect(files.map(({ name }) => temp.plain(name))).toEqual(['in/B.csv', 'in/a/z.csv', 'in/b.csv']);
  });

  it('that hold nothing, nothing known, or several formats are refused', async () => {
    const temp = tempFolder({
      'empty/.keep': '',
      'other/a.txt': 'x',
      'blank/a.json': '',
      'two/o.csv': TABLE,
      'two/r.jsonl': '{"model":"m","task":"t","passed":1}\n',
    });
    expect(await refusal(temp, 'empty')).toBe('empty: the folder holds no file');
    expect(await refusal(temp, 'other')).toBe(
      'other: no known format was found in it; known are passgap, csv, jsonl, json, parquet, arrow, swe-experiments, swe-report, inspect, lm-eval, helm, evalplus, leaderboards, harbor, terminal-bench; name one with --format',
    );
    expect(await refusal(temp, 'blank')).toBe('blank/a.json: the file is empty; a header line is needed');
    expect(await refusal(temp, 'two')).toBe(
      'two: it holds several formats: csv (1 file), jsonl (1 file); name one with --format',
    );
  });

  it('are read in the one format that is asked for', async () => {
    const temp = tempFolder({ 'two/o.csv': TABLE, 'two/r.jsonl': '{"model":"m","task":"t","passed":1}\n' });
    const { leaderboard } = await readLeaderboard({ outcomes: [temp.path('two')], format: 'jsonl' });
    expect(cellsText(leaderboard)).toEqual({ m: { t: '1' } });
    const work = readLeaderboard({ outcomes: [temp.path('two')], format: 'helm' });
    expect(temp.plain(await messageOf(work))).toBe(
      'two: nothing in it looks like HELM per-instance statistics (--format helm)',
    );
  });
});

describe('sums', () => {
  it('are those of the file itself for a zip and a gzip, and of all files read for a folder', async () => {
    const packed = gzipSync(TABLE);
    const zip = zipBytes([{ name: 'o.csv', content: text(TABLE) }]);
    const temp = tempFolder({
      'o.csv.gz': packed,
      'o.zip': zip,
      'in/b.csv': TABLE,
      'in/a.csv': TABLE,
      'in/x.txt': '',
    });
    const sha = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const sumOf = async (name: string) =>
      (await readLeaderboard({ outcomes: [temp.path(name)] })).inputs[0].sha256;
    expect(await sumOf('o.csv.gz')).toBe(sha(packed));
    expect(await sumOf('o.zip')).toBe(sha(zip));
    const lines = ['a.csv', 'b.csv'].map((name) => `${sha(TABLE)}  ${name}\n`).join('');
    expect(await sumOf('in')).toBe(sha(lines));
    expect(await sumOf('in/')).toBe(sha(lines));
  });
});

describe('pipes', () => {
  it('are read once, whole', async () => {
    const temp = tempFolder();
    execFileSync('mkfifo', [temp.path('pipe')]);
    const writer = promisify(execFile)('sh', ['-c', `printf 'model,t1\nm1,1\n' > "${temp.path('pipe')}"`]);
    expect(await cells(temp, 'pipe')).toEqual({ m1: { t1: '1' } });
    await writer;
  });
});

describe('text', () => {
  it('of one column that is no table is not taken for one', async () => {
    const temp = tempFolder({ notes: 'just words\n' });
    expect(await refusal(temp, 'notes')).toMatch(/^notes: no known format was found in it; /);
  });

  it('that is UTF-16 is refused', async () => {
    const temp = tempFolder({ 'o.csv': Buffer.from(`\ufeff${TABLE}`, 'utf16le') });
    expect(await refusal(temp, 'o.csv')).toBe('o.csv: the text is not UTF-8; save it as UTF-8');
  });
});
