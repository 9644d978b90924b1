/** Cumulative pooled value, oldest rows first. */
import { effectNumber, effectValue, intervalValue, plural } from '../../../format.ts';
import { cumulative } from '../../../meta/leave-one-out.ts';
import { colour } from '../../theme.ts';
import { effectDomain, titleWithUnit } from '../axis.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';
import { caution, type MetaView, yearOf } from './view.ts';

export function cumulativeFigure(view: MetaView): Figure | null {
  const { measure } = view;
  const dated = view.dates.flatMap((date, i) => (date === null ? [] : [{ i, date, year: yearOf(date) }]));
  if (dated.length < 2) return null;
  const pick = <T>(list: readonly T[]) => dated.map(({ i }) => list[i]);
  const fits = cumulative(
    { yi: pick(view.yi), vi: pick(view.vi), slab: pick(view.slab) },
    view.options,
    dated.map(({ year }) => year),
  );
  const spans = fits
    .slice(Math.min(4, fits.length - 1))
    .map((fit) => ({ estimate: fit.estimate, lower: fit.ciLower, upper: fit.ciUpper }));
  const domain = effectDomain(spans, measure);
  const on = (value: number | null) =>
    finite(value) ? Math.min(Math.max(effectNumber(value, measure), domain[0]), domain[1]) : null;
  const values = fits.map((fit, n) => {
    const date = dated[fit.row! - 1].date;
    return {
      n: n + 1,
      date,
      estimate: on(fit.estimate),
      inside: finite(fit.estimate) && on(fit.estimate) === effectNumber(fit.estimate, measure),
      lo: on(fit.ciLower),
      hi: on(fit.ciUpper),
      description: `up to ${date} (${plural(n + 1, 'row')}): ${effectValue(fit.estimate, measure)} ${intervalValue(fit.ciLower, fit.ciUpper, measure)}`,
    };
  });
  const years = values
    .filter((value, i) => i === 0 || value.date.slice(0, 4) !== values[i - 1].date.slice(0, 4))
    .map((value) => ({ n: value.n, year: value.date.slice(0, 4) }));
  const px = PLOT_WIDTH / (fits.length + 1);
  const named = years.filter((year, i) => i === years.length - 1 || (years[i + 1].n - year.n) * px > 34);
  const x = {
    field: 'n',
    type: 'quantitative',
    title: 'Rows, oldest first',
    scale: { domain: [0, fits.length + 1], nice: false },
    axis: { grid: false, tickMinStep: 1 },
  };
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    title: titleWithUnit('Pooled value so far', measure),
    scale: { domain, nice: false, zero: false },
  });
  const cut = fits.some(({ ciLower, ciUpper }) =>
    [ciLower, ciUpper].some((end) => finite(end) && on(end) !== effectNumber(end, measure)),
  );
  // Out of the way of the line at 0.
  const yearsAt = domain[1] < 0.1 * (domain[1] - domain[0]) ? PLOT_HEIGHT - 13 : 2;
  const undated = view.dates.length - dated.length;
  return figure(
    {
      name: 'cumulative',
      title: 'The pooled value as rows came in',
      subtitle: `${view.line}. By date; vertical lines begin a year.${cut ? ' Intervals that reach further are cut at the edge.' : ''}${undated === 0 ? '' : ` ${plural(undated, 'row')} without a date left out.`}${caution(view)}`,
      description: `Cumulative pooled value over ${plural(fits.length, 'dated row')}; at the end ${values[values.length - 1].description}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values: values.filter((value) => value.lo !== null && value.hi !== null) },
          mark: { type: 'rule', color: colour('naiveBand'), strokeWidth: 3, aria: false },
          encoding: { x, y: y('lo'), y2: { field: 'hi' } },
        },
        {
          data: { values: [{ estimate: 0 }] },
          mark: { type: 'rule', color: colour('soft'), aria: false },
          encoding: { y: y('estimate') },
        },
        {
          data: { values: years },
          mark: { type: 'rule', color: colour('grid'), aria: false },
          encoding: { x },
        },
        {
          data: { values: named },
          mark: { type: 'text', align: 'left', dx: 3, baseline: 'top', color: colour('soft'), aria: false },
          encoding: { x, y: { value: yearsAt }, text: { field: 'year', type: 'nominal' } },
        },
        {
          data: { values: values.filter((value) => value.inside) },
          mark: { type: 'point', filled: true, size: 16, opacity: 1, color: colour('naive') },
          encoding: {
            x,
            y: y('estimate'),
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}
