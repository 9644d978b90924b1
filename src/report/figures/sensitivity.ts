/** Specification curve: the gap under every choice that was fitted, read both ways, with the choices below. */
import type { Analysis, Specification } from '../../analysis/types.ts';
import {
  count,
  effect,
  effectNumber,
  effectUnit,
  effectValue,
  intervalValue,
  measureName,
  plural,
} from '../../format.ts';
import { textWidth } from '../text-width.ts';
import { colour } from '../theme.ts';
import { effectDomain, rowAxis } from './axis.ts';
import { type Figure, figure, finite } from './figure.ts';

const WIDTH = 560;
/** More are thinned evenly by rank; the table has all. */
const MOST = 160;
const ROW = 14;

/** Choices, in the order of the rows below the curve. */
const CHOICES: readonly (readonly [string, (spec: Specification) => string])[] = [
  ['weights', (spec) => spec.weights],
  ['variance', (spec) => spec.variance],
  ['estimator', (spec) => spec.method],
  ['models', (spec) => spec.filter],
  ['tasks', (spec) => spec.tasks],
  ['strata', (spec) => (spec.stratified ? 'by stratum' : 'without strata')],
];

export function sensitivity(analysis: Analysis): Figure | null {
  const { measure } = analysis.options;
  const all = analysis.sensitivity.filter((spec) => spec.measure === measure && finite(spec.estimate));
  if (all.length === 0) return null;
  const sorted = [...all].sort((a, b) => b.estimate! - a.estimate!);
  const shown = thin(sorted);
  const values = shown.map((spec, i) => drawn(spec, i + 1, measure));
  const domain = effectDomain(
    shown.flatMap((spec) => [
      { estimate: spec.estimate, lower: spec.ciLower, upper: spec.ciUpper },
      { estimate: spec.estimate, lower: spec.taskCiLower, upper: spec.taskCiUpper },
    ]),
    measure,
    { clip: false },
  );
  const x = { field: 'rank', type: 'quantitative', scale: { domain: [0, shown.length + 1], nice: false } };
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    title: `Gap (${effectUnit(measure)})`,
    scale: { domain, nice: false, zero: false },
  });
  const ruled = (low: string, high: string, name: 'naive' | 'aware', width: number) => ({
    data: { values: values.filter((value) => value[low as 'lo'] !== null) },
    mark: { type: 'rule', color: colour(name), strokeWidth: width, aria: false },
    encoding: { x: { ...x, axis: null }, y: y(low), y2: { field: high } },
  });
  const estimates = sorted.map((spec) => spec.estimate!);
  const range = `${effect(Math.min(...estimates), measure)} to ${effect(Math.max(...estimates), measure)}`;
  const naive = share(all, 'ciLower', 'ciUpper');
  const aware = share(all, 'taskCiLower', 'taskCiUpper');
  const others = new Set(analysis.sensitivity.map((spec) => spec.measure)).size - 1;
  return figure(
    {
      name: 'sensitivity',
      title: 'The gap under every choice',
      subtitle:
        `${plural(all.length, 'specification')} of the ${measureName(measure)}, from ${range}${shown.length < all.length ? ` (${shown.length} drawn, evenly by rank)` : ''}. ` +
        `Intervals that leave 0 out: ${naive} with models as independent studies (orange), ${aware} task-aware (blue).` +
        (others > 0 ? ` ${plural(others, 'other measure')} in the table.` : ''),
      description: `Specification curve, largest gap first, ${range}. Intervals that leave 0 out: ${naive} with models as independent studies, ${aware} task-aware.`,
    },
    {
      spacing: 8,
      vconcat: [
        {
          width: WIDTH,
          height: 200,
          layer: [
            {
              data: { values: [{ lo: 0 }] },
              mark: { type: 'rule', color: colour('soft'), aria: false },
              encoding: { y: y('lo') },
            },
            ruled('taskLo', 'taskHi', 'aware', 1),
            ruled('lo', 'hi', 'naive', 2.5),
            {
              data: { values },
              mark: { type: 'point', filled: true, size: 18, opacity: 1, color: colour('ink') },
              encoding: {
                x: { ...x, axis: null },
                y: y('estimate'),
                description: { field: 'description', type: 'nominal' },
                tooltip: { field: 'description', type: 'nominal', title: ' ' },
              },
            },
          ],
        },
        choices(shown, x),
      ],
    },
    640,
  );
}

