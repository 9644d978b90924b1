import { count, fixed, percent } from '../../format.ts';
import type { ClusteredEstimate } from '../intervals/clustered.ts';
import type { RewardResult } from '../reward/reward.ts';
import { columns, notesOf, type PartView, rateText, type ViewTable } from './types.ts';

const mean = ({ value, interval }: ClusteredEstimate) =>
  interval === null
    ? fixed(value, 3)
    : `${fixed(value, 3)} (${fixed(interval.lower, 3)} to ${fixed(interval.upper, 3)})`;

export function rewardView(result: RewardResult): PartView {
  const { summary, strategies } = result;
  const sentences: string[] = [];
  if (summary !== null) {
    sentences.push(
      `${count(result.samples.length)} outputs, ${rateText(summary.format)} keep the format: mean similarity reward ${mean(summary.similarity)}, exact match ${mean(summary.exactMatch)}, outcome reward ${mean(summary.outcome)}.`,
    );
  }
  if (strategies !== null) {
    const { breakEven } = strategies;
    sentences.push(
      `Honest attempts earn ${mean(strategies.honest)} at a success rate of ${percent(strategies.honestSuccess.value)}, patch-ups ${mean(strategies.patchUp)}.`,
    );
    if (breakEven !== null) {
      sentences.push(
        breakEven.breakEven === null
          ? `No break-even: ${breakEven.reason}.`
          : `Honesty pays more above a success rate of ${fixed(breakEven.breakEven, 3)}; with all-or-nothing tests it pays at any.`,
      );
    }
  }
  return {
    part: 'reward',
    title: 'Rewards',
    sentences,
    tables: [...strategyTables(result), sampleTable(result)].filter((table) => table.rows.length > 0),
    notes: notesOf(result),
  };
}

function strategyTables({ strategies }: RewardResult): ViewTable[] {
  if (strategies === null) return [];
  return [
    {
      name: 'reward-break-even',
      caption: 'Expected reward by the success rate p of honest attempts',
      columns: columns(
        '>p',
        '>honest, partial credit',
        '>patch-up, partial credit',
        '>honest, all or nothing',
      ),
      rows: (strategies.breakEven?.curve ?? [])
        .filter((_, i) => i % 2 === 0)
        .map((point) => [
          fixed(point.p, 2),
          fixed(point.honest, 3),
          fixed(point.patchUp, 3),
          fixed(point.honestAllOrNothing, 3),
        ]),
    },
  ];
}

function sampleTable({ samples }: RewardResult): ViewTable {
  return {
    name: 'reward-samples',
    caption: 'Outputs',
    columns: columns('output', 'group', 'format', '>similarity', '>exact match', '>outcome', '>advantage'),
    rows: samples.map((sample) => [
      sample.sample,
      sample.group ?? '',
      sample.formatOk ? 'kept' : 'broken',
      fixed(sample.similarity, 4),
      fixed(sample.exactMatch, 0),
      fixed(sample.outcome, 4),
      fixed(sample.advantage.similarity, 3),
    ]),
  };
}
