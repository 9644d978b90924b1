/** Where the optimiser starts: moments of empirical logits, no iteration. */
import type { CrossedData } from './classes.ts';
import { type Layout, spreadLambda } from './parameters.ts';
import { eigenSymmetric, mapEigenvalues, multiplyVector } from './symmetric.ts';

/**
 * Deviations from the spread of the models' and tasks' logits ((k + 1/2) / (n + 1)), coefficients by least
 * squares of the tasks' logits. Averaging over the other side shrinks a logit by about
 * sqrt(1 + 0.346 var) of that side, which is put back once.
 */
export function startingValues(data: CrossedData, design: Float64Array, layout: Layout): Float64Array {
  const { rows, columns, rowCount, columnCount, group } = data;
  const { coefficients, deviations } = layout;
  const logit = (k: number, n: number) => Math.log((k + 0.5) / (n - k + 0.5));
  const rowLogit = Float64Array.from({ length: rows }, (_, i) =>
    logit(data.rowPasses[2 * i], data.rowAttempts[i]),
  );
  const columnLogit = Float64Array.from({ length: columns }, (_, c) =>
    logit(data.columnPasses[c], data.columnAttempts[c]),
  );

  const cross = new Float64Array(coefficients * coefficients);
  const moment = new Float64Array(coefficients);
  for (let c = 0; c < columns; c++) {
    const x = design.subarray(group[c] * coefficients, (group[c] + 1) * coefficients);
    for (let j = 0; j < coefficients; j++) {
      moment[j] += columnCount[c] * x[j] * columnLogit[c];
      for (let l = 0; l < coefficients; l++) cross[j * coefficients + l] += columnCount[c] * x[j] * x[l];
    }
  }
  const inverse = mapEigenvalues(eigenSymmetric(cross, coefficients), (value) => 1 / value);
  const beta = multiplyVector(inverse, moment);
  const residual = columnLogit.map((value, c) => {
    let fitted = 0;
    for (let j = 0; j < coefficients; j++) fitted += design[group[c] * coefficients + j] * beta[j];
    return value - fitted;
  });

  const rawModel = deviation(rowLogit, rowCount);
  const rawTask = deviation(residual, columnCount);
  const byModels = Math.sqrt(1 + 0.346 * rawModel ** 2);
  const model = clamp(rawModel * Math.sqrt(1 + 0.346 * rawTask ** 2));
  const task = clamp(rawTask * byModels);
  const start = new Float64Array(deviations + coefficients);
  spreadLambda(layout, [model, 0.1, 0.5, task], start);
  start.set(
    beta.map((value) => value * byModels),
    deviations,
  );
  return start;
}

/** Within what the optimiser can safely start from. */
function clamp(value: number): number {
  return Math.min(6, Math.max(0.3, value));
}

function deviation(values: Float64Array, counts: Float64Array): number {
  let total = 0;
  let mean = 0;
  values.forEach((value, i) => {
    total += counts[i];
    mean += counts[i] * value;
  });
  mean /= total;
  let square = 0;
  values.forEach((value, i) => {
    square += counts[i] * (value - mean) ** 2;
  });
  return total > 1 ? Math.sqrt(square / (total - 1)) : 0;
}
