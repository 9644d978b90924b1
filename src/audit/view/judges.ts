import { count, fixed, percent, plural } from '../../format.ts';
import type { JudgesResult } from '../judges/judges.ts';
import {
  bounds,
  boundsOf,
  coefficient,
  columns,
  meanPercent,
  notesOf,
  type PartView,
  rateText,
  type ViewTable,
} from './types.ts';

export function judgesView(result: JudgesResult): PartView {
  const { ratings, scores, feedback } = result;
  const sentences: string[] = [];
  if (ratings !== null) {
    const { alpha, fleiss } = ratings.agreement;
    sentences.push(
      `${plural(ratings.raters.length, 'rater')} on ${plural(ratings.items, 'item')}: Krippendorff's alpha (nominal) ${coefficient(alpha.nominal)}, Fleiss' kappa ${coefficient(fleiss)}.`,
    );
  }
  for (const entry of scores?.byRater ?? []) {
    sentences.push(
      `${entry.rater} on ${plural(entry.items, 'item')}: Spearman ${coefficient(entry.spearman)}, Kendall ${coefficient(entry.kendall)} with the truth.`,
    );
  }
  if (feedback !== null) {
    const shares = feedback.shares.map(({ polarity, share }) => `${polarity} ${percent(share.value)}`);
    sentences.push(
      `${count(feedback.labels)} labels: ${shares.join(', ')}; alpha ${coefficient(feedback.reliability)}.`,
    );
  }
  return {
    part: 'judges',
    title: 'Judges',
    sentences,
    tables: [...ratingTables(result), ...scoreTables(result), ...feedbackTables(result)].filter(
      (table) => table.rows.length > 0,
    ),
    notes: notesOf(result),
  };
}

function ratingTables({ ratings }: JudgesResult): ViewTable[] {
  if (ratings === null) return [];
  const { agreement, classification } = ratings;
  return [
    {
      name: 'judges-classification',
      caption: 'Verdicts against the truth',
      columns: columns('rater', '>items', '>precision', '>recall', '>F1', '>F1 interval'),
      rows: classification.map((entry) => [
        entry.rater,
        count(entry.items),
        rateText(entry.precision),
        rateText(entry.recall),
        percent(entry.f1.value),
        bounds(entry.f1.interval),
      ]),
    },
    {
      name: 'judges-pairs',
      caption: "Pairs of raters: Cohen's kappa, jackknife intervals over items",
      columns: columns('raters', '>items', '>kappa', '>kappa, squared weights'),
      rows: agreement.pairs.map((pair) => [
        pair.raters.join(' / '),
        count(pair.items),
        coefficient(pair.kappa),
        coefficient(pair.weightedKappa),
      ]),
    },
    {
      name: 'judges-agreement',
      caption: 'All raters, jackknife intervals over items',
      columns: columns('measure', '>value'),
      rows: [
        ["Fleiss' kappa", coefficient(agreement.fleiss)],
        ["Krippendorff's alpha, nominal", coefficient(agreement.alpha.nominal)],
        ["Krippendorff's alpha, ordinal", coefficient(agreement.alpha.ordinal)],
        ["Krippendorff's alpha, interval", coefficient(agreement.alpha.interval)],
      ],
    },
  ];
}

function scoreTables({ scores }: JudgesResult): ViewTable[] {
  if (scores === null) return [];
  return [
    {
      name: 'judges-scores',
      caption: 'Scores against the truth',
      columns: columns(
        'rater',
        '>items',
        '>Pearson',
        '>Spearman',
        '>Kendall',
        '>with length',
        '>with length, truth held',
      ),
      rows: scores.byRater.map((entry) => [
        entry.rater,
        count(entry.items),
        coefficient(entry.pearson),
        coefficient(entry.spearman),
        coefficient(entry.kendall),
        coefficient(entry.length?.plain ?? null),
        coefficient(entry.length?.givenTruth ?? null),
      ]),
    },
    {
      name: 'judges-best-of-n',
      caption: 'Choice of the best candidate of a task',
      columns: columns(
        'rater',
        '>tasks',
        '>accuracy',
        '>by chance',
        '>truth of the chosen',
        '>of a random one',
        '>of the best',
      ),
      rows: scores.byRater.flatMap(({ rater, bestOfN }) =>
        bestOfN === null
          ? []
          : [
              [
                rater,
                count(bestOfN.tasks),
                meanPercent(bestOfN.accuracy),
                percent(bestOfN.chance),
                fixed(bestOfN.chosenTruth.value, 3),
                fixed(bestOfN.randomTruth, 3),
                fixed(bestOfN.bestTruth, 3),
              ],
            ],
      ),
    },
    {
      name: 'judges-thresholds',
      caption: 'True score of what a threshold lets through',
      columns: columns('rater', '>threshold', '>left', '>mean truth', '>interval'),
      rows: scores.byRater.flatMap(({ rater, thresholds }) =>
        thresholds.map(({ threshold, left, truth }) => [
          rater,
          fixed(threshold, 2),
          rateText(left),
          fixed(truth.value, 3),
          truth.interval === null
            ? 'n/a'
            : `${fixed(truth.interval.lower, 3)} to ${fixed(truth.interval.upper, 3)}`,
        ]),
      ),
    },
    {
      name: 'judges-between',
      caption: 'Judges with each other (Spearman)',
      columns: columns('raters', '>items', '>Spearman'),
      rows: scores.between.map((pair) => [
        pair.raters.join(' / '),
        count(pair.items),
        coefficient(pair.spearman),
      ]),
    },
  ];
}

function feedbackTables({ feedback }: JudgesResult): ViewTable[] {
  if (feedback === null) return [];
  return [
    {
      name: 'judges-feedback',
      caption: 'Polarity of user feedback',
      columns: columns('polarity', '>share', '>Wilson', '>clustered'),
      rows: feedback.shares.map(({ polarity, share, clustered }) => [
        polarity,
        rateText(share),
        boundsOf(share, 'Wilson'),
        bounds(clustered?.interval),
      ]),
    },
  ];
}
