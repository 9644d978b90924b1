/** Agreement of judges with each other and with the truth, chance taken off. */
import type { JudgesResult } from '../../../audit/judges/judges.ts';
import type { Estimate } from '../../../audit/types.ts';
import { count, fixed, levelText, NOT_ESTIMABLE } from '../../../format.ts';
import { type Figure, figure } from '../figure.ts';
import { type ForestRow, forestBody } from '../forest-frame.ts';

export function judgeAgreement(judges: JudgesResult): Figure | null {
  const rows = [...ratingRows(judges), ...scoreRows(judges)];
  if (rows.length === 0) return null;
  return figure(
    {
      name: 'judge-agreement',
      title: 'Agreement of judges',
      subtitle: `${levelText(judges.level)} intervals where they can be made. 1 is full agreement; for kappa and alpha 0 is what chance gives, for correlations no association.`,
      description: rows
        .filter((row) => row.kind !== 'heading')
        .map((row) => `${row.description}.`)
        .join(' '),
    },
    forestBody({
      rows,
      measure: '',
      domain: [Math.min(-0.1, ...rows.map((row) => row.lower ?? row.estimate ?? 0)), 1],
      labelTitle: '',
      columns: ['coefficient [interval]', 'items'],
      axisTitle: 'Coefficient',
      step: 17,
      width: 280,
    }),
    700,
  );
}

function ratingRows({ ratings }: JudgesResult): ForestRow[] {
  if (ratings === null) return [];
  const { pairs, fleiss, alpha, ordered } = ratings.agreement;
  const items = count(ratings.items);
  return [
    heading('Ratings, each pair of raters'),
    ...pairs.flatMap((pair) => [
      row(`${pair.raters.join(' and ')}: Cohen's kappa`, pair.kappa, count(pair.items)),
      ...(pair.weightedKappa === null
        ? []
        : [row(`${pair.raters.join(' and ')}: weighted kappa`, pair.weightedKappa, count(pair.items))]),
    ]),
    heading('Ratings, all raters'),
    row("Fleiss' kappa", fleiss, items),
    ...Object.entries(alpha).flatMap(([metric, estimate]) =>
      estimate === null || (metric !== 'nominal' && !ordered)
        ? []
        : [row(`Krippendorff's alpha, ${metric}`, estimate, items)],
    ),
  ];
}

function scoreRows({ scores }: JudgesResult): ForestRow[] {
  if (scores === null) return [];
  return [
    heading('Scores against the truth'),
    ...scores.byRater.flatMap((rater) => [
      row(`${rater.rater}: Spearman`, rater.spearman, count(rater.items)),
      row(`${rater.rater}: Kendall's tau-b`, rater.kendall, count(rater.items)),
    ]),
    ...(scores.between.length === 0 ? [] : [heading('Scores, each pair of judges')]),
    ...scores.between.map((pair) =>
      row(`${pair.raters.join(' and ')}: Spearman`, pair.spearman, count(pair.items)),
    ),
  ];
}

const heading = (label: string): ForestRow => ({
  kind: 'heading',
  label,
  estimate: null,
  lower: null,
  upper: null,
  colour: 'ink',
  cells: [],
  description: label,
});

function row(label: string, { value, interval }: Estimate, items: string): ForestRow {
  const text =
    value === null
      ? NOT_ESTIMABLE
      : `${fixed(value, 3)}${interval === null ? '' : ` [${fixed(interval.lower, 3)}, ${fixed(interval.upper, 3)}]`}`;
  return {
    kind: 'interval',
    label,
    estimate: value,
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
    colour: 'aware',
    size: 45,
    cells: [text, items],
    description: `${label} ${text}`,
  };
}
