import { describe, expect, it } from 'vitest';
import { cellsText, messageOf, readFixture } from '../fixture.ts';

describe('HELM per-instance statistics', () => {
  it('drops perturbed rows, pools train trials, takes a count of 0 for missing', async () => {
    const { leaderboard, recognised, notes } = await readFixture('helm');
    expect(cellsText(leaderboard)).toEqual({
      meta_llama: { id1: '0', id2: '1' },
      'openai_gpt-4': { id1: '1', id2: '1/2', id3: '0' },
    });
    expect(recognised).toBe(
      'helm: HELM per-instance statistics, scenario "mmlu:subject=law", 2 runs, metric "exact_match" (--metric): 2 models, 3 tasks.',
    );
    expect(notes).toEqual(['helm: 1 row with a perturbation dropped']);
  });

  it('names the metrics of a run that lacks the default one', async () => {
    const other = await readFixture('helm', { choices: { metric: 'num_tokens' } });
    expect(cellsText(other.leaderboard)['openai_gpt-4']).toEqual({ id1: '1', id2: '2/2', id3: '1' });
    expect(await messageOf(readFixture('helm-other'))).toBe(
      'helm-other/runs/v1/gsm:model=m/per_instance_stats.json, at [0]: there is no metric "exact_match"; found "f1"; choose one with --metric',
    );
  });
});
