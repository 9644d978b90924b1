/** Dense linear algebra: the one place to import it from. Matrices are row-major. */
export {
  backSolve,
  cholesky,
  choleskyInPlace,
  choleskyInverse,
  choleskyLogDet,
  choleskySolve,
  forwardSolve,
} from './cholesky.ts';
export { type Qr, qr, qrInverseCrossProduct, qrLeverages, qrSolve, qrTransposeTimes } from './qr.ts';
