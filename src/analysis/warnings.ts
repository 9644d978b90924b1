/** What a reader must know of the sample beside the figures. */
import { plural } from '../format.ts';
import type { AnalyzeOptions } from './options.ts';
import type { Counts } from './types.ts';

export function sampleWarnings(counts: Counts, options: AnalyzeOptions): string[] {
  const warnings: string[] = [];
  const add = (isTrue: boolean, text: string) => {
    if (isTrue) warnings.push(text);
  };
  add(counts.hackable === 0, 'no task is flagged hackable: there is no contrast');
  add(counts.robust === 0, 'no task is flagged robust: there is no contrast');
  add(
    counts.outOfContrast > 0,
    `${plural(counts.outOfContrast, 'audited task')} in strata without both arms carry no contrast and are left out`,
  );
  add(
    counts.ambiguous + counts.excluded > 0,
    `${counts.ambiguous} ambiguous and ${counts.excluded} excluded tasks are out of the contrast`,
  );
  add(
    counts.missingCells > 0,
    options.missing === 'fail'
      ? 'missing outcomes were counted as fails, as asked (--missing fail)'
      : `${plural(counts.missingCells, 'missing outcome')} left out, not counted as fails`,
  );
  add(
    counts.saturatedModels > 0,
    `${plural(counts.saturatedModels, 'model')} with a sampling variance of 0 dropped from the pooled fit (variance rule "${options.variance}"); see the table of rules`,
  );
  add(
    counts.correctedTables > 0,
    `1/2 was added to ${plural(counts.correctedTables, 'model x stratum table')} with a zero count (${options.measure})`,
  );
  add(
    options.variance === 'agresti-caffo' && options.measure !== 'RD',
    `variance rule agresti-caffo is for RD; ${options.measure} has its own, as escalc`,
  );
  add(
    counts.attempts.more > 0 && options.attempts === null,
    `${plural(counts.attempts.more, 'submission')} with more than one attempt (or not said: ${counts.attempts.unknown}) are in: their score is not pass@1; --attempts 1 keeps the ${counts.attempts.one} that are`,
  );
  add(
    counts.attempts.one < counts.models && options.attempts === '1',
    `--attempts 1 leaves out ${plural(counts.attempts.more, 'submission')} with more than one attempt and ${counts.attempts.unknown} that do not say`,
  );
  return warnings;
}
