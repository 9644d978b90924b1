/**
 * The penalised information matrix of the random effects, H = Lambda' Z'WZ Lambda + I, for models and tasks in
 * classes. It has a block a model (1 x 1, or 2 x 2 with a slope), a number a task and a dense cross block.
 * The side with more unknowns is eliminated exactly, block by block; only the Schur complement of the smaller
 * side, S = D - K'K, is ever factored: min^2 max multiplications for S, as many again for the inverse.
 *
 * Multiplicities: on vectors that are equal within classes, H acts as a matrix of classes whose cross block
 * carries sqrt(count count'); on vectors that sum to 0 within a class it acts as that class's diagonal
 * block. So log|H| = log|H_classes| + sum (count - 1) log|D_class|, and so on for the inverse.
 */
import {
  backSolve,
  choleskyInPlace,
  choleskyInverse,
  choleskyLogDet,
  forwardSolve,
} from '../../stats/linear-algebra.ts';
import type { CrossedData } from './classes.ts';
import { multiplyTransposed } from './dense.ts';

/** Cholesky factor of the random effects' covariance: models by [l00 0; l10 l11], tasks by their deviation. */
export interface Lambda {
  /** Random effects a model: 1 (intercept) or 2 (intercept and slope of the flag). */
  readonly width: 1 | 2;
  readonly l00: number;
  readonly l10: number;
  readonly l11: number;
  readonly task: number;
}

export interface System {
  /** Builds and factors H from the weights w = n p (1 - p), rows x columns. False if it is not positive. */
  factor(lambda: Lambda, weights: Float64Array): boolean;
  /** log|H| of all models and tasks (not of classes). */
  logDet(): number;
  /** Solves H x = b in place; x and b equal within classes. */
  solve(model: Float64Array, task: Float64Array): void;
  /** Entries of H^-1 between single members, into `inverse`. */
  invert(): void;
  readonly inverse: {
    /** Diagonal block of a model: (00, 01, 11), rows x 3. */
    readonly model: Float64Array;
    readonly task: Float64Array;
    /** Model j-th effect by task, (rows width) x columns. */
    readonly cross: Float64Array;
  };
  /** Sum over the tasks of weights times z z', a model: (00, 01, 11), rows x 3. */
  readonly modelWeights: Float64Array;
  /** Sum over the models of weights, a task. */
  readonly taskWeights: Float64Array;
}

