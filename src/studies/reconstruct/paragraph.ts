/** The reconstruction in words, and as a line beside the published one. */
import { count, effectValue, fixed, pNumber } from '../../format.ts';
import type { ReconstructionSummary } from './summary.ts';
import type { Range } from './types.ts';

/** "-10.75 to -4.69" in percentage points; "n/a" for a range of nothing. */
const points = (range: Range | null): string => between(range, (x) => effectValue(x, 'RD'));
const chance = (range: Range | null): string => between(range, (x) => pNumber(x));

function between(range: Range | null, text: (x: number) => string): string {
  if (range === null) return 'n/a';
  const [least, most] = [text(range.least), text(range.most)];
  return least === most ? least : `${least} to ${most}`;
}

/** What was searched, what was found over all rules, and what it can't say. */
export function reconstructionParagraph(
  primary: ReconstructionSummary,
  unstratified: ReconstructionSummary,
): string {
  const { all, rules, log10Assignments, candidates } = primary;
  const withRules = rules.filter(({ set }) => set.solutions > 0).length;
  const shared =
    all.sharedHackable === null
      ? ''
      : `, two of which share ${fixed(all.sharedHackable.mean, 1)} hackable tasks on average`;
  return (
    `${primary.caveats.join(' ')} ` +
    `Among the 10^${fixed(log10Assignments, 1)} assignments to ${candidates} candidates the search kept ${count(all.solutions)} that give the published gap, interval, I2 and number of positives, under ${withRules} of ${rules.length} rules for weights and variance${shared}. ` +
    `${findings(primary)} ` +
    `When the gap without strata (from a secondary source) is asked for too, ${count(unstratified.all.solutions)} were kept. ${findings(unstratified)}`
  );
}

function findings({ all }: ReconstructionSummary): string {
  if (all.solutions === 0) return '';
  return (
    `The task-aware interval holds 0 in ${count(all.intervalsWithZero)} of ${count(all.intervals)}: its lower end runs from ${points(all.taskAwareLower)} pp, its upper end from ${points(all.taskAwareUpper)} pp; ` +
    `the one-sided permutation p runs from ${chance(all.permutationPGreater)}, the two-sided one from ${chance(all.permutationP)}.`
  );
}

/** Task-aware interval and two-sided p of the reconstructed flags, as cells of a table. */
export function reconstructionCells({ all }: ReconstructionSummary): {
  readonly taskAware: string;
  readonly p: string;
  readonly unstratified: string;
} {
  return {
    taskAware: `lower ${points(all.taskAwareLower)}, upper ${points(all.taskAwareUpper)}`,
    p: chance(all.permutationP),
    unstratified: points(all.unstratified),
  };
}
