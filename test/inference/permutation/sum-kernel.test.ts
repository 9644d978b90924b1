import { describe, expect, it, vi } from 'vitest';
import { type SumKernel, sumKernel } from '../../../src/inference/permutation/sum-kernel.ts';
import { randomStream } from '../../../src/stats/random.ts';

const sizes = {
  draws: 4,
  tasks: 9,
  flagged: 3,
  rows: 50,
  cells: 700,
  groups: [Int32Array.from({ length: 49 }, (_, i) => i), new Int32Array(0), Int32Array.of(7, 3)],
};

/** Fills a kernel with whole numbers, so that no order of the sums rounds; runs three draws. */
function filled(simd: boolean): SumKernel {
  const stream = randomStream(1, 'sum kernel');
  const kernel = sumKernel(sizes, simd);
  for (let i = 0; i < kernel.columns.length; i++) kernel.columns[i] = stream.below(230);
  for (let i = 0; i < kernel.table.length; i++) kernel.table[i] = stream.below(1000);
  for (let i = 0; i < 9; i++) kernel.chosen[i] = 2 * kernel.width * stream.below(9);
  kernel.index(3);
  return kernel;
}

describe.each(['simd', 'plain'] as const)('%s sums', (kind) => {
  const kernel = filled(kind === 'simd');
  const { columns, table, chosen, indices, sums, width } = kernel;
  const cellOf = (d: number, r: number) =>
    [0, 1, 2].reduce((sum, i) => sum + columns[chosen[3 * d + i] / 2 + r], 0);

  it('add the columns of the flagged tasks', () => {
    expect(kernel.kind).toBe(kind);
    for (const d of [0, 1, 2]) {
      for (let r = 0; r < 50; r++) expect(indices[d * width + r]).toBe(cellOf(d, r));
    }
  });

  it.each([0, 2])('add the cells of group %i', (g) => {
    kernel.sum(g, 3);
    for (const d of [0, 1, 2]) {
      const wanted = new Array<number>(8).fill(0);
      for (const row of sizes.groups[g]) {
        const at = 4 * (700 * row + cellOf(d, row));
        const [w, wy, wyy, a] = table.subarray(at, at + 4);
        [w, wy, wyy, a, w * w, wy * wy, w * w * w, w * wy].forEach((value, i) => {
          wanted[i] += value;
        });
      }
      expect([...sums.subarray(8 * d, 8 * d + 8)]).toEqual(wanted);
    }
  });
});

it('adds cell numbers up to 65,535', () => {
  for (const simd of [true, false]) {
    const kernel = sumKernel({ draws: 1, tasks: 3, flagged: 3, rows: 2, cells: 1, groups: [] }, simd);
    kernel.columns.set([65_533, 1], 0);
    kernel.columns.set([1, 2], kernel.width);
    kernel.columns.set([1, 3], 2 * kernel.width);
    kernel.chosen.set([0, 2 * kernel.width, 4 * kernel.width]);
    kernel.index(1);
    expect([...kernel.indices.subarray(0, 3)]).toEqual([65_535, 6, 0]);
  }
});

it('is plain where a content security policy forbids to compile', async () => {
  class Forbidden {
    constructor() {
      throw new EvalError('refused by the policy of the page');
    }
  }
  vi.stubGlobal('WebAssembly', { validate: () => true, Module: Forbidden });
  vi.resetModules();
  try {
    const fresh = await import('../../../src/inference/permutation/sum-kernel.ts');
    const sizes = { draws: 1, tasks: 1, flagged: 1, rows: 1, cells: 1, groups: [Int32Array.of(0)] };
    expect(fresh.sumKernel(sizes).kind).toBe('plain');
  } finally {
    vi.unstubAllGlobals();
  }
});
