/** Options of `plan` and their defaults. */
import { DEFAULT_OPTIONS, resolveOptions } from '../../analysis/options.ts';
import { InputError, quoteValue } from '../../errors.ts';
import { badHackableSize } from '../../inference/messages.ts';
import * as messages from './messages.ts';
import { ALLOCATIONS, MECHANISMS, type PlanOptions } from './types.ts';

export const DEFAULT_PLAN_OPTIONS: PlanOptions = {
  gap: 0.1,
  power: 80,
  level: DEFAULT_OPTIONS.level,
  weights: DEFAULT_OPTIONS.weights,
  allocation: 'proportional',
  mechanism: 'shift',
  share: null,
  sizes: null,
  simulate: 2000,
  seed: DEFAULT_OPTIONS.seed,
  attempts: null,
  missing: 'exclude',
  stratify: true,
};

/**
 * Options with defaults filled in, checked; those that `analyze` has too are checked there.
 *
 * @throws InputError naming the option, its value and what is allowed
 */
export function resolvePlanOptions(options: Partial<PlanOptions>): PlanOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const chosen: PlanOptions = { ...DEFAULT_PLAN_OPTIONS, ...given };
  const { level, weights, seed, attempts, missing, stratify } = chosen;
  resolveOptions({ level, weights, seed, attempts, missing, stratify });
  if (!(chosen.gap > 0 && chosen.gap < 1)) {
    throw new InputError(
      `${100 * chosen.gap} is not allowed; a gap is above 0 and below 100 percentage points`,
      {
        file: '--gap',
      },
    );
  }
  if (!(chosen.power > 100 - level && chosen.power < 100)) {
    throw new InputError(
      `${chosen.power} is not allowed; power is a percentage above ${Number((100 - level).toFixed(6))} (the test's own error rate) and below 100`,
      { file: '--power' },
    );
  }
  oneOf('--allocation', chosen.allocation, ALLOCATIONS);
  oneOf('--mechanism', chosen.mechanism, MECHANISMS);
  if (!Number.isInteger(chosen.simulate) || chosen.simulate < 0 || chosen.simulate > 1e6) {
    throw new InputError(`${chosen.simulate} is not allowed; allowed is a whole number from 0 to 1000000`, {
      file: '--simulate',
    });
  }
  if (chosen.sizes !== null) {
    const { audited, hackable } = chosen.sizes;
    if (!Number.isInteger(audited) || audited < 2) {
      throw new InputError(`${audited} is not allowed; allowed is a whole number from 2`, {
        file: '--audited',
      });
    }
    if (!Number.isInteger(hackable) || hackable < 1 || hackable >= audited) {
      throw new InputError(badHackableSize(hackable, audited));
    }
  }
  const shares = chosen.share === null ? [] : Object.values(asRecord(chosen.share));
  for (const share of shares) {
    if (!(share > 0 && share < 1)) throw new InputError(messages.badShare(share), { file: '--share' });
  }
  return chosen;
}

const asRecord = (share: number | Readonly<Record<string, number>>) =>
  typeof share === 'number' ? { all: share } : share;

function oneOf(option: string, value: unknown, allowed: readonly string[]): void {
  if (!allowed.includes(value as string)) {
    throw new InputError(`${quoteValue(value)} is not allowed; allowed are ${allowed.join(', ')}`, {
      file: option,
    });
  }
}
