/** `passgap reproduce --reconstruct`: the search for the flags that a study did not publish, run anew. */
import type { Command } from 'commander';
import { count, effectValue, fixed, NOT_ESTIMABLE, plural, pNumber } from '../format.ts';
import { embeddedLeaderboard } from '../studies/embedded.ts';
import { reconstruct, ruleName } from '../studies/reconstruct/reconstruct.ts';
import type { Range, Reconstruction, SolutionSet } from '../studies/reconstruct/types.ts';
import type { Study } from '../studies/study.ts';
import { longWork } from './long-work.ts';
import { numberOf } from './numbers.ts';
import { progressLine } from './output.ts';
import { paragraph, strong, textTable } from './table.ts';

export interface ReconstructFlags {
  readonly reconstruct?: boolean;
  readonly reconstructKeep: string;
  readonly reconstructStarts: string;
  readonly reconstructUnstratified?: boolean;
  readonly permutations: string;
  readonly seed: string;
}

/** Adds the options of the search to `reproduce`. */
export function addReconstructOptions(command: Command): Command {
  return command
    .option('--reconstruct', 'search anew for flags that give the published figures; takes minutes')
    .option('--reconstruct-keep <n>', 'solutions at which the search under one rule ends', '12')
    .option('--reconstruct-starts <n>', 'starts of the search under one rule, at most', '1000')
    .option('--reconstruct-unstratified', 'also ask for the published gap without strata');
}

/** The search on all rules; Ctrl-C keeps what was found. */
export async function reconstructStudy(study: Study, flags: ReconstructFlags): Promise<Reconstruction> {
  const line = progressLine('reconstruction');
  const leaderboard = embeddedLeaderboard('utboost');
  try {
    return await longWork((runtime, { signal }) =>
      reconstruct(
        leaderboard,
        study,
        {
          seed: numberOf('--seed', flags.seed),
          permutations: numberOf('--permutations', flags.permutations),
          keep: numberOf('--reconstruct-keep', flags.reconstructKeep),
          restarts: numberOf('--reconstruct-starts', flags.reconstructStarts),
          unstratified: flags.reconstructUnstratified,
          signal,
          onProgress: (_rule, found, keep) => line.update(found, keep),
        },
        runtime,
      ),
    );
  } finally {
    line.clear();
  }
}

/** The caveats, then one line a rule and one over all. */
export function reconstructionText(result: Reconstruction): string {
  const rows = result.rules.map((one) => [ruleName(one.rule), count(one.restarts), ...setCells(one.set)]);
  const columns = ['rule', 'starts', 'solutions', 'shared hackable', 'no strata (pp)'];
  const ranges = ['task-aware lower (pp)', 'upper (pp)', 'hold 0', 'p', 'p one-sided'];
  const table = textTable(
    [...columns, ...ranges].map((title, c) => ({ title, align: c === 0 ? 'left' : 'right' })),
    [...rows, ['all', '', ...setCells(result.all)]],
  );
  const lists = [
    named('flagged in every solution', result.all.alwaysHackable),
    named('flagged in none', result.all.neverHackable),
  ];
  return [
    strong(`Reconstruction of the flags of ${result.study}`),
    ...result.caveats.map((text) => paragraph(text)),
    '',
    table,
    '',
    ...lists.map((text) => paragraph(text)),
    ...result.warnings.map((text) => paragraph(text)),
  ].join('\n');
}

function setCells(set: SolutionSet): string[] {
  const points = (range: Range | null) => between(range, (x) => effectValue(x, 'RD'));
  const shared = set.sharedHackable;
  return [
    count(set.solutions),
    shared === null ? NOT_ESTIMABLE : `${fixed(shared.mean, 1)} (${shared.least} to ${shared.most})`,
    points(set.unstratified),
    points(set.taskAwareLower),
    points(set.taskAwareUpper),
    `${set.intervalsWithZero} of ${set.intervals}`,
    between(set.permutationP, (x) => pNumber(x)),
    between(set.permutationPGreater, (x) => pNumber(x)),
  ];
}

function between(range: Range | null, text: (x: number) => string): string {
  if (range === null) return NOT_ESTIMABLE;
  const [least, most] = [text(range.least), text(range.most)];
  return least === most ? least : `${least} to ${most}`;
}

const named = (what: string, tasks: readonly string[]): string =>
  `Tasks ${what}: ${tasks.length === 0 ? 'none' : `${plural(tasks.length, 'task')}, ${tasks.join(', ')}`}.`;
