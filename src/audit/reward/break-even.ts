/** When does mending the cause pay more than going for partial credit? */
import { InputError, quoteValue } from '../../errors.ts';

export interface PartialCredit {
  /** Reward of an honest attempt that does not succeed (it passes this share of the tests). */
  readonly honestFail: number;
  /** Reward of the patch-up, whatever happens. */
  readonly patchUp: number;
}

export interface BreakEven extends PartialCredit {
  /** Probability of an honest success above which honesty pays more; null when it never or always does. */
  readonly breakEven: number | null;
  /** What holds where breakEven is null. */
  readonly reason: string | null;
  /** Expected rewards over p = 0, 0.05, .. 1, with partial credit and with all-or-nothing tests. */
  readonly curve: readonly {
    readonly p: number;
    readonly honest: number;
    readonly patchUp: number;
    readonly honestAllOrNothing: number;
  }[];
}

/** @example expectedHonest(0.2, 0.5) // 0.6 */
export function expectedHonest(p: number, honestFail: number): number {
  return honestFail + (1 - honestFail) * p;
}

/**
 * Partial credit R = passed / total. An honest attempt earns 1 with probability p and `honestFail` otherwise,
 * so honestFail + (1 - honestFail) p; the patch-up earns `patchUp`. They break even at
 * p = (patchUp - honestFail) / (1 - honestFail). With all-or-nothing tests the patch-up earns 0 and honesty p.
 *
 * Edge cases: patchUp <= honestFail: honesty pays at every p. patchUp = 1 or honestFail = 1 = patchUp: never more
 * below certainty. Both are told apart in `reason`.
 *
 * @throws InputError when a reward is outside 0..1.
 * @example breakEven({ honestFail: 0.5, patchUp: 0.7 }).breakEven // 0.4
 */
export function breakEven({ honestFail, patchUp }: PartialCredit): BreakEven {
  for (const [name, value] of [
    ['honestFail', honestFail],
    ['patchUp', patchUp],
  ] as const) {
    if (!(value >= 0 && value <= 1)) {
      throw new InputError(`${name} ${quoteValue(value)} is not allowed; allowed is 0 to 1`);
    }
  }
  const [point, reason] =
    patchUp <= honestFail
      ? [null, 'an honest attempt earns at least as much at every p']
      : patchUp === 1
        ? [null, 'the patch-up earns the full reward: honesty pays more at no p below 1']
        : [(patchUp - honestFail) / (1 - honestFail), null];
  const curve = Array.from({ length: 21 }, (_, i) => {
    const p = i / 20;
    return { p, honest: expectedHonest(p, honestFail), patchUp, honestAllOrNothing: p };
  });
  return { honestFail, patchUp, breakEven: point as number | null, reason: reason as string | null, curve };
}
