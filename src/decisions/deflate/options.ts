/** Options of `deflate` and their defaults. */
import { DEFAULT_OPTIONS, resolveOptions } from '../../analysis/options.ts';
import { InputError } from '../../errors.ts';
import type { DeflateOptions } from './types.ts';

export const DEFAULT_DEFLATE_OPTIONS: DeflateOptions = {
  level: DEFAULT_OPTIONS.level,
  draws: 2000,
  seed: DEFAULT_OPTIONS.seed,
  attempts: null,
  missing: 'exclude',
  stratify: true,
  exclude: [],
};

/**
 * Options with defaults filled in, checked; those that `analyze` has too are checked there.
 *
 * @throws InputError naming the option, its value and what is allowed
 */
export function resolveDeflateOptions(options: Partial<DeflateOptions>): DeflateOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen: DeflateOptions = { ...DEFAULT_DEFLATE_OPTIONS, ...given };
  const { draws, ...shared } = chosen;
  resolveOptions(shared);
  const least = Math.ceil(100 / (100 - chosen.level));
  if (!Number.isInteger(draws) || draws < least || draws > 1e6) {
    throw new InputError(
      `${draws} is not allowed; allowed is a whole number from ${least} (fewer can't reach the level) to 1000000`,
      { file: '--draws' },
    );
  }
  return chosen;
}
