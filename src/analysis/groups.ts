/** The models split by one of their traits. */
import { InputError } from '../errors.ts';
import type { Model } from '../leaderboard/types.ts';

export interface Group {
  readonly level: string;
  /** Index of each model. */
  readonly models: readonly number[];
}

/** Traits that passgap makes itself; any other name is a column of the models table. */
export const BUILT_IN_GROUPS = ['era', 'halfYear', 'family', 'quartile', 'attempts'] as const;

/** What a model without the trait is put under. */
export const UNKNOWN_LEVEL = 'not said';

/**
 * Groups of models by a trait, in the order of their names (eras and quartiles in time and size); models without
 * it stand last under "not said".
 *
 * - `era` the year of `date`; `halfYear` e.g. 2025H1 (a date that is only a year is "not said")
 * - `quartile` of the pass rate: Q1 lowest .. Q4, bounds by R's type 7 quantiles, a model at a bound in the lower one
 * - `attempts` "1" or "more than 1"
 *
 * @param passRates one a model, NaN where it ran nothing
 * @throws InputError for a name that is neither built in nor a column
 */
export function groupModels(models: readonly Model[], name: string, passRates: ArrayLike<number>): Group[] {
  const level = levelOf(models, name, passRates);
  const byLevel = new Map<string, number[]>();
  models.forEach((model, m) => {
    const found = level(model, m) ?? UNKNOWN_LEVEL;
    const group = byLevel.get(found);
    if (group === undefined) byLevel.set(found, [m]);
    else group.push(m);
  });
  const order = (a: string, b: string) =>
    Number(a === UNKNOWN_LEVEL) - Number(b === UNKNOWN_LEVEL) || (a < b ? -1 : a > b ? 1 : 0);
  return [...byLevel.keys()].sort(order).map((key) => ({ level: key, models: byLevel.get(key)! }));
}

function levelOf(
  models: readonly Model[],
  name: string,
  passRates: ArrayLike<number>,
): (model: Model, m: number) => string | null {
  switch (name) {
    case 'era':
      return (model) => model.date?.slice(0, 4) ?? null;
    case 'halfYear':
      return (model) => halfYear(model.date);
    case 'family':
      return (model) => model.family;
    case 'attempts':
      return (model) => (model.attempts === null ? null : model.attempts === '1' ? '1' : 'more than 1');
    case 'quartile': {
      const bounds = quartiles(Array.from(passRates).filter((rate) => !Number.isNaN(rate)));
      return (_, m) =>
        Number.isNaN(passRates[m]) ? null : `Q${1 + bounds.filter((bound) => passRates[m] > bound).length}`;
    }
    default: {
      const columns = new Set(models.flatMap((model) => Object.keys(model.columns)));
      if (!columns.has(name)) {
        const allowed = [...BUILT_IN_GROUPS, ...columns].join(', ');
        throw new InputError(`"${name}" is no column of the models table; allowed are ${allowed}`, {
          file: '--moderator',
        });
      }
      return (model) => model.columns[name] ?? null;
    }
  }
}

function halfYear(date: string | null): string | null {
  if (date === null || date.length < 7) return null;
  return `${date.slice(0, 4)}H${Number(date.slice(5, 7)) <= 6 ? 1 : 2}`;
}

/** Lower, middle and upper quartile by R's type 7. */
function quartiles(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return [0.25, 0.5, 0.75].map((p) => {
    const at = p * (sorted.length - 1);
    const low = Math.floor(at);
    const high = Math.ceil(at);
    return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
  });
}