/** At most MOST, evenly by rank, both ends kept. */
function thin(specs: readonly Specification[]): Specification[] {
  if (specs.length <= MOST) return [...specs];
  return Array.from({ length: MOST }, (_, i) => specs[Math.round((i * (specs.length - 1)) / (MOST - 1))]);
}

function drawn(spec: Specification, rank: number, measure: string) {
  const on = (value: number | null) => (finite(value) ? effectNumber(value, measure) : null);
  const both = finite(spec.ciLower) && finite(spec.ciUpper);
  const task = finite(spec.taskCiLower) && finite(spec.taskCiUpper);
  return {
    rank,
    estimate: on(spec.estimate),
    lo: both ? on(spec.ciLower) : null,
    hi: both ? on(spec.ciUpper) : null,
    taskLo: task ? on(spec.taskCiLower) : null,
    taskHi: task ? on(spec.taskCiUpper) : null,
    description:
      `${CHOICES.map(([, of]) => of(spec)).join(', ')}: ${effectValue(spec.estimate, measure)} ${intervalValue(spec.ciLower, spec.ciUpper, measure)}` +
      `, task-aware ${intervalValue(spec.taskCiLower, spec.taskCiUpper, measure)}`,
  };
}

/** "12 of 18", of those with an interval. */
function share(
  specs: readonly Specification[],
  low: 'ciLower' | 'taskCiLower',
  high: 'ciUpper' | 'taskCiUpper',
): string {
  const known = specs.filter((spec) => finite(spec[low]) && finite(spec[high]));
  const clear = known.filter((spec) => spec[low]! > 0 || spec[high]! < 0);
  return `${count(clear.length)} of ${count(known.length)}`;
}

/** A row per option of every choice, a tick where a specification takes it. Choices that never vary are left out. */
function choices(specs: readonly Specification[], x: object): object {
  const rows = CHOICES.flatMap(([choice, of]) => {
    const options = [...new Set(specs.map(of))].sort();
    return options.length < 2 ? [] : options.map((option) => ({ choice, option, of }));
  });
  const labels = rows.map(({ choice, option }, row) => ({ row, label: `${choice}: ${option}` }));
  const ticks = rows.flatMap(({ option, of }, row) =>
    specs.flatMap((spec, i) => (of(spec) === option ? [{ row, rank: i + 1 }] : [])),
  );
  const y = rowAxis([-0.5, Math.max(rows.length, 1) - 0.5]);
  const left = -Math.round(12 + Math.max(0, ...labels.map(({ label }) => textWidth(label, 10))));
  return {
    width: WIDTH,
    height: ROW * Math.max(rows.length, 1),
    layer: [
      {
        data: { values: ticks },
        mark: {
          type: 'tick',
          orient: 'vertical',
          size: 9,
          thickness: Math.max(1.5, Math.min(4, (0.5 * WIDTH) / specs.length)),
          color: colour('ink'),
          opacity: 1,
          aria: false,
        },
        encoding: {
          x: { ...x, title: 'Specifications, largest gap first', axis: { grid: false, tickMinStep: 1 } },
          y,
        },
      },
      {
        data: { values: labels },
        mark: {
          type: 'text',
          align: 'left',
          baseline: 'middle',
          fontSize: 10,
          color: colour('ink'),
          aria: false,
        },
        encoding: { x: { value: left }, y, text: { field: 'label', type: 'nominal' } },
      },
    ],
  };
}
