/**
 * Plain-number paths for loops that fit many data sets (permutation, leave-one-out, GOSH): typed arrays in, numbers
 * out, no allocation per call. `fitMeta` runs on the same estimators.
 */
import { MeanModel } from './mean-model.ts';
import { estimateTau2, newSearch, type Tau2Method } from './tau2.ts';

/** tau2 of the first k rows; NaN for k = 1 (but 0 for EE). */
export type Tau2Kernel = (yi: Float64Array, vi: Float64Array, k: number) => number;

/** Writes estimate, SE (z), tau2 and Q into out[0 .. 3]. */
export type PoolKernel = (yi: Float64Array, vi: Float64Array, k: number, out: Float64Array) => void;

/** Methods that need nothing but yi and vi. */
export type KernelMethod = Exclude<Tau2Method, 'GENQ' | 'PMM'>;

/**
 * A function that gives tau2 (squared units of yi) for the first k rows, by the estimators of `tau2.ts`. Every vi
 * must be positive and finite: nothing is checked here.
 *
 * @example tau2Kernel('DL')(Float64Array.of(1, 3), Float64Array.of(0.5, 0.5), 2) // 1.5
 */
export function tau2Kernel(method: KernelMethod): Tau2Kernel {
  const model = new MeanModel();
  const search = newSearch();
  return (yi, vi, k) => estimateTau2(model.load(yi, vi, k), method, search);
}

/**
 * A function that pools the first k rows with weights 1 / (vi + tau2). k = 1 gives that row's yi and its SE, with
 * tau2 = 0.
 *
 * @example
 * const out = new Float64Array(4);
 * poolKernel('DL')(Float64Array.of(1, 3), Float64Array.of(0.5, 0.5), 2, out); // out: 2, 1, 1.5, 4
 */
export function poolKernel(method: KernelMethod): PoolKernel {
  const model = new MeanModel();
  const search = newSearch();
  return (yi, vi, k, out) => {
    const tau2 = estimateTau2(model.load(yi, vi, k), method, search);
    const used = k === 1 ? 0 : tau2;
    model.at(0);
    out[3] = model.yPy;
    if (used !== 0) model.at(used);
    out[0] = model.mean;
    out[1] = Math.sqrt(1 / model.sumW);
    out[2] = used;
  };
}
