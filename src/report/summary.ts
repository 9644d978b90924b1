/** An analysis in a few lines of Markdown, for a comment on a pull request. */
import type { Analysis } from '../analysis/types.ts';
import { hasStrata } from '../analysis/verdict.ts';
import { count, effect, interval, plural, pNumber, pText } from '../format.ts';
import { generalises, intervalName, sharedName } from './method-line.ts';
import { allWarnings } from './sections/warnings.ts';
import { markdownText } from './table-formats.ts';

/**
 * Headline pair, verdict, what was counted, and the warnings, as Markdown. The numbers are those of the report.
 *
 * @example markdownSummary(analysis).split('\n')[0] // '### ' and the title
 */
export function markdownSummary(analysis: Analysis): string {
  const { pooled, sharedTasks, permutation, signTest, counts, options, strata } = analysis;
  const { measure } = options;
  const rows = [
    `| Models as independent studies (${pooled.method}) | ${effect(pooled.estimate, measure)} | ${interval(pooled.ciLower, pooled.ciUpper, measure)}, ${intervalName(pooled)} | ${pNumber(pooled.p, pooled.log10P)} |`,
  ];
  if (sharedTasks !== null) {
    const kind = `${sharedName(sharedTasks, options.level)}, over ${generalises(sharedTasks.generalise)}`;
    rows.push(
      `| Task-aware | ${effect(sharedTasks.estimate, measure)} | ${interval(sharedTasks.ciLower, sharedTasks.ciUpper, measure)}, ${kind} | ${pNumber(sharedTasks.p, sharedTasks.log10P)} |`,
    );
  }
  if (permutation !== null) {
    const draws = permutation.exact ? 'all arrangements' : `${count(permutation.permutations)} draws`;
    rows.push(
      `| Flags shuffled${hasStrata(strata) ? ' within strata' : ''} | ${effect(permutation.observed, measure)} | ${draws} | ${pNumber(permutation.p)} |`,
    );
  }
  const warnings = [...new Set(allWarnings(analysis))];
  const lines = [
    `### ${markdownText(analysis.title)}`,
    '',
    markdownText(analysis.verdict),
    '',
    '| Reading | Gap | Interval | p |',
    '| --- | ---: | --- | ---: |',
    ...rows,
    '',
    `${plural(counts.modelsUsed, 'model')}, ${plural(counts.hackable, 'hackable task')} and ${plural(counts.robust, 'robust one')}; ` +
      `${plural(signTest.positive, 'gap')} above 0, ${count(signTest.negative)} below (sign test ${pText(signTest.p, signTest.log10P)}, models as independent).`,
    ...(warnings.length === 0 ? [] : ['', ...warnings.map((text) => `- ${markdownText(text)}`)]),
    '',
    `<sub>passgap ${markdownText(analysis.version)}, seed ${options.seed}</sub>`,
  ];
  return `${lines.join('\n')}\n`;
}
