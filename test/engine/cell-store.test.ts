/** The matrix that takes rows in any order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellStore } from '../../src/engine/cell-store.ts';

type Row = readonly [model: number, task: number, passes: number, attempts: number];
const byIndex = (a: readonly number[], b: readonly number[]) => a[0] - b[0] || a[1] - b[1];
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

function stored(rows: readonly Row[], repeats: 'error' | 'attempts', models: number[], tasks: number[]) {
  const store = cellStore(repeats, byIndex);
  for (const row of rows) store.add(...row);
  return { outcomes: store.build(models, tasks), repeated: store.repeated, conflict: store.conflict };
}

const row = fc
  .tuple(fc.nat(3), fc.nat(70), fc.nat(2), fc.constantFrom(1, 1, 1, 2))
  .map(([m, t, k, n]): Row => [m, t, Math.min(k, n), n]);

describe('cellStore', () => {
  it('packs bits, drops the presence plane when nothing is missing', () => {
    const { outcomes } = stored(
      [
        [0, 0, 1, 1],
        [0, 1, 0, 1],
        [1, 1, 1, 1],
        [1, 0, 0, 1],
      ],
      'error',
      [0, 1],
      [0, 1],
    );
    expect(outcomes).toEqual({
      kind: 'binary',
      models: 2,
      tasks: 2,
      words: 1,
      passed: Uint32Array.of(0b01, 0b10),
      present: null,
    });
  });

  it('puts models and tasks in the order asked for', () => {
    const { outcomes } = stored(
      [
        [0, 0, 1, 1],
        [1, 33, 1, 1],
      ],
      'error',
      [1, 0],
      [33, 0],
    );
    expect(outcomes).toEqual({
      kind: 'binary',
      models: 2,
      tasks: 2,
      words: 1,
      passed: Uint32Array.of(0b01, 0b10),
      present: Uint32Array.of(0b01, 0b10),
    });
  });

  it('counts an identical row and names the first contradicted cell in the order asked for', () => {
    const rows: Row[] = [
      [1, 0, 1, 1],
      [1, 0, 0, 1],
      [0, 5, 1, 2],
      [0, 5, 1, 1],
      [0, 0, 1, 1],
      [0, 0, 1, 1],
    ];
    const found = stored(rows, 'error', [0, 1], upTo(6));
    expect(found.repeated).toBe(1);
    expect(found.conflict).toEqual([0, 5]);
    expect(stored([...rows].reverse(), 'error', [0, 1], upTo(6)).conflict).toEqual([0, 5]);
  });

  it('adds attempts up when repeated rows are attempts', () => {
    const rows: Row[] = [
      [0, 0, 1, 1],
      [0, 0, 0, 1],
      [0, 1, 2, 3],
      [0, 0, 1, 1],
    ];
    const { outcomes, repeated, conflict } = stored(rows, 'attempts', [0], [0, 1]);
    expect(outcomes).toEqual({
      kind: 'counts',
      models: 1,
      tasks: 2,
      passes: Float64Array.of(2, 2),
      attempts: Float64Array.of(3, 3),
    });
    expect([repeated, conflict]).toEqual([0, null]);
  });

  it('gives the same matrix for every order of the rows', () => {
    fc.assert(
      fc.property(
        fc
          .array(row, { maxLength: 80 })
          .chain((rows) =>
            fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
          ),
        ([rows, shuffled]) => {
          const [a, b] = [rows, shuffled].map((some) => stored(some, 'attempts', upTo(4), upTo(71)));
          expect(b).toEqual(a);
        },
      ),
    );
  });

  it('holds what a plain table of sums holds', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 80 }), (rows) => {
        const { outcomes } = stored(rows, 'attempts', upTo(4), upTo(71));
        const [k, n] = [new Float64Array(4 * 71), new Float64Array(4 * 71)];
        for (const [m, t, passes, attempts] of rows) {
          k[m * 71 + t] += passes;
          n[m * 71 + t] += attempts;
        }
        if (outcomes.kind === 'counts') expect([outcomes.passes, outcomes.attempts]).toEqual([k, n]);
        else {
          expect(Math.max(...n)).toBeLessThanOrEqual(1);
          const bits = (plane: Uint32Array | null) =>
            Float64Array.from(k, (_, at) => {
              const [m, t] = [Math.floor(at / 71), at % 71];
              return plane === null ? 1 : (plane[m * outcomes.words + (t >>> 5)] >>> (t & 31)) & 1;
            });
          expect([bits(outcomes.passed), bits(outcomes.present)]).toEqual([k, n]);
        }
      }),
    );
  });
});
