/** Rewards of outputs: similarity, outcome and their advantages; and what partial credit rewards. */
import { InputError, quoteValue } from '../../errors.ts';
import { groupBy, withoutDuplicates } from '../evidence/rows.ts';
import type { Placed } from '../evidence/table.ts';
import { type ClusteredEstimate, clusteredMean } from '../intervals/clustered.ts';
import { share } from '../intervals/share.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult, Share } from '../types.ts';
import { executionFreeScore } from '../verifiers/scores.ts';
import { type GroupSd, groupAdvantages } from './advantage.ts';
import * as say from './messages.ts';
import { similarity } from './similarity.ts';
import { type StrategiesResult, strategies } from './strategies.ts';
import type { RewardRow, StrategyRow } from './tables.ts';

export interface RewardEvidence {
  readonly reward?: readonly Placed<RewardRow>[];
  readonly strategies?: readonly Placed<StrategyRow>[];
}

export interface RewardOptions extends AuditOptions {
  /** difflib's heuristic for long texts (default false, as in SWE-RL). */
  readonly autojunk?: boolean;
  /** Reward of an output that breaks the format (default -1). */
  readonly formatPenalty?: number;
  /** Of the advantages (default sample). */
  readonly sd?: GroupSd;
}

export interface SampleReward {
  readonly sample: string;
  readonly group: string | null;
  readonly formatOk: boolean;
  /** Format penalty, or the mean ratio over files; null without texts. */
  readonly similarity: number | null;
  /** Format penalty, or 1 when every text equals its reference, else 0. */
  readonly exactMatch: number | null;
  /** exp(yes) / (exp(yes) + exp(no)); null without log odds. */
  readonly outcome: number | null;
  readonly advantage: { readonly similarity: number | null; readonly outcome: number | null };
}

export interface RewardResult extends PartResult {
  readonly part: 'reward';
  readonly samples: readonly SampleReward[];
  readonly summary: {
    /** Outputs that keep the format. */
    readonly format: Share;
    /** Mean rewards; groups as clusters where rows name them, else outputs. */
    readonly similarity: ClusteredEstimate;
    readonly exactMatch: ClusteredEstimate;
    readonly outcome: ClusteredEstimate;
    /** Groups in which the reward tells no output from another. */
    readonly withoutSignal: {
      readonly similarity: number;
      readonly exactMatch: number;
      readonly groups: number;
    };
  } | null;
  readonly strategies: StrategiesResult | null;
}

/**
 * Rewards from raw outputs.
 *
 * - similarity (SWE-RL, Wei et al. 2025, arXiv:2502.18449): -1 when the output breaks the format, else the
 *   Ratcliff-Obershelp ratio of predicted and reference patch; with several files their mean, and 0 for a file that
 *   is empty on either side, as in the published code.
 * - outcome (SWE-Gym, arXiv:2412.21139): exp(yes) / (exp(yes) + exp(no)).
 * - advantages within groups, and from strategies the break-even of partial credit.
 *
 * @throws InputError on contradictory rows and on more tests passed than there are.
 * @example honest attempts with p = 0.2 and 0.5 otherwise earn 0.60, patch-ups 0.70; break-even at p = 0.4
 */
export function reward(evidence: RewardEvidence, options: RewardOptions = {}): RewardResult {
  const { level } = resolveOptions(options);
  const unique = withoutDuplicates('reward', evidence.reward ?? [], ['sample', 'file']);
  const compared =
    evidence.strategies === undefined || evidence.strategies.length === 0
      ? null
      : strategies(evidence.strategies, level);
  const bare = [...groupBy(unique.rows, (row) => row.sample).values()].map((rows) =>
    sampleReward(rows, options),
  );
  const samples = withAdvantages(bare, options.sd ?? 'sample');
  return {
    part: 'reward',
    level,
    counts: { samples: samples.length, attempts: evidence.strategies?.length ?? 0 },
    dropped: [...unique.dropped, ...(compared?.dropped ?? [])],
    samples,
    summary: samples.length === 0 ? null : summarise(samples, level),
    strategies: compared?.result ?? null,
    warnings: [...warningsOf(unique.rows, samples), ...(compared?.warnings ?? [])].concat(
      samples.length === 0 && compared === null ? [say.nothingGiven()] : [],
    ),
  };
}

