/** Checks of the options that every part takes. */
import { InputError, quoteValue } from '../errors.ts';
import type { AuditOptions } from './types.ts';

export interface ResolvedOptions {
  readonly level: number;
  readonly seed: number;
}

/** Fills the defaults (95 %, seed 1). @throws InputError on a level outside 0..100 or a seed that is no whole number. */
export function resolveOptions(options: AuditOptions): ResolvedOptions {
  const { level = 95, seed = 1 } = options;
  if (!(level > 0 && level < 100)) {
    throw new InputError(
      `level ${quoteValue(level)} is not allowed; allowed is a percentage between 0 and 100`,
    );
  }
  if (!Number.isSafeInteger(seed)) {
    throw new InputError(`seed ${quoteValue(seed)} is not allowed; allowed is a whole number`);
  }
  return { level, seed };
}
