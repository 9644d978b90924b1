import { describe, expect, it } from 'vitest';
import { cellsText, messageOf, readFixture } from '../fixture.ts';

describe('lm-evaluation-harness samples', () => {
  it('counts one filter, by default the first of a file', async () => {
    const { leaderboard, recognised } = await readFixture('lm-eval', { choices: { benchmark: 'gsm8k' } });
    expect(cellsText(leaderboard)).toEqual({
      big: { '1': '0', '2': '0' },
      'org/small-model': { '0': '1', '1': '0', '2': '0' },
    });
    expect(recognised).toBe(
      'lm-eval: lm-evaluation-harness samples, task "gsm8k", 2 files, filter "strict-match" of "strict-match", "flexible-extract" (--filter), metric "exact_match": 2 models, 3 tasks.',
    );
  });

  it('counts the filter that is asked for', async () => {
    const { leaderboard } = await readFixture('lm-eval', {
      choices: { benchmark: 'gsm8k', filter: 'flexible-extract' },
    });
    expect(cellsText(leaderboard)['org/small-model']).toEqual({ '0': '1', '1': '1', '2': '0' });
  });

  it('names the filters when there is none of that name', async () => {
    const choices = { benchmark: 'gsm8k', filter: 'none' };
    expect(await messageOf(readFixture('lm-eval', { choices }))).toBe(
      'lm-eval/big/samples_gsm8k_2025-01-02T10-00-00.000000.jsonl: there is no filter "none"; found "strict-match", "flexible-extract"; choose one with --filter',
    );
  });

  it('asks which benchmark, or takes all with their names before the ids', async () => {
    expect(await messageOf(readFixture('lm-eval'))).toBe(
      'lm-eval: it holds several benchmarks: "gsm8k", "humaneval"; choose one with --benchmark NAME, or all of them with --benchmark all',
    );
    const { leaderboard } = await readFixture('lm-eval', { choices: { benchmark: 'all' } });
    expect(cellsText(leaderboard)['org/small-model']).toEqual({
      'gsm8k/0': '1',
      'gsm8k/1': '0',
      'gsm8k/2': '0',
      'humaneval/HumanEval/0': '1',
      'humaneval/HumanEval/1': '0',
    });
  });

  it('refuses a benchmark that is not there', async () => {
    expect(await messageOf(readFixture('lm-eval', { choices: { benchmark: 'mmlu' } }))).toBe(
      'lm-eval: there is no benchmark "mmlu" in it; allowed are "gsm8k", "humaneval" and all',
    );
  });
});