function sampleReward(rows: readonly Placed<RewardRow>[], options: RewardOptions): SampleReward {
  const [first] = rows;
  const name = quoteValue(first.sample);
  for (const row of rows) {
    if (formatOf(row) !== formatOf(first)) throw new InputError(say.formatTwice(name), row.place);
    if (row.group !== first.group) throw new InputError(say.groupTwice(name), row.place);
  }
  const formatOk = formatOf(first);
  const penalty = options.formatPenalty ?? -1;
  const texts = rows.filter((row) => row.predicted !== undefined && row.reference !== undefined);
  const logits = rows.find((row) => row.logit_yes !== undefined && row.logit_no !== undefined);
  const ratios = texts.map(({ predicted = '', reference = '' }) =>
    predicted === '' || reference === '' ? 0 : similarity(predicted, reference, options),
  );
  const exact = texts.every((row) => row.predicted === row.reference && row.predicted !== '');
  const ofTexts = (value: number) => (texts.length === 0 ? null : formatOk ? value : penalty);
  return {
    sample: first.sample,
    group: first.group ?? null,
    formatOk,
    similarity: ofTexts(formatOk ? ratios.reduce((a, b) => a + b, 0) / ratios.length : penalty),
    exactMatch: ofTexts(exact ? 1 : 0),
    outcome:
      logits === undefined ? null : executionFreeScore(logits.logit_yes as number, logits.logit_no as number),
    advantage: { similarity: null, outcome: null },
  };
}

function formatOf(row: RewardRow): boolean {
  return row.format_ok ?? true;
}

function withAdvantages(samples: readonly SampleReward[], sd: GroupSd): SampleReward[] {
  const advantages = (reward: 'similarity' | 'outcome') => {
    const rewarded = samples.filter((sample) => sample.group !== null && sample[reward] !== null);
    const found = new Map<string, number | null>();
    for (const own of groupBy(rewarded, (sample) => sample.group as string).values()) {
      const values = groupAdvantages(
        own.map((sample) => sample[reward] as number),
        sd,
      );
      own.forEach((sample, i) => {
        found.set(sample.sample, values[i]);
      });
    }
    return found;
  };
  const bySimilarity = advantages('similarity');
  const byOutcome = advantages('outcome');
  return samples.map((sample) => ({
    ...sample,
    advantage: {
      similarity: bySimilarity.get(sample.sample) ?? null,
      outcome: byOutcome.get(sample.sample) ?? null,
    },
  }));
}

function summarise(samples: readonly SampleReward[], level: number): NonNullable<RewardResult['summary']> {
  const grouped = samples.some((sample) => sample.group !== null);
  const clusters = [
    ...groupBy(samples, (sample) => JSON.stringify(grouped ? [sample.group] : [sample.sample])).values(),
  ];
  type Kind = 'similarity' | 'exactMatch' | 'outcome';
  const mean = (kind: Kind) =>
    clusteredMean(
      clusters.map((own) => {
        const values = own.map((sample) => sample[kind]).filter((value) => value !== null);
        return { n: values.length, sum: values.reduce((a, b) => a + b, 0) };
      }),
      level,
      grouped ? 'group' : 'output',
    );
  const groups = groupsOf(samples);
  const flat = (kind: Kind) =>
    groups.filter((own) => own.every((sample) => sample[kind] === own[0][kind])).length;
  return {
    format: share(samples.filter((sample) => sample.formatOk).length, samples.length, level, 'output'),
    similarity: mean('similarity'),
    exactMatch: mean('exactMatch'),
    outcome: mean('outcome'),
    withoutSignal: { similarity: flat('similarity'), exactMatch: flat('exactMatch'), groups: groups.length },
  };
}

/** Groups with at least two outputs that have texts. */
function groupsOf(samples: readonly SampleReward[]): SampleReward[][] {
  const named = samples.filter((sample) => sample.group !== null && sample.similarity !== null);
  return [...groupBy(named, (sample) => sample.group as string).values()].filter((own) => own.length > 1);
}

function warningsOf(rows: readonly RewardRow[], samples: readonly SampleReward[]): string[] {
  const warnings: string[] = [];
  const bare = samples.filter((sample) => sample.similarity === null && sample.outcome === null).length;
  if (bare > 0) warnings.push(say.noPrediction(bare));
  const empty = rows.filter((row) => {
    const given = row.predicted !== undefined && row.reference !== undefined;
    return given && formatOf(row) && (row.predicted === '' || row.reference === '');
  }).length;
  if (empty > 0) warnings.push(say.emptySide(empty));
  const flat = groupsOf(samples).filter((own) =>
    own.every((sample) => sample.similarity === own[0].similarity),
  );
  if (flat.length > 0) warnings.push(say.noSignal(flat.length, 'similarity'));
  const named = samples.filter((sample) => sample.group !== null);
  const alone = [...groupBy(named, (sample) => sample.group as string).values()].filter(
    (own) => own.length === 1,
  );
  if (alone.length > 0) warnings.push(say.groupOfOne(alone.length));
  return warnings;
}
