/** Placebo flags: how often each method calls a gap that is not there. */
import type { Analysis } from '../../analysis/types.ts';
import { count, effectSpread, inPercent, percent } from '../../format.ts';
import { textWidth } from '../text-width.ts';
import { colour } from '../theme.ts';
import { type Figure, figure } from './figure.ts';

const STEP = 26;
const WIDTH = 320;

export function calibration({
  calibration: placebo,
  options,
}: Pick<Analysis, 'calibration' | 'options'>): Figure | null {
  if (placebo === null) return null;
  const nominal = 100 - placebo.level;
  const rows = placebo.methods.map((method, row) => ({
    row,
    label: method.method,
    rate: 100 * method.rate,
    lo: 100 * method.rateLower,
    hi: 100 * method.rateUpper,
    text: percent(method.rate),
    coverage: method.coverage === null ? '' : percent(method.coverage),
    se: method.meanSe === null ? '' : effectSpread(method.meanSe, options.measure),
    tint: colour(100 * method.rateLower > nominal ? 'naive' : 'aware'),
    description: `${method.method}: significant in ${percent(method.rate)} of draws`,
  }));
  const y = {
    field: 'row',
    type: 'quantitative',
    axis: null,
    scale: { domain: [-1.4, Math.max(rows.length, 1) - 0.5], reverse: true, nice: false, zero: false },
  };
  const x = (field: string) => ({
    field,
    type: 'quantitative',
    title: 'Draws called significant (%)',
    scale: { domain: [0, 100], nice: false },
    axis: { tickCount: 5 },
  });
  const tint = { field: 'tint', type: 'nominal', scale: null, legend: null };
  const left = -Math.round(14 + Math.max(0, ...rows.map(({ label }) => textWidth(label, 11))));
  const text = (field: string, at: number, align: string, name: 'ink' | 'soft') => ({
    data: { values: rows },
    mark: { type: 'text', align, baseline: 'middle', color: colour(name), aria: false },
    encoding: { x: { value: at }, y, text: { field, type: 'nominal' } },
  });
  const heading = (words: string, at: number) => ({
    data: { values: [{ row: -0.9, words }] },
    mark: { type: 'text', align: 'right', baseline: 'middle', color: colour('soft'), aria: false },
    encoding: { x: { value: at }, y, text: { field: 'words', type: 'nominal' } },
  });
  return figure(
    {
      name: 'calibration',
      title: 'Placebo flags: how often a gap is called that is not there',
      subtitle:
        `${count(placebo.draws)} draws of ${count(placebo.hackable)} flags among ${count(placebo.audited)} audited tasks at random within strata, seed ${placebo.seed}; ` +
        `dashed line: the nominal ${inPercent(nominal)}. True spread of the estimate ${effectSpread(placebo.trueSpread, options.measure)}; I² is 0 in ${percent(placebo.shareI2Zero)} of draws.`,
      description: rows.map((row) => `${row.description}.`).join(' '),
    },
    {
      width: WIDTH,
      height: Math.round(STEP * (Math.max(rows.length, 1) + 0.9)),
      layer: [
        {
          data: { values: [{ rate: nominal }] },
          mark: { type: 'rule', color: colour('ink'), strokeDash: [3, 3], aria: false },
          encoding: { x: x('rate') },
        },
        {
          data: { values: rows },
          mark: { type: 'rule', strokeWidth: 2, aria: false },
          encoding: { x: x('lo'), x2: { field: 'hi' }, y, color: tint },
        },
        {
          data: { values: rows },
          mark: { type: 'point', filled: true, size: 70, opacity: 1 },
          encoding: { x: x('rate'), y, color: tint, description: { field: 'description', type: 'nominal' } },
        },
        text('label', left, 'left', 'ink'),
        text('text', WIDTH + 76, 'right', 'ink'),
        text('coverage', WIDTH + 170, 'right', 'ink'),
        text('se', WIDTH + 246, 'right', 'ink'),
        heading('significant', WIDTH + 76),
        heading('coverage of 0', WIDTH + 170),
        heading('mean SE', WIDTH + 246),
      ],
    },
    640,
  );
}
