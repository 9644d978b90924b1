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

const MAKERS: readonly FigureMaker[] = [
  headline,
  forest,
  forestGrouped,
  ranks,
  strata,
  gapHistogram,
  taskScatter,
  heatmap,
  labbe,
  subgroups,
  permutationNull,
  sensitivity,
  robustness,
  calibration,
];

/**
 * Every figure that an analysis has the numbers for, as Vega-Lite v6 specs with their data inside.
 *
 * @example figureSpecs(analysis)[0].name // 'headline'
 */
export function figureSpecs(analysis: Analysis): Figure[] {
  const own = MAKERS.map((make) => make(analysis)).filter((made) => made !== null);
  return [...own, ...metaFigures(metaView(analysis, pooledLine(analysis.pooled)))];
}
