/** Evidence of rewards: outputs with what they are compared to, and strategies with the tests they pass. */
import { z } from 'zod';
import { flag, id, oneOf, optional, real, text, whole } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const rewardRow = z.object({
  sample: id('the output; with a file column an output has a row a file'),
  group: optional(id('outputs for one prompt; advantages are relative to the group')),
  file: optional(id('changed file, where an output is compared file by file')),
  predicted: optional(text('predicted patch or text')),
  reference: optional(text('reference patch or text')),
  format_ok: optional(flag('does the output keep the format (default 1)')),
  logit_yes: optional(real('log probability (or logit) of YES from the outcome reward model')),
  logit_no: optional(real('log probability (or logit) of NO')),
});

export type RewardRow = z.output<typeof rewardRow>;

export const rewardTable: EvidenceTable<typeof rewardRow.shape> = {
  name: 'reward',
  description: 'One output of a model a row, beside its reference.',
  row: rewardRow,
  example: [
    { sample: 's1', group: 'prompt-1', predicted: 'return a + b', reference: 'return a - b', format_ok: 1 },
    { sample: 's2', group: 'prompt-1', predicted: '', reference: 'return a - b', format_ok: 0 },
  ],
};

export const STRATEGIES = ['honest', 'patch_up'] as const;

export const strategyRow = z.object({
  task: id('the benchmark task'),
  attempt: id('the attempt; unique within task and strategy'),
  strategy: oneOf(STRATEGIES, 'honest: tries to mend the cause; patch_up: goes for partial credit'),
  passed: whole('tests passed'),
  total: whole('tests in all', 1),
});

export type StrategyRow = z.output<typeof strategyRow>;

export const strategiesTable: EvidenceTable<typeof strategyRow.shape> = {
  name: 'strategies',
  description: 'One attempt a row, with the share of tests that it passes.',
  row: strategyRow,
  example: [
    { task: 't1', attempt: 'a1', strategy: 'honest', passed: 10, total: 10 },
    { task: 't1', attempt: 'a2', strategy: 'honest', passed: 5, total: 10 },
    { task: 't1', attempt: 'a1', strategy: 'patch_up', passed: 7, total: 10 },
  ],
};
