/** Evidence of judges: verdicts and ratings, scores beside a truth, and polarity of user feedback. */
import { z } from 'zod';
import { id, optional, real, whole } from '../evidence/columns.ts';
import type { EvidenceTable } from '../evidence/table.ts';

export const ratingRow = z.object({
  item: id('what was judged'),
  rater: id('who judged it: a person or a model'),
  rating: id('a verdict word or a number'),
  truth: optional(id('the true verdict of the item; for precision, recall and F1')),
  criterion: optional(
    id('where an item is judged by several criteria; it is good when it meets all of them'),
  ),
});

export type RatingRow = z.output<typeof ratingRow>;

export const ratingsTable: EvidenceTable<typeof ratingRow.shape> = {
  name: 'ratings',
  description: 'One verdict or rating of one rater on one item a row.',
  row: ratingRow,
  example: [
    { item: 'i1', rater: 'person-1', rating: 'good', truth: 'good' },
    { item: 'i1', rater: 'judge-a', rating: 'bad', truth: 'good' },
    { item: 'i2', rater: 'judge-a', rating: 'bad', truth: 'bad' },
  ],
};

export const scoreRow = z.object({
  item: id('what was scored'),
  score: real('the score of the judge'),
  truth: real('the true score, for instance the share of unit tests passed'),
  rater: optional(id('which judge (default: one for all rows)')),
  task: optional(id('items of one task are candidates for best-of-n and one cluster in intervals')),
  length: optional(real('length of the output, in any unit', 0)),
});

export type ScoreRow = z.output<typeof scoreRow>;

export const scoresTable: EvidenceTable<typeof scoreRow.shape> = {
  name: 'scores',
  description: 'One score of one judge on one item a row, beside the true score.',
  row: scoreRow,
  example: [
    { item: 'i1', score: 0.8, truth: 1, rater: 'judge-a', task: 't1', length: 1200 },
    { item: 'i2', score: 0.4, truth: 0.5, rater: 'judge-a', task: 't1', length: 300 },
  ],
};

export const feedbackRow = z.object({
  polarity: id('positive, neutral, negative, or other words'),
  count: optional(whole('how many rounds the row stands for (default 1)', 1)),
  item: optional(id('the round; needed to measure reliability')),
  rater: optional(id('who labelled it; needed to measure reliability')),
  cluster: optional(id('the user or session, whose rounds are not independent')),
});

export type FeedbackRow = z.output<typeof feedbackRow>;

export const feedbackTable: EvidenceTable<typeof feedbackRow.shape> = {
  name: 'feedback',
  description: 'One label of one round of user feedback a row, or a count of equal ones.',
  row: feedbackRow,
  example: [
    { polarity: 'neutral', count: 1, item: 'r1', rater: 'labeller-1', cluster: 'user-1' },
    { polarity: 'negative', count: 1, item: 'r2', rater: 'labeller-1', cluster: 'user-1' },
  ],
};
