import { describe, expect, it } from 'vitest';
import { cellsText, readFixture, wordCounts } from '../fixture.ts';

describe('EvalPlus results', () => {
  it('gives plus credit only where base passes too; a plus that was not run is missing', async () => {
    const { leaderboard, mapping, recognised } = await readFixture('evalplus');
    expect(cellsText(leaderboard)).toEqual({
      'org/big': { 'HumanEval/0': '1/3', 'HumanEval/1': '0', 'HumanEval/2': '1' },
      'small_temp_0.0': { 'HumanEval/0': '1', 'HumanEval/1': '0', 'HumanEval/2': '0', 'HumanEval/4': '0' },
    });
    expect(wordCounts(mapping)).toEqual({ pass: 3, fail: 1, timeout: 1, 'base not passed': 4, null: 1 });
    expect(recognised).toBe(
      'evalplus: EvalPlus results, 2 files, plus credit (--credit): 2 models, 5 tasks.',
    );
  });

  it('gives base credit on request', async () => {
    const { leaderboard } = await readFixture('evalplus', { choices: { credit: 'base' } });
    expect(cellsText(leaderboard)).toEqual({
      'org/big': { 'HumanEval/0': '2/3', 'HumanEval/1': '0', 'HumanEval/2': '1' },
      'small_temp_0.0': {
        'HumanEval/0': '1',
        'HumanEval/1': '1',
        'HumanEval/2': '0',
        'HumanEval/3': '1',
        'HumanEval/4': '0',
      },
    });
  });
});
