/** Judges: verdicts, scores and feedback labels, each against the truth and against each other. */
import type { Placed } from '../evidence/table.ts';
import { resolveOptions } from '../options.ts';
import type { AuditOptions, PartResult } from '../types.ts';
import { type FeedbackResult, feedback } from './feedback.ts';
import { nothingGiven } from './messages.ts';
import { type RatingsResult, ratings } from './ratings.ts';
import { type ScoresResult, scores } from './scores.ts';
import type { FeedbackRow, RatingRow, ScoreRow } from './tables.ts';

export interface JudgesEvidence {
  readonly ratings?: readonly Placed<RatingRow>[];
  readonly scores?: readonly Placed<ScoreRow>[];
  readonly feedback?: readonly Placed<FeedbackRow>[];
}

export interface JudgesOptions extends AuditOptions {
  /** Words that count as a positive verdict. */
  readonly positive?: readonly string[];
  /** Categories from lowest to highest, where ratings are words with an order. */
  readonly order?: readonly string[];
  readonly thresholds?: readonly number[];
}

export interface JudgesResult extends PartResult {
  readonly part: 'judges';
  readonly ratings: RatingsResult | null;
  readonly scores: ScoresResult | null;
  readonly feedback: FeedbackResult | null;
}

/**
 * Judges against people, against execution and against each other.
 *
 * - ratings: precision, recall, F1 of each rater against the truth; Cohen's kappa of each pair, Fleiss' kappa,
 *   Krippendorff's alpha (nominal, ordinal, interval).
 * - scores: Pearson, Spearman and Kendall's tau-b against the truth, best-of-n accuracy, the truth of what a
 *   threshold lets through, and the association of the score with length.
 * - feedback: shares of polarities and the reliability of the labels.
 *
 * @throws InputError on contradictory rows.
 * @example 20 yes/yes, 5 yes/no, 10 no/yes, 15 no/no ratings of two raters: kappa 0.4
 */
export function judges(evidence: JudgesEvidence, options: JudgesOptions = {}): JudgesResult {
  const { level, seed } = resolveOptions(options);
  const given = <R>(rows: readonly R[] | undefined) => (rows !== undefined && rows.length > 0 ? rows : null);
  const { positive, order, thresholds } = options;
  const ratingRows = given(evidence.ratings);
  const scoreRows = given(evidence.scores);
  const feedbackRows = given(evidence.feedback);
  const rated = ratingRows === null ? null : ratings(ratingRows, { level, seed, positive, order });
  const scored = scoreRows === null ? null : scores(scoreRows, { level, seed, thresholds });
  const labelled = feedbackRows === null ? null : feedback(feedbackRows, { level, seed });
  const parts = [rated, scored, labelled].filter((part) => part !== null);
  return {
    part: 'judges',
    level,
    counts: {
      ratings: evidence.ratings?.length ?? 0,
      scores: evidence.scores?.length ?? 0,
      feedback: labelled?.result.labels ?? 0,
    },
    dropped: parts.flatMap((part) => part.dropped),
    ratings: rated?.result ?? null,
    scores: scored?.result ?? null,
    feedback: labelled?.result ?? null,
    warnings: parts.length === 0 ? [nothingGiven()] : parts.flatMap((part) => part.warnings),
  };
}
