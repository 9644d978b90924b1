/**
 * The Laplace deviance of the crossed model and its gradient.
 *
 * With spherical random effects w ~ N(0, I), b = Lambda w, eta = X beta + Z b and the mode w^ of
 * g(w) = -2 log p(k | w) + |w|^2, minus twice the log-likelihood is taken as
 *
 *   f(Lambda, beta) = g(w^) + log|H|,   H = Lambda' Z'WZ Lambda + I,   W = n p (1 - p),
 *
 * which is what lme4's glmer minimises with nAGQ = 1. The gradient is exact: the mode moves with the parameters,
 * and log|H| with the mode through W, so with h = diag(Z Lambda H^-1 Lambda' Z'), r = h dW/deta and the one
 * adjoint solve a = H^-1 Lambda' Z' r, each cell has
 *
 *   e = -2 (k - n p) + r - W z'Lambda a
 *   df/dbeta = X' e
 *   df/dLambda_j = (Z dLambda_j w^)' e + 2 tr(dLambda_j' Z'WZ Lambda H^-1) + (Z dLambda_j a)' (k - n p).
 *
 * The mode is found by Newton steps from the last mode with whichever factor of H is at hand; it is renewed
 * when the gradient of g/2 does not shrink to a third. Since H >= I, the distance to the mode is below the norm
 * of that gradient, which is brought under 1e-10.
 */
import type { CrossedData } from './classes.ts';
import { type Layout, lambdaAt, spreadLambda } from './parameters.ts';
import { crossedSystem, type Lambda } from './system.ts';

const MODE_TOLERANCE = 1e-10;
const MODE_STEPS = 200;

export interface Laplace {
  /** Deviance at the parameters; NaN when no mode was found (parameters out of any reasonable range). */
  deviance(parameters: Float64Array): number;
  /** Deviance, and its gradient into `gradient`. */
  gradient(parameters: Float64Array, gradient: Float64Array): number;
  /** Factorisations done so far. */
  readonly factorisations: number;
}

