/**
 * Standard error of tau2, by the large-sample formula of each estimator (Viechtbauer 2005, 2007; the forms that
 * metafor reports). V = diag(vi); traces of P at the weights the estimator used; t = max(tau2, 0).
 */
import type { Forms } from './forms.ts';
import type { Tau2Method } from './tau2.ts';

/** In the unit of vi; NaN for EE and where nothing is left to estimate from. */
export function standardErrorTau2(
  forms: Forms,
  method: Tau2Method,
  tau2: number,
  weights: ArrayLike<number> | null = null,
): number {
  const free = forms.k - forms.p;
  if (method === 'EE' || free <= 0) return Number.NaN;
  const quadratic = (a: number, b: number, c: number) => 2 * a + 4 * tau2 * b + 2 * tau2 * tau2 * c;
  switch (method) {
    case 'DL':
      forms.at(0);
      return Math.sqrt(quadratic(free, forms.trP, forms.trPP)) / forms.trP;
    case 'HS':
      forms.at(0);
      return Math.sqrt(quadratic(free, forms.trP, forms.trPP)) / forms.sumW;
    case 'HE':
      forms.atWeights(null);
      return Math.sqrt(quadratic(forms.trPVPV, forms.trPVP, forms.trPP)) / free;
    case 'GENQ':
      forms.atWeights(weights);
      return Math.sqrt(quadratic(forms.trPVPV, forms.trPVP, forms.trPP)) / forms.trP;
    case 'SJ': {
      const start = forms.ssMean / forms.k;
      if (!(start > 0)) return 0;
      const forms2 = atOwnWeights(forms, start);
      return (start / free) * Math.sqrt(quadratic(forms2.trPVPV, forms2.trPVP, forms.trPP));
    }
    case 'DL2': {
      forms.at(0);
      const start = Math.max(0, (forms.yPy - free) / forms.trP);
      const forms2 = atOwnWeights(forms, start);
      return Math.sqrt(quadratic(forms2.trPVPV, forms2.trPVP, forms.trPP)) / forms.trP;
    }
    case 'ML':
      forms.at(tau2);
      return Math.sqrt(2 / forms.sumW2);
    case 'REML':
      forms.at(tau2);
      return Math.sqrt(2 / forms.trPP);
    default:
      forms.at(tau2);
      return (Math.sqrt(2 / free) * forms.k) / forms.sumW;
  }
}

/** At weights 1/(vi+t), P(V+t)P = P gives the traces with V from those without. */
function atOwnWeights(forms: Forms, t: number): { trPVPV: number; trPVP: number } {
  forms.at(t);
  return {
    trPVPV: forms.k - forms.p - 2 * t * forms.trP + t * t * forms.trPP,
    trPVP: forms.trP - t * forms.trPP,
  };
}
