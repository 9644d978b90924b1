/** All figures, in the order of the page. */
import type { Analysis } from '../../analysis/types.ts';
import { pooledLine } from '../method-line.ts';
import { calibration } from './calibration.ts';
import type { Figure, FigureMaker } from './figure.ts';
import { forest } from './forest.ts';
import { forestGrouped } from './forest-grouped.ts';
import { gapHistogram } from './gap-histogram.ts';
import { headline } from './headline.ts';
import { heatmap } from './heatmap.ts';
import { labbe } from './labbe.ts';
import { metaFigures } from './meta/index.ts';
import { metaView } from './meta/view.ts';
import { permutationNull } from './permutation.ts';
import { ranks } from './ranks.ts';
import { robustness } from './robustness.ts';
import { sensitivity } from './sensitivity.ts';
import { strata } from './strata.ts';
import { subgroups } from './subgroups.ts';
import { taskScatter } from './task-scatter.ts';

/** By the name that each figure bears. */
const MAKERS: Readonly<Record<string, FigureMaker>> = {
  headline,
  forest,
  'forest-grouped': forestGrouped,
  ranks,
  strata,
  'gap-histogram': gapHistogram,
  'task-scatter': taskScatter,
  heatmap,
  labbe,
  subgroups,
  permutation: permutationNull,
  sensitivity,
  robustness,
  calibration,
};

/** Of the gaps of models: without any gap they would be empty axes. */
const OF_GAPS = ['forest-grouped', 'ranks', 'gap-histogram', 'subgroups'];

/** Names of the figures of the pooled fit. */
const OF_FIT = /^(leave-one-out|cumulative|bubble|funnel|baujat|radial|gosh)/;

/**
 * Every figure that an analysis has the numbers for, as Vega-Lite v6 specs with their data inside.
 *
 * @param only names of the figures wanted; the others cost nothing. All when not given.
 * @example figureSpecs(analysis)[0].name // 'headline'
 */
export function figureSpecs(analysis: Analysis, only?: readonly string[]): Figure[] {
  const wanted = (name: string) => only === undefined || only.includes(name);
  const hasGaps = analysis.models.some(({ yi }) => yi !== null);
  const own = Object.entries(MAKERS)
    .filter(([name]) => wanted(name) && (hasGaps || !OF_GAPS.includes(name)))
    .map(([, make]) => make(analysis))
    .filter((made) => made !== null);
  // Those of the pooled fit are made together: they share its case deletions.
  if (only !== undefined && !only.some((name) => OF_FIT.test(name))) return own;
  const ofFit = metaFigures(metaView(analysis, pooledLine(analysis.pooled)));
  return [...own, ...ofFit.filter(({ name }) => wanted(name))];
}
