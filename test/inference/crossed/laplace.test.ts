import { describe, expect, it } from 'vitest';
import { crossedData, taskCells } from '../../../src/inference/crossed/classes.ts';
import { laplace } from '../../../src/inference/crossed/laplace.ts';
import { layoutOf } from '../../../src/inference/crossed/parameters.ts';
import type { FlagSlope } from '../../../src/inference/crossed/types.ts';
import { outcomesBuilder } from '../../../src/leaderboard/outcomes.ts';
import { randomStream } from '../../../src/stats/random.ts';

const DESIGN = Float64Array.from([1, 0, 1, 1]);

/** Tasks alternate between robust and hackable; the first models and tasks stand twice, so that classes have members. */
function made(models: number, tasks: number, attempts: number, missing: number, slope: FlagSlope) {
  const stream = randomStream(7, 'laplace test', models, tasks);
  const builder = outcomesBuilder(models, tasks);
  const half = Array.from({ length: models * tasks }, () => stream.below(attempts + 1));
  for (let m = 0; m < models; m++) {
    for (let t = 0; t < tasks; t++) {
      if (stream.uniform() < missing) continue;
      const twin = t === 2 ? 0 : t;
      builder.set(m, t, half[(m === 1 ? 0 : m) * tasks + twin], attempts);
    }
  }
  const outcomes = builder.build();
  const columns = Array.from({ length: tasks }, (_, t) => {
    const flag: 0 | 1 = t % 2 === 0 ? 0 : 1;
    return { group: flag, flag, ...taskCells(outcomes, t) };
  });
  return crossedData(columns, models, slope !== 'none');
}

const PARAMETERS: Record<FlagSlope, number[]> = {
  none: [1.3, 0.7, 0.2, 0.5],
  independent: [1.3, 0.6, 0.7, 0.2, 0.5],
  correlated: [1.3, -0.4, 0.6, 0.7, 0.2, 0.5],
};

describe('the gradient of the Laplace deviance', () => {
  const shapes = [
    [6, 20, 1, 0],
    [20, 6, 1, 0],
    [6, 20, 3, 0.2],
    [20, 6, 3, 0.2],
  ] as const;
  const slopes: FlagSlope[] = ['none', 'independent', 'correlated'];
  it.each(shapes.flatMap((shape) => slopes.map((slope) => [...shape, slope] as const)))(
    'is the derivative of the deviance: %i x %i, %i attempts, %f missing, slope %s',
    (...shape) => {
      const [models, tasks, attempts, missing, slope] = shape;
      const data = made(models, tasks, attempts, missing, slope);
      const model = laplace(data, DESIGN, layoutOf(slope, 2));
      const at = Float64Array.from(PARAMETERS[slope]);
      const gradient = new Float64Array(at.length);
      const value = model.gradient(at, gradient);
      expect(model.deviance(at)).toBeCloseTo(value, 9);
      gradient.forEach((derivative, j) => {
        const moved = (by: number) => {
          const x = at.slice();
          x[j] += by;
          return model.deviance(x);
        };
        // Fourth-order central difference.
        const h = 3e-3;
        const numeric = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
        expect(Math.abs(derivative - numeric)).toBeLessThan(2e-8);
      });
    },
  );
});

describe('the Laplace deviance', () => {
  it('is the plain binomial one when both deviations are 0', () => {
    const data = made(6, 20, 3, 0.2, 'none');
    const model = laplace(data, DESIGN, layoutOf('none', 2));
    let wanted = -2 * data.constant;
    for (let c = 0; c < data.columns; c++) {
      const p = 1 / (1 + Math.exp(-(0.2 + 0.5 * data.flag[c])));
      const [k, n] = [data.columnPasses[c], data.columnAttempts[c]];
      wanted -= 2 * data.columnCount[c] * (k * Math.log(p) + (n - k) * Math.log(1 - p));
    }
    expect(model.deviance(Float64Array.from([0, 0, 0.2, 0.5]))).toBeCloseTo(wanted, 9);
  });

  it('is even in the deviations', () => {
    const data = made(6, 20, 1, 0, 'none');
    const model = laplace(data, DESIGN, layoutOf('none', 2));
    const value = model.deviance(Float64Array.from([1.3, 0.7, 0.2, 0.5]));
    expect(model.deviance(Float64Array.from([-1.3, 0.7, 0.2, 0.5]))).toBeCloseTo(value, 9);
    expect(model.deviance(Float64Array.from([1.3, -0.7, 0.2, 0.5]))).toBeCloseTo(value, 9);
  });

  it('does not depend on whether like models and tasks are merged', () => {
    const merged = made(6, 20, 1, 0, 'none');
    expect(merged.rows).toBeLessThan(6);
    expect(merged.columns).toBeLessThan(20);
    // One row and column a member, by repeating those of its class.
    const rows = [...merged.rowCount].flatMap((count, i) => new Array<number>(count).fill(i));
    const columns = [...merged.columnCount].flatMap((count, c) => new Array<number>(count).fill(c));
    const apart = {
      ...merged,
      rows: rows.length,
      columns: columns.length,
      rowCount: new Float64Array(rows.length).fill(1),
      columnCount: new Float64Array(columns.length).fill(1),
      attempts: Float64Array.from(
        rows.flatMap((i) => columns.map((c) => merged.attempts[i * merged.columns + c])),
      ),
      rowPasses: Float64Array.from(rows.flatMap((i) => [...merged.rowPasses.slice(2 * i, 2 * i + 2)])),
      rowAttempts: Float64Array.from(rows, (i) => merged.rowAttempts[i]),
      columnPasses: Float64Array.from(columns, (c) => merged.columnPasses[c]),
      columnAttempts: Float64Array.from(columns, (c) => merged.columnAttempts[c]),
      flag: Float64Array.from(columns, (c) => merged.flag[c]),
      group: Int32Array.from(columns, (c) => merged.group[c]),
    };
    const at = Float64Array.from([1.3, 0.7, 0.2, 0.5]);
    const one = new Float64Array(4);
    const other = new Float64Array(4);
    const value = laplace(merged, DESIGN, layoutOf('none', 2)).gradient(at, one);
    expect(laplace(apart, DESIGN, layoutOf('none', 2)).gradient(at, other)).toBeCloseTo(value, 9);
    one.forEach((derivative, j) => {
      expect(other[j]).toBeCloseTo(derivative, 8);
    });
  });
});
