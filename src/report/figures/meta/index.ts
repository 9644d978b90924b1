/** Figures of one random-effects fit. */
import type { Figure } from '../figure.ts';
import { baujat } from './baujat.ts';
import { bubbles } from './bubble.ts';
import { cumulativeFigure } from './cumulative.ts';
import { funnel } from './funnel.ts';
import { goshFigure } from './gosh.ts';
import { leaveOneOutFigure } from './leave-one-out.ts';
import { radial } from './radial.ts';
import type { MetaView } from './view.ts';

/**
 * All that the rows allow; case deletion needs more rows than two, and weights that are estimated (not GENQ).
 *
 * @example metaFigures(effectMetaView(fitMeta(data), data)).map(({ name }) => name).includes('funnel') // true
 */
export function metaFigures(view: MetaView): Figure[] {
  if (view.options.method === 'GENQ') return [funnel(view)].filter((made) => made !== null);
  return [
    leaveOneOutFigure(view),
    cumulativeFigure(view),
    ...bubbles(view),
    funnel(view),
    baujat(view),
    radial(view),
    goshFigure(view),
  ].filter((made) => made !== null);
}
