/** Inputs that hold more than one benchmark: one is chosen, or all are taken with their names before the ids. */
import { InputError } from '../errors.ts';
import { severalBenchmarks, unknownBenchmark } from './messages.ts';

export interface BenchmarkChoice {
  isChosen(name: string): boolean;
  /** What stands before the ids of this benchmark: `name/` when all are taken, else nothing. */
  prefix(name: string): string;
  /** `split "verified", 3 submissions`. */
  describe(what: string, rest: string): string;
}

/**
 * @param names of all that was found, '' where nothing says which it is
 * @param wanted the user's choice: a name, `all`, or null
 * @throws InputError when several were found and none is chosen, or the chosen one is not there
 */
export function chooseBenchmark(
  names: readonly string[],
  wanted: string | null,
  file: string,
): BenchmarkChoice {
  const known = [...new Set(names)];
  const isAll = wanted === 'all' && !known.includes('all');
  if (wanted === null && known.length > 1) throw new InputError(severalBenchmarks(known), { file });
  if (wanted !== null && !isAll && !known.includes(wanted)) {
    throw new InputError(unknownBenchmark(wanted, known), { file });
  }
  const isPrefixed = isAll && known.length > 1;
  const label = (what: string) => {
    if (isPrefixed) return `${known.length} ${what}s, `;
    const name = wanted === null || isAll ? known[0] : wanted;
    return name === '' ? '' : `${what} "${name}", `;
  };
  return {
    isChosen: (name) => wanted === null || isAll || name === wanted,
    prefix: (name) => (isPrefixed && name !== '' ? `${name}/` : ''),
    describe: (what, rest) => label(what) + rest,
  };
}
