/** Rows from files: every fault is one line with file, line, column, value and what is allowed. */
import { describe, expect, it } from 'vitest';
import { rawTable } from '../../../src/audit/evidence/raw.ts';
import { recogniseTable, stemOf, TABLE_NAMES, TABLES } from '../../../src/audit/evidence/registry.ts';
import { type EvidenceTable, readRows } from '../../../src/audit/evidence/table.ts';
import { InputError } from '../../../src/errors.ts';
import { messageOf, rowsOf } from '../rows.ts';

const HEADER = 'task,round,candidate,passes,wrong';

describe('a row', () => {
  it('keeps ids as text and knows its line', () => {
    const [row] = rowsOf('candidates', `${HEADER}\n001,1,1e5,yes,`, 'c.csv');
    expect(row).toEqual({
      task: '001',
      round: 1,
      candidate: '1e5',
      passes: true,
      wrong: undefined,
      decisive: undefined,
      place: { file: 'c.csv', line: 2 },
    });
  });

  it('reads JSONL with booleans, numbers and lists', () => {
    const rows = rowsOf(
      'gate',
      '{"task":"t","test":7,"attempt":1,"passes_gold":true,"judge_blocks":[1,0,true]}',
      'g.jsonl',
    );
    expect(rows[0]).toMatchObject({ test: '7', passes_gold: true, judge_blocks: [true, false, true] });
  });

  it('reads a JSON list and counts its rows', () => {
    const text = '[{"polarity":"neutral"},{"polarity":""}]';
    expect(messageOf(() => rowsOf('feedback', text, 'f.json'))).toBe(
      'f.json, row 2, column "polarity": the cell is empty; allowed is any text but the empty one',
    );
  });
});

describe('faults', () => {
  it.each([
    [
      `${HEADER}\nt,1,c,maybe,1`,
      'c.csv, line 2, column "passes": "maybe" is not allowed; allowed is 1 or 0 (or true/false, yes/no)',
    ],
    [
      `${HEADER}\nt,0,c,1,1`,
      'c.csv, line 2, column "round": "0" is not allowed; allowed is a whole number from 1',
    ],
    [
      `${HEADER}\nt,1.5,c,1,1`,
      'c.csv, line 2, column "round": "1.5" is not allowed; allowed is a whole number from 1',
    ],
    [
      `${HEADER}\nt,1,c,1,1\n,1,d,1,1`,
      'c.csv, line 3, column "task": the cell is empty; allowed is any text but the empty one',
    ],
    [
      'task,round\nt,1',
      'c.csv: the candidates table needs columns "candidate", "passes"; found "task", "round"',
    ],
    [HEADER, 'c.csv: the candidates table has no row'],
    ['', 'c.csv: the file is empty; a header line is needed'],
    ['{"task":"t"\n', 'c.csv, line 1: not readable as JSON; each line must be one JSON object'],
    ['{"task":"t"}\n[1]', 'c.csv, line 2: not a JSON object; each row must be one'],
  ])('%j', (text, message) => {
    expect(() => rowsOf('candidates', text, 'c.csv')).toThrow(InputError);
    expect(messageOf(() => rowsOf('candidates', text, 'c.csv'))).toBe(message);
  });

  it('a number outside its range and an unknown word', () => {
    expect(messageOf(() => rowsOf('scores', 'item,score,truth\ni,Infinity,1'))).toBe(
      'scores.csv, line 2, column "score": "Infinity" is not allowed; allowed is a finite number',
    );
    expect(messageOf(() => rowsOf('judgements', 'task,item,verdict,passes\nt,i,RIGHT,1'))).toBe(
      'judgements.csv, line 2, column "verdict": "RIGHT" is not allowed; allowed is CORRECT, PARTIAL, INCORRECT',
    );
    expect(messageOf(() => rowsOf('gate', 'task,test,attempt,judge_blocks\nt,a,1,1|x'))).toBe(
      'gate.csv, line 2, column "judge_blocks": "1|x" is not allowed; allowed is 1 or 0, or several votes joined by | as in 1|0|1',
    );
  });
});

describe('which table a file holds', () => {
  it('by its name', () => {
    expect(recogniseTable('a/b/candidates.csv.gz', [], TABLE_NAMES)).toBe('candidates');
    expect(stemOf('a\\trajectories-after.jsonl')).toBe('trajectories-after');
  });

  it('by its columns, the most demanding table that fits', () => {
    expect(recogniseTable('x.csv', ['task', 'test', 'patch', 'passes', 'correct'], TABLE_NAMES)).toBe(
      'verifiers',
    );
    expect(recogniseTable('x.csv', ['task', 'patch', 'correct'], TABLE_NAMES)).toBe('patches');
    expect(recogniseTable('x.csv', ['model', 'task', 'resolved', 'flagged'], TABLE_NAMES)).toBe(
      'trajectories',
    );
  });

  it('every example is told by its columns', () => {
    for (const name of TABLE_NAMES) {
      const columns = Object.keys(TABLES[name].row.shape);
      expect(recogniseTable('x.csv', columns, TABLE_NAMES)).toBe(name);
    }
  });

  it('says so when none fits', () => {
    expect(messageOf(() => recogniseTable('x.csv', ['a', 'b'], ['ratings', 'scores']))).toBe(
      'x.csv: not recognised as ratings or scores by its columns ("a", "b"); name it as in ratings=FILE to see what is missing',
    );
  });
});

describe('columns that no table knows', () => {
  it('are given back', () => {
    const raw = rawTable('polarity,mood\nneutral,fine', 'f.csv');
    const read = readRows(TABLES.feedback as unknown as EvidenceTable, raw);
    expect(read.ignored).toEqual(['mood']);
  });
});
