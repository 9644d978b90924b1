/** How a plan was computed, in the words of its page and of the terminal. */
import type { Plan } from '../decisions/plan/types.ts';
import { count, plural } from '../format.ts';

export function planMethod({ options, models, averaging }: Plan): string {
  const how =
    options.mechanism === 'shift'
      ? 'the gap is a constant shift of the scores of hackable tasks'
      : 'the gap is a share of the failures on hackable tasks turned into passes';
  const simulation =
    options.simulate === 0
      ? ''
      : ` Simulated: ${count(options.simulate)} audits drawn from the leaderboard's own task scores, seed ${options.seed}.`;
  return (
    `Task score: share of ${plural(models, 'model')} that pass, equal weights. Task-aware t test, weights ${options.weights}, allocation ${options.allocation}; ${how}; ` +
    `${averaging}. No finite population correction: the test speaks of tasks like these. Numbers are of tasks that come out hackable or robust; ambiguous ones come on top.${simulation}`
  );
}
