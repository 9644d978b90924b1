/** Placebo flags: how often each method calls a gap that is not there. */
import type { Analysis } from '../../analysis/types.ts';
import { count, effectSpread, inPercent, percent } from '../../format.ts';
import { isTaskAware } from '../../inference/calibration/methods.ts';
import { colour } from '../theme.ts';
import { type Figure, figure } from './figure.ts';
import { stackedIntervals } from './stacked.ts';

export function calibration({
  calibration: placebo,
  options,
}: Pick<Analysis, 'calibration' | 'options'>): Figure | null {
  if (placebo === null) return null;
  const nominal = 100 - placebo.level;
  const rows = placebo.methods.map((method) => ({
    label: method.method,
    value: [
      `significant in ${percent(method.rate)}`,
      ...(method.coverage === null ? [] : [`covers 0 in ${percent(method.coverage)}`]),
      ...(method.meanSe === null ? [] : [`mean SE ${effectSpread(method.meanSe, options.measure)}`]),
    ].join(', '),
    colour: isTaskAware(method.method) ? ('aware' as const) : ('naive' as const),
    x: 100 * method.rate,
    lo: 100 * method.rateLower,
    hi: 100 * method.rateUpper,
  }));
  const x = {
    type: 'quantitative',
    title: 'Draws called significant (%)',
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  };
  return figure(
    {
      name: 'calibration',
      title: 'Placebo flags: how often a gap is called that is not there',
      subtitle:
        `${count(placebo.draws)} draws of ${count(placebo.hackable)} flags among ${count(placebo.audited)} audited tasks at random within strata, seed ${placebo.seed}; ` +
        `dashed line: the nominal ${inPercent(nominal)}; orange: models as independent studies. True spread of the estimate ${effectSpread(placebo.trueSpread, options.measure)}; I² is 0 in ${percent(placebo.shareI2Zero)} of draws.`,
      description: rows.map((row) => `${row.label}: ${row.value}.`).join(' '),
    },
    stackedIntervals(rows, x, { at: nominal, mark: { color: colour('ink'), strokeDash: [3, 3] } }),
  );
}
