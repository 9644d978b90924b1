/** Bubble plot: effects against a number, with the meta-regression line. */
import {
  effectNumber,
  effectUnit,
  effectValue,
  interval,
  levelText,
  plural,
  pText,
  significant,
} from '../../../format.ts';
import { fitMetaRegression } from '../../../meta/regression.ts';
import { normalQuantile, tQuantile } from '../../../stats/distributions.ts';
import { colour } from '../../theme.ts';
import { effectDomain } from '../axis.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';
import { caution, effectData, type MetaView, viewTitle } from './view.ts';

/** What a slope is for. */
const UNITS: Readonly<Record<string, string>> = { date: 'a year', 'pass-rate': 'a point of the pass rate' };

/** One figure a moderator; a moderator without two different values has none. */
export function bubbles(view: MetaView): Figure[] {
  return view.moderators.map((moderator) => bubble(view, moderator)).filter((made) => made !== null);
}

function bubble(
  view: MetaView,
  { name, title, values, caution: warning }: MetaView['moderators'][number],
): Figure | null {
  const { measure, options } = view;
  const known = values.filter(finite);
  if (known.length < 3 || Math.min(...known) === Math.max(...known)) return null;
  const fit = fitMetaRegression(effectData(view), [{ name, values: [...values] }], options);
  const slope = fit.coefficients[1];
  const largest = Math.max(...view.vi.map((vi) => 1 / (vi + fit.tau2)));
  const on = (value: number) => effectNumber(value, measure);
  const points = view.yi.flatMap((yi, i) => {
    const x = values[i];
    return finite(x)
      ? [
          {
            x,
            gap: on(yi),
            size: 10 + 60 / ((view.vi[i] + fit.tau2) * largest),
            description: `${view.slab[i]}: ${effectValue(yi, measure)} at ${significant(x, 4)}`,
          },
        ]
      : [];
  });
  const quantile =
    slope?.df === null || slope === undefined ? normalQuantile : (p: number) => tQuantile(p, slope.df!);
  const z = quantile(1 - (1 - options.level / 100) / 2);
  const line =
    slope === undefined
      ? []
      : band(fit, Math.min(...known), Math.max(...known), z).map(({ x, y, lo, hi }) => ({
          x,
          gap: on(y),
          lo: on(lo),
          hi: on(hi),
        }));
  const domain = effectDomain(
    view.yi.map((yi) => ({ estimate: yi, lower: null, upper: null })),
    measure,
  );
  // Years: no comma between thousands, and no tick between whole numbers.
  const whole =
    name === 'date' ? { format: 'd' } : known.every(Number.isInteger) ? { format: 'd', tickMinStep: 1 } : {};
  const x = {
    field: 'x',
    type: 'quantitative',
    title,
    scale: { zero: false },
    axis: { tickCount: 6, ...whole },
  };
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    title: view.sharedTasks ? `Gap (${effectUnit(measure)})` : viewTitle(view),
    scale: { domain, nice: false, zero: false },
  });
  const unit = UNITS[name] ?? `for each unit of ${title.replace(/ \(.*/, '').toLowerCase()}`;
  const text =
    slope === undefined
      ? 'no line: the moderator does not vary'
      : `slope ${effectValue(slope.estimate, measure)} ${interval(slope.ciLower, slope.ciUpper, measure)} ${unit}, ${pText(slope.p, slope.log10P)}`;
  return figure(
    {
      name: `bubble-${name}`,
      title: `${view.sharedTasks ? 'Gap' : 'Effect'} against ${title.replace(/ \(.*/, '').toLowerCase()}`,
      subtitle:
        `Meta-regression (${fit.method}, ${fit.testUsed}), k = ${fit.k}: ${text}; residual τ² = ${significant(fit.tau2)}; band: ${levelText(options.level)} interval of the line; size by weight.` +
        `${warning === '' ? '' : ` ${warning}`}${caution(view)}`,
      description: `Bubble plot of ${plural(points.length, 'row')}; ${text}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values: line },
          mark: { type: 'area', color: colour('naiveBand'), clip: true, aria: false },
          encoding: { x, y: y('lo'), y2: { field: 'hi' } },
        },
        {
          data: { values: [{ gap: 0 }] },
          mark: { type: 'rule', color: colour('soft'), aria: false },
          encoding: { y: y('gap') },
        },
        {
          data: { values: line },
          mark: { type: 'line', color: colour('naive'), clip: true, aria: false },
          encoding: { x, y: y('gap') },
        },
        {
          data: { values: points },
          mark: { type: 'point', filled: true, color: colour('mark'), opacity: 0.6 },
          encoding: {
            x,
            y: y('gap'),
            size: { field: 'size', type: 'quantitative', scale: null, legend: null },
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}

/** The line with its pointwise interval, at 25 places. */
function band(fit: ReturnType<typeof fitMetaRegression>, from: number, to: number, z: number) {
  const [b0, b1] = fit.coefficients.map((coefficient) => coefficient.estimate!);
  const [[v00, v01], [, v11]] = fit.vcov;
  return Array.from({ length: 25 }, (_, i) => {
    const x = from + ((to - from) * i) / 24;
    const y = b0 + b1 * x;
    const half = z * Math.sqrt(v00 + 2 * x * v01 + x * x * v11);
    return { x, y, lo: y - half, hi: y + half };
  });
}