export function crossedSystem(data: CrossedData, width: 1 | 2): System {
  const { rows, columns, rowCount, columnCount, flag } = data;
  const unknowns = rows * width;
  const keepModels = unknowns <= columns;
  const kept = Math.min(unknowns, columns);
  const rootRow = rowCount.map(Math.sqrt);
  const rootColumn = columnCount.map(Math.sqrt);

  const modelWeights = new Float64Array(rows * 3);
  const taskWeights = new Float64Array(columns);
  /** Cholesky factor of each model's block (00, 10, 11) and each task's number. */
  const modelFactor = new Float64Array(rows * 3);
  const taskFactor = new Float64Array(columns);
  /** K, scaled on the eliminated side only, in both orders. */
  const byModel = new Float64Array(unknowns * columns);
  const byTask = new Float64Array(unknowns * columns);
  const schur = new Float64Array(kept * kept);
  const inverse = {
    model: new Float64Array(rows * 3),
    task: new Float64Array(columns),
    cross: new Float64Array(unknowns * columns),
  };

  function diagonals({ l00, l10, l11, task }: Lambda, weights: Float64Array): void {
    taskWeights.fill(0);
    for (let i = 0; i < rows; i++) {
      let all = 0;
      let hackable = 0;
      for (let c = 0; c < columns; c++) {
        const w = weights[i * columns + c];
        const counted = columnCount[c] * w;
        all += counted;
        hackable += flag[c] * counted;
        taskWeights[c] += rowCount[i] * w;
      }
      modelWeights.set([all, hackable, hackable], 3 * i);
      const d00 = 1 + l00 * l00 * all + (2 * l00 * l10 + l10 * l10) * hackable;
      const d10 = (l00 + l10) * l11 * hackable;
      const f00 = Math.sqrt(d00);
      const f10 = d10 / f00;
      modelFactor.set([f00, f10, Math.sqrt(1 + l11 * l11 * hackable - f10 * f10)], 3 * i);
    }
    for (let c = 0; c < columns; c++) taskFactor[c] = Math.sqrt(1 + task * task * taskWeights[c]);
  }

  function crossBlock({ l00, l10, l11, task }: Lambda, weights: Float64Array): void {
    for (let i = 0; i < rows; i++) {
      const f00 = modelFactor[3 * i];
      const f10 = modelFactor[3 * i + 1];
      const f11 = modelFactor[3 * i + 2];
      for (let c = 0; c < columns; c++) {
        const w = task * rootRow[i] * rootColumn[c] * weights[i * columns + c];
        let first = w * (l00 + l10 * flag[c]);
        let second = w * l11 * flag[c];
        if (keepModels) {
          first /= taskFactor[c];
          second /= taskFactor[c];
        } else {
          first /= f00;
          second = (second - f10 * first) / f11;
        }
        const row = i * width;
        byModel[row * columns + c] = first;
        byTask[c * unknowns + row] = first;
        if (width === 2) {
          byModel[(row + 1) * columns + c] = second;
          byTask[c * unknowns + row + 1] = second;
        }
      }
    }
  }

  function schurComplement(): void {
    if (keepModels) multiplyTransposed(byModel, kept, byModel, kept, columns, schur, true);
    else multiplyTransposed(byTask, kept, byTask, kept, unknowns, schur, true);
    for (let a = 0; a < kept; a++) for (let b = 0; b <= a; b++) schur[a * kept + b] *= -1;
    if (!keepModels) {
      for (let c = 0; c < columns; c++) schur[c * kept + c] += taskFactor[c] ** 2;
      return;
    }
    for (let i = 0; i < rows; i++) {
      const [f00, f10, f11] = modelFactor.subarray(3 * i, 3 * i + 3);
      const a = i * width;
      schur[a * kept + a] += f00 * f00;
      if (width === 2) {
        schur[(a + 1) * kept + a] += f10 * f00;
        schur[(a + 1) * kept + a + 1] += f10 * f10 + f11 * f11;
      }
    }
  }

  function factor(lambda: Lambda, weights: Float64Array): boolean {
    diagonals(lambda, weights);
    crossBlock(lambda, weights);
    schurComplement();
    return choleskyInPlace(schur, kept);
  }

  function logDet(): number {
    let sum = choleskyLogDet(schur, kept);
    for (let i = 0; i < rows; i++) {
      const block = 2 * Math.log(modelFactor[3 * i] * (width === 2 ? modelFactor[3 * i + 2] : 1));
      sum += (rowCount[i] - (keepModels ? 1 : 0)) * block;
    }
    for (let c = 0; c < columns; c++) {
      sum += (columnCount[c] - (keepModels ? 0 : 1)) * 2 * Math.log(taskFactor[c]);
    }
    return sum;
  }

  /** x = L^-1 x over the models' blocks, or L^-T x. */
  function applyModelFactor(x: Float64Array, transposed: boolean): void {
    for (let i = 0; i < rows; i++) {
      const f00 = modelFactor[3 * i];
      const a = i * width;
      if (width === 1) x[a] /= f00;
      else if (transposed) {
        x[a + 1] /= modelFactor[3 * i + 2];
        x[a] = (x[a] - modelFactor[3 * i + 1] * x[a + 1]) / f00;
      } else {
        x[a] /= f00;
        x[a + 1] = (x[a + 1] - modelFactor[3 * i + 1] * x[a]) / modelFactor[3 * i + 2];
      }
    }
  }

  function applyTaskFactor(x: Float64Array): void {
    for (let c = 0; c < columns; c++) x[c] /= taskFactor[c];
  }

  function solve(model: Float64Array, task: Float64Array): void {
    for (let a = 0; a < unknowns; a++) model[a] *= rootRow[width === 1 ? a : a >> 1];
    for (let c = 0; c < columns; c++) task[c] *= rootColumn[c];
    const out = keepModels ? task : model;
    const stay = keepModels ? model : task;
    const k = keepModels ? byModel : byTask;
    if (keepModels) applyTaskFactor(task);
    else applyModelFactor(model, false);
    for (let a = 0; a < kept; a++) {
      let s = 0;
      for (let e = 0; e < out.length; e++) s += k[a * out.length + e] * out[e];
      stay[a] -= s;
    }
    forwardSolve(schur, kept, stay);
    backSolve(schur, kept, stay);
    for (let a = 0; a < kept; a++) {
      for (let e = 0; e < out.length; e++) out[e] -= k[a * out.length + e] * stay[a];
    }
    if (keepModels) applyTaskFactor(task);
    else applyModelFactor(model, true);
    for (let a = 0; a < unknowns; a++) model[a] /= rootRow[width === 1 ? a : a >> 1];
    for (let c = 0; c < columns; c++) task[c] /= rootColumn[c];
  }

  function invert(): void {
    const schurInverse = choleskyInverse(schur, kept);
    if (keepModels) invertKeepingModels(schurInverse);
    else invertKeepingTasks(schurInverse);
    shareAmongMembers();
  }

  function invertKeepingModels(schurInverse: Float64Array): void {
    const { model, task, cross } = inverse;
    // cross = S^-1 K' first, then scaled to -S^-1 K' D^-1/2.
    multiplyTransposed(schurInverse, unknowns, byTask, columns, unknowns, cross);
    for (let i = 0; i < rows; i++) {
      const a = i * width;
      model[3 * i] = schurInverse[a * kept + a];
      if (width === 2) {
        model[3 * i + 1] = schurInverse[(a + 1) * kept + a];
        model[3 * i + 2] = schurInverse[(a + 1) * kept + a + 1];
      }
    }
    task.fill(1);
    for (let a = 0; a < unknowns; a++) {
      for (let c = 0; c < columns; c++) {
        const at = a * columns + c;
        task[c] += byModel[at] * cross[at];
        cross[at] /= -taskFactor[c];
      }
    }
    for (let c = 0; c < columns; c++) task[c] /= taskFactor[c] ** 2;
  }

  function invertKeepingTasks(schurInverse: Float64Array): void {
    const { model, task, cross } = inverse;
    // cross = K S^-1 first, then -L^-T K S^-1.
    multiplyTransposed(byModel, unknowns, schurInverse, columns, columns, cross);
    for (let c = 0; c < columns; c++) task[c] = schurInverse[c * kept + c];
    for (let i = 0; i < rows; i++) {
      const f00 = modelFactor[3 * i];
      const f10 = modelFactor[3 * i + 1];
      const f11 = modelFactor[3 * i + 2];
      const first = i * width * columns;
      const second = first + columns;
      let e00 = 1;
      let e01 = 0;
      let e11 = 1;
      for (let c = 0; c < columns; c++) {
        e00 += cross[first + c] * byModel[first + c];
        if (width === 1) {
          cross[first + c] /= -f00;
          continue;
        }
        e01 += cross[first + c] * byModel[second + c];
        e11 += cross[second + c] * byModel[second + c];
        cross[second + c] /= -f11;
        cross[first + c] = (-cross[first + c] - f10 * cross[second + c]) / f00;
      }
      if (width === 1) model[3 * i] = e00 / (f00 * f00);
      else {
        // L^-T E L^-1 with L^-1 = [1/f00 0; g 1/f11].
        const g = -f10 / (f00 * f11);
        model[3 * i] = e00 / (f00 * f00) + (2 * g * e01) / f00 + g * g * e11;
        model[3 * i + 1] = e01 / (f00 * f11) + (g * e11) / f11;
        model[3 * i + 2] = e11 / (f11 * f11);
      }
    }
  }

  /** From the inverse of the matrix of classes to entries between single members. */
  function shareAmongMembers(): void {
    const { model, task, cross } = inverse;
    for (let i = 0; i < rows; i++) {
      const share = 1 / rowCount[i];
      const own = 1 - share;
      const f00 = modelFactor[3 * i];
      if (width === 1) model[3 * i] = share * model[3 * i] + own / (f00 * f00);
      else {
        const f11 = modelFactor[3 * i + 2];
        const g = -modelFactor[3 * i + 1] / (f00 * f11);
        model[3 * i] = share * model[3 * i] + own * (1 / (f00 * f00) + g * g);
        model[3 * i + 1] = share * model[3 * i + 1] + (own * g) / f11;
        model[3 * i + 2] = share * model[3 * i + 2] + own / (f11 * f11);
      }
      for (let j = 0; j < width; j++) {
        const row = (i * width + j) * columns;
        for (let c = 0; c < columns; c++) cross[row + c] /= rootRow[i] * rootColumn[c];
      }
    }
    for (let c = 0; c < columns; c++) {
      const share = 1 / columnCount[c];
      task[c] = share * task[c] + (1 - share) / taskFactor[c] ** 2;
    }
  }

  return { factor, logDet, solve, invert, inverse, modelWeights, taskWeights };
}
