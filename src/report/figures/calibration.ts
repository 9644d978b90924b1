/** Placebo flags: how often each method calls a gap that is not there. */
import type { Analysis } from '../../analysis/types.ts';
import { hasStrata } from '../../analysis/verdict.ts';
import { count, effect, effectSpread, inPercent, percent } from '../../format.ts';
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
  const planted = placebo.truth !== 0;
  const truth = planted ? `the ${effect(placebo.truth, options.measure)}` : '0';
  const known = placebo.methods.filter(({ available }) => available > 0);
  const rows = known.map((method) => ({
    label: method.method,
    value: [
      `significant in ${percent(method.rate)}`,
      ...(method.coverage === null ? [] : [`covers ${truth} in ${percent(method.coverage)}`]),
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
      title: planted
        ? `A planted gap of ${effect(placebo.truth, options.measure)}: how often it is called`
        : 'Placebo flags: how often a gap is called that is not there',
      subtitle:
        `${count(placebo.draws)} draws of ${count(placebo.hackable)} flags among ${count(placebo.audited)} audited tasks at random${hasStrata(placebo.strata) ? ' within strata' : ''}, seed ${placebo.seed}; ` +
        `dashed line: ${planted ? 'the level of the tests, ' : 'the nominal '}${inPercent(nominal)}; orange: models as independent studies. True spread of the estimate ${effectSpread(placebo.trueSpread, options.measure)}; I² is 0 in ${percent(placebo.shareI2Zero)} of draws.`,
      description: rows.map((row) => `${row.label}: ${row.value}.`).join(' '),
    },
    stackedIntervals(rows, x, { at: nominal, mark: { color: colour('ink'), strokeDash: [3, 3] } }),
  );
}
