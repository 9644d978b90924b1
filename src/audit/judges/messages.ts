/** Every text of the judges part. */
import { listSome } from '../../read/messages.ts';

export const oneRater = (name: string) => `only one rater (${name}): agreement can't be given`;
export const needsTwoRaters = () => 'not estimable: no item has ratings of two raters';
export const noDisagreementPossible = () =>
  'not estimable: all ratings are one category, so chance alone agrees';
export const noCommonItem = () => 'not estimable: no item that both rated';
export const unequalRatings = () =>
  "not estimable: items have different numbers of ratings; Krippendorff's alpha allows that";
export const oneCategory = (name: string) => `all ratings are ${name}: kappa and alpha are not defined`;
export const itemsWithoutTruth = (n: number) =>
  `${n} item${n === 1 ? '' : 's'} without a truth: in the agreement, not in precision and recall`;
export const twoTruths = (item: string, first: string, second: string) =>
  `item ${item} has truth ${first} in one row and ${second} in another; allowed is one`;
export const notInOrder = (word: string, order: readonly string[]) =>
  `rating ${word} is not in the order of categories; allowed are ${listSome(order)}`;
export const noVariance = () => 'not estimable: no variance, or fewer than two items';
export const noScoreVariance = (rater: string) =>
  `${rater}: scores or truths have no variance, correlations can't be given`;
export const noReliability = () =>
  'no round is labelled by two raters: the reliability of the polarity is unknown';
export const nothingGiven = () => 'no ratings, scores or feedback';
