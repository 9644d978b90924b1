/** Power of the task-aware test by number of audited tasks. */
import type { Plan } from '../../decisions/plan/types.ts';
import { count, effect, levelText, percent, plural } from '../../format.ts';
import { colour } from '../theme.ts';
import { type Figure, figure, PLOT_HEIGHT, PLOT_WIDTH } from './figure.ts';

/** The line is the formula, points are simulated. */
export function powerCurve({ curve, needed, options, most, atHand }: Plan): Figure {
  const points = curve.map((point) => ({
    audited: point.audited,
    power: 100 * point.power,
    simulated: point.simulated === null ? null : 100 * point.simulated.power,
    description:
      `${plural(point.audited, 'audited task')}: power ${percent(point.power)}` +
      (point.simulated === null ? '' : `, simulated ${percent(point.simulated.power)}`),
  }));
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title: 'Audited tasks',
    scale: { domain: [0, most.audited], nice: false },
  });
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    title: 'Power (%)',
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  });
  const words = (text: string, at: number, height: number, align: string) => ({
    data: { values: [{ audited: at, power: height, text }] },
    mark: {
      type: 'text',
      align,
      dx: align === 'left' ? 6 : -6,
      baseline: 'top',
      dy: 6,
      color: colour('ink'),
      aria: false,
    },
    encoding: { x: x('audited'), y: y('power'), text: { field: 'text', type: 'nominal' } },
  });
  const goal =
    needed === null
      ? []
      : [
          {
            data: { values: [{ audited: needed.audited }] },
            mark: { type: 'rule', color: colour('ink'), strokeDash: [3, 3], aria: false },
            encoding: { x: x('audited') },
          },
          words(
            plural(needed.audited, 'task'),
            needed.audited,
            14,
            needed.audited < 0.7 * most.audited ? 'left' : 'right',
          ),
        ];
  const simulated = options.simulate > 0;
  const aim = needed === null ? 'not reached' : `reached with ${plural(needed.audited, 'audited task')}`;
  const mine =
    atHand === null || atHand.detectable === null
      ? ''
      : ` The audit at hand (${count(atHand.audited)}, ${count(atHand.hackable)} hackable) finds gaps from ${effect(atHand.detectable, 'RD')}.`;
  return figure(
    {
      name: 'power-curve',
      title: `Power to find a gap of ${effect(options.gap, 'RD')}`,
      subtitle:
        `Task-aware t test, two-sided at ${levelText(100 - options.level)}; allocation ${options.allocation}, weights ${options.weights}. Line: formula` +
        `${simulated ? `; points: ${count(options.simulate)} simulated audits each` : ''}. Dashed: power ${levelText(options.power)}, ${aim}.${mine}`,
      description: `Power rises from ${percent(curve[0].power)} with ${plural(curve[0].audited, 'audited task')} to ${percent(most.power)} with all ${count(most.audited)}; ${levelText(options.power)} is ${aim}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values: [{ power: options.power }] },
          mark: { type: 'rule', color: colour('ink'), strokeDash: [3, 3], aria: false },
          encoding: { y: y('power') },
        },
        ...goal,
        {
          data: { values: points },
          mark: { type: 'line', color: colour('aware'), strokeWidth: 2, aria: false },
          encoding: { x: x('audited'), y: y('power') },
        },
        {
          data: { values: points.filter((point) => !simulated || point.simulated !== null) },
          mark: { type: 'point', filled: true, size: 36, opacity: 1, color: colour('aware') },
          encoding: {
            x: x('audited'),
            y: y(simulated ? 'simulated' : 'power'),
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}