/** `design` is groups x coefficients; task class c has row `data.group[c]`. */
export function laplace(data: CrossedData, design: Float64Array, layout: Layout): Laplace {
  const { rows, columns, attempts, rowCount, columnCount, rowPasses, columnPasses, flag, group } = data;
  const { width, coefficients, deviations } = layout;
  const unknowns = rows * width;
  const system = crossedSystem(data, width);
  const probability = new Float64Array(rows * columns);
  const weights = new Float64Array(rows * columns);
  const cell = new Float64Array(rows * columns);
  const linear = new Float64Array(columns);
  /** Mode, spherical: models' effects (rows x width) and tasks'. */
  let model = new Float64Array(unknowns);
  let task = new Float64Array(columns);
  let modelTrial = new Float64Array(unknowns);
  let taskTrial = new Float64Array(columns);
  /** Sum of z (k - n p) a model (rows x 2) and of k - n p a task, per member. */
  const modelResidual = new Float64Array(rows * 2);
  const taskResidual = new Float64Array(columns);
  /** Right-hand sides and solutions. */
  const modelStep = new Float64Array(unknowns);
  const taskStep = new Float64Array(columns);
  let hasFactor = false;
  let factorisations = 0;

  function fixedPart(parameters: Float64Array): void {
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      for (let j = 0; j < coefficients; j++) {
        sum += design[group[c] * coefficients + j] * parameters[deviations + j];
      }
      linear[c] = sum;
    }
  }

  /** eta of a model's cells is base[c] + intercept (+ slope where flagged). */
  const effects = (lambda: Lambda, w: Float64Array, i: number): [number, number] =>
    width === 1
      ? [lambda.l00 * w[i], 0]
      : [lambda.l00 * w[2 * i], lambda.l10 * w[2 * i] + lambda.l11 * w[2 * i + 1]];

  /** Probabilities and residual sums at w; returns the norm of the gradient of g/2, left in the steps. */
  function score(lambda: Lambda, w: Float64Array, v: Float64Array): number {
    taskResidual.set(columnPasses);
    let norm = 0;
    for (let i = 0; i < rows; i++) {
      const [intercept, slope] = effects(lambda, w, i);
      let all = rowPasses[2 * i];
      let hackable = rowPasses[2 * i + 1];
      const row = i * columns;
      for (let c = 0; c < columns; c++) {
        const eta = linear[c] + lambda.task * v[c] + intercept + flag[c] * slope;
        const p = 1 / (1 + Math.exp(-eta));
        probability[row + c] = p;
        const expected = attempts[row + c] * p;
        all -= columnCount[c] * expected;
        hackable -= flag[c] * columnCount[c] * expected;
        taskResidual[c] -= rowCount[i] * expected;
      }
      modelResidual[2 * i] = all;
      modelResidual[2 * i + 1] = hackable;
      if (width === 1) {
        modelStep[i] = lambda.l00 * all - w[i];
        norm += rowCount[i] * modelStep[i] ** 2;
      } else {
        modelStep[2 * i] = lambda.l00 * all + lambda.l10 * hackable - w[2 * i];
        modelStep[2 * i + 1] = lambda.l11 * hackable - w[2 * i + 1];
        norm += rowCount[i] * (modelStep[2 * i] ** 2 + modelStep[2 * i + 1] ** 2);
      }
    }
    for (let c = 0; c < columns; c++) {
      taskStep[c] = lambda.task * taskResidual[c] - v[c];
      norm += columnCount[c] * taskStep[c] ** 2;
    }
    return Math.sqrt(norm);
  }

  function refactor(lambda: Lambda): boolean {
    for (let at = 0; at < weights.length; at++) {
      weights[at] = attempts[at] * probability[at] * (1 - probability[at]);
    }
    factorisations++;
    hasFactor = system.factor(lambda, weights);
    return hasFactor;
  }

  /** Moves (model, task) to the mode and factors H there. */
  function findMode(lambda: Lambda): boolean {
    let norm = score(lambda, model, task);
    let fresh = false;
    for (let step = 0; step < MODE_STEPS && norm > MODE_TOLERANCE; step++) {
      if (!Number.isFinite(norm)) return false;
      if (!hasFactor) {
        if (!refactor(lambda)) return false;
        fresh = true;
      }
      system.solve(modelStep, taskStep);
      const modelMove = modelStep.slice();
      const taskMove = taskStep.slice();
      let scale = 1;
      let next = Number.POSITIVE_INFINITY;
      for (;;) {
        for (let a = 0; a < unknowns; a++) modelTrial[a] = model[a] + scale * modelMove[a];
        for (let c = 0; c < columns; c++) taskTrial[c] = task[c] + scale * taskMove[c];
        next = score(lambda, modelTrial, taskTrial);
        if (next < norm * (1 - 0.1 * scale) || !fresh || scale < 1e-6) break;
        scale /= 2;
      }
      if (next < norm) {
        [model, modelTrial] = [modelTrial, model];
        [task, taskTrial] = [taskTrial, task];
        hasFactor = next < norm / 3;
        fresh = false;
        norm = next;
      } else if (fresh) {
        // Rounding is all that is left, or nothing helps.
        norm = score(lambda, model, task);
        if (norm > 1e-5) return false;
        break;
      } else {
        norm = score(lambda, model, task);
        hasFactor = false;
      }
    }
    return norm < 1e-5 && refactor(lambda);
  }

  function devianceAtMode(lambda: Lambda): number {
    let logLik = data.constant;
    let penalty = 0;
    for (let i = 0; i < rows; i++) {
      const [intercept, slope] = effects(lambda, model, i);
      let own = rowPasses[2 * i] * intercept + rowPasses[2 * i + 1] * slope;
      const row = i * columns;
      for (let c = 0; c < columns; c++) {
        if (attempts[row + c] === 0) continue;
        const eta = linear[c] + lambda.task * task[c] + intercept + flag[c] * slope;
        const softplus = Math.max(eta, 0) + Math.log1p(Math.exp(-Math.abs(eta)));
        own -= columnCount[c] * attempts[row + c] * softplus;
      }
      logLik += rowCount[i] * own;
      for (let j = 0; j < width; j++) penalty += rowCount[i] * model[i * width + j] ** 2;
    }
    for (let c = 0; c < columns; c++) {
      logLik += columnCount[c] * columnPasses[c] * (linear[c] + lambda.task * task[c]);
      penalty += columnCount[c] * task[c] ** 2;
    }
    return -2 * logLik + penalty + system.logDet();
  }

  function deviance(parameters: Float64Array): number {
    const lambda = lambdaAt(layout, parameters);
    fixedPart(parameters);
    if (findMode(lambda)) return devianceAtMode(lambda);
    // A warm start that led nowhere must not spoil the next evaluation.
    model.fill(0);
    task.fill(0);
    hasFactor = false;
    return findMode(lambda) ? devianceAtMode(lambda) : Number.NaN;
  }

  /** r = h dW/deta into `cell`, its sums Lambda' Z' r into the steps; then the steps become a = H^-1 of them. */
  function adjoint(lambda: Lambda): void {
    const { l00, l10, l11, task: sd } = lambda;
    const { model: inverseModel, task: inverseTask, cross } = system.inverse;
    taskStep.fill(0);
    for (let i = 0; i < rows; i++) {
      const h00 = inverseModel[3 * i];
      const h01 = inverseModel[3 * i + 1];
      const h11 = inverseModel[3 * i + 2];
      let all = 0;
      let hackable = 0;
      const row = i * columns;
      const first = i * width * columns;
      const second = first + (width - 1) * columns;
      for (let c = 0; c < columns; c++) {
        const x = l00 + l10 * flag[c];
        const y = l11 * flag[c];
        const own = x * x * h00 + 2 * x * y * h01 + y * y * h11;
        const shared = x * cross[first + c] + y * cross[second + c];
        const h = own + 2 * sd * shared + sd * sd * inverseTask[c];
        const r = weights[row + c] * (1 - 2 * probability[row + c]) * h;
        cell[row + c] = r;
        all += columnCount[c] * r;
        hackable += flag[c] * columnCount[c] * r;
        taskStep[c] += rowCount[i] * r;
      }
      modelStep[i * width] = l00 * all + l10 * hackable;
      if (width === 2) modelStep[2 * i + 1] = l11 * hackable;
    }
    for (let c = 0; c < columns; c++) taskStep[c] *= sd;
    system.solve(modelStep, taskStep);
  }

  function gradient(parameters: Float64Array, out: Float64Array): number {
    const value = deviance(parameters);
    if (Number.isNaN(value)) return value;
    const lambda = lambdaAt(layout, parameters);
    system.invert();
    adjoint(lambda);
    const { l00, l10, l11, task: sd } = lambda;
    const { model: inverseModel, task: inverseTask, cross } = system.inverse;
    const { modelWeights, taskWeights } = system;
    const a = modelStep;
    /** Sums of e, and of weights times z' Lambda H^-1, by task. */
    const taskError = taskResidual.map((residual) => -2 * residual);
    const taskTrace = new Float64Array(columns);
    let d00 = 0;
    let d10 = 0;
    let d11 = 0;
    for (let i = 0; i < rows; i++) {
      const [intercept, slope] = effects(lambda, a, i);
      let all = -2 * modelResidual[2 * i];
      let hackable = -2 * modelResidual[2 * i + 1];
      const row = i * columns;
      const first = i * width * columns;
      const second = first + (width - 1) * columns;
      // Sums over tasks of weights z (H^-1 between task and model)', entries (z, effect).
      let allFirst = 0;
      let hackableFirst = 0;
      let hackableSecond = 0;
      for (let c = 0; c < columns; c++) {
        const w = weights[row + c];
        const e = cell[row + c] - w * (intercept + flag[c] * slope + sd * taskStep[c]);
        all += columnCount[c] * e;
        hackable += flag[c] * columnCount[c] * e;
        taskError[c] += rowCount[i] * e;
        const counted = columnCount[c] * w * sd;
        allFirst += counted * cross[first + c];
        hackableFirst += flag[c] * counted * cross[first + c];
        hackableSecond += flag[c] * counted * cross[second + c];
        const x = l00 + l10 * flag[c];
        taskTrace[c] += rowCount[i] * w * (x * cross[first + c] + l11 * flag[c] * cross[second + c]);
      }
      const w00 = modelWeights[3 * i];
      const w01 = modelWeights[3 * i + 1];
      const h00 = inverseModel[3 * i];
      const h01 = inverseModel[3 * i + 1];
      const h11 = inverseModel[3 * i + 2];
      // B = A Lambda H^-1(model block) + the task part; the trace with dLambda picks one entry of B each.
      const b00 = w00 * l00 * h00 + w01 * (l10 * h00 + l11 * h01) + allFirst;
      const b10 = w01 * (l00 * h00 + l10 * h00 + l11 * h01) + hackableFirst;
      const b11 = w01 * (l00 * h01 + l10 * h01 + l11 * h11) + hackableSecond;
      const u = model[i * width];
      const au = a[i * width];
      d00 += rowCount[i] * (all * u + 2 * b00 + au * modelResidual[2 * i]);
      if (width === 2) {
        d10 += rowCount[i] * (hackable * u + 2 * b10 + au * modelResidual[2 * i + 1]);
        d11 +=
          rowCount[i] * (hackable * model[2 * i + 1] + 2 * b11 + a[2 * i + 1] * modelResidual[2 * i + 1]);
      }
    }
    let dTask = 0;
    out.fill(0);
    for (let c = 0; c < columns; c++) {
      const trace = taskWeights[c] * sd * inverseTask[c] + taskTrace[c];
      dTask += columnCount[c] * (taskError[c] * task[c] + 2 * trace + taskStep[c] * taskResidual[c]);
      for (let j = 0; j < coefficients; j++) {
        out[deviations + j] += columnCount[c] * taskError[c] * design[group[c] * coefficients + j];
      }
    }
    spreadLambda(layout, [d00, d10, d11, dTask], out);
    return value;
  }

  return {
    deviance,
    gradient,
    get factorisations() {
      return factorisations;
    },
  };
}
