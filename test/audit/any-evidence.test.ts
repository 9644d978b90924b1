/** Any evidence gives an answer without NaN or Infinity, or a clear InputError; never a crash. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AuditEvidence, runPart } from '../../src/audit/all.ts';
import { PART_NAMES, type PartName } from '../../src/audit/types.ts';
import { partView } from '../../src/audit/view/index.ts';
import { toJson } from '../../src/cli/output.ts';
import { InputError } from '../../src/errors.ts';

const name = (prefix: string, most: number) => fc.integer({ min: 0, max: most }).map((i) => `${prefix}${i}`);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const rows = <T>(row: fc.Arbitrary<T>) => fc.array(row, { minLength: 1, maxLength: 25 });
const real = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const task = name('t', 4);

const evidence: Record<PartName, fc.Arbitrary<AuditEvidence>> = {
  hackability: fc.record({
    candidates: rows(
      fc.record({
        task,
        round: fc.integer({ min: 1, max: 3 }),
        candidate: name('c', 30),
        passes: fc.boolean(),
        wrong: maybe(fc.boolean()),
        decisive: maybe(fc.boolean()),
      }),
    ),
  }),
  eqs: fc.record({
    candidates: rows(
      fc.record({
        task,
        round: fc.constant(1),
        candidate: name('c', 30),
        passes: fc.boolean(),
        wrong: maybe(fc.boolean()),
      }),
    ),
    verifiers: rows(
      fc.record({
        task,
        test: name('x', 9),
        patch: name('p', 9),
        passes: fc.boolean(),
        correct: fc.boolean(),
      }),
    ),
    judgements: rows(
      fc.record({
        task,
        item: name('p', 20),
        verdict: fc.constantFrom('CORRECT' as const, 'PARTIAL' as const, 'INCORRECT' as const),
        passes: fc.boolean(),
      }),
    ),
  }),
  gate: fc.record({
    gate: rows(
      fc.record({
        task,
        test: name('x', 40),
        attempt: fc.integer({ min: 1, max: 4 }),
        passes_gold: maybe(fc.boolean()),
        judge_blocks: maybe(fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })),
        blocks_exploit: maybe(fc.boolean()),
        cost: maybe(fc.double({ min: 0, max: 10, noNaN: true })),
      }),
    ),
  }),
  verifiers: fc.record({
    verifiers: rows(
      fc.record({
        task,
        test: name('x', 5),
        patch: name('p', 9),
        passes: fc.boolean(),
        correct: fc.boolean(),
      }),
    ),
    patches: rows(
      fc.record({
        task,
        patch: name('q', 40),
        correct: fc.boolean(),
        regression: maybe(fc.nat(5)),
        logit_yes: maybe(real),
        logit_no: maybe(real),
      }),
    ),
  }),
  monitor: fc.record({
    trajectories: rows(
      fc.record({
        model: name('m', 3),
        task,
        resolved: fc.boolean(),
        flagged: fc.boolean(),
        pattern: maybe(fc.array(name('h', 2), { minLength: 1, maxLength: 2 })),
        trajectory: name('r', 40),
      }),
    ),
    trajectoriesAfter: fc.array(
      fc.record({
        model: name('m', 3),
        task,
        resolved: fc.boolean(),
        flagged: fc.boolean(),
        trajectory: name('r', 40),
      }),
      { maxLength: 10 },
    ),
  }),
  judges: fc.record({
    ratings: rows(
      fc.record({ item: name('i', 9), rater: name('r', 3), rating: fc.constantFrom('0', '1', '2') }),
    ),
    scores: rows(
      fc.record({
        item: name('i', 30),
        score: fc.oneof(real, fc.constantFrom(0, 1)),
        truth: fc.constantFrom(0, 0.5, 1),
        task: maybe(task),
        rater: maybe(name('r', 2)),
        length: maybe(fc.nat(9)),
      }),
    ),
    feedback: rows(
      fc.record({
        polarity: name('p', 2),
        item: maybe(name('i', 9)),
        rater: maybe(name('r', 2)),
        cluster: maybe(task),
      }),
    ),
  }),
  reward: fc.record({
    reward: rows(
      fc.record({
        sample: name('s', 40),
        group: maybe(name('g', 3)),
        predicted: maybe(fc.string({ maxLength: 12 })),
        reference: maybe(fc.string({ maxLength: 12 })),
        format_ok: maybe(fc.boolean()),
        logit_yes: maybe(real),
        logit_no: maybe(real),
      }),
    ),
    strategies: rows(
      fc.record({
        task,
        attempt: name('a', 40),
        strategy: fc.constantFrom('honest' as const, 'patch_up' as const),
        passed: fc.nat(3),
        total: fc.integer({ min: 3, max: 4 }),
      }),
    ),
  }),
};

describe.each(PART_NAMES)('%s', (part) => {
  it('answers in finite numbers, and its view reads', () => {
    let answered = 0;
    fc.assert(
      fc.property(evidence[part], (given) => {
        try {
          const { result } = runPart(part, given, { eqs: { draws: 20 }, verifiers: { draws: 20 } });
          if (result === null) throw new Error('did not run');
          expect(toJson(result).length).toBeGreaterThan(100);
          expect(JSON.stringify(partView(part, result))).not.toMatch(/NaN|Infinity|undefined/);
          answered++;
        } catch (error) {
          // Random rows may contradict each other; that is an error of the input and says so.
          if (!(error instanceof InputError)) throw error;
          expect(error.message).toMatch(/allowed|needed/);
        }
      }),
      { numRuns: 150 },
    );
    expect(answered).toBeGreaterThan(0);
  });
});
