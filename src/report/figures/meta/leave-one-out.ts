/** Leave-one-out: the pooled value without each row, those that move it most, beside the one of all rows (case G15). */
import { effectValue, fixed, intervalValue, levelText, plural, pNumber } from '../../../format.ts';
import { leaveOneOut, type RowFit } from '../../../meta/leave-one-out.ts';
import { type Figure, figure, finite } from '../figure.ts';
import { type ForestRow, forestBody } from '../forest-frame.ts';
import { caution, effectData, type MetaView, viewTitle } from './view.ts';

/** More rows than this and only those that move the estimate most are drawn; the table has all. */
const MOST = 20;

export function leaveOneOutFigure(view: MetaView): Figure | null {
  if (view.yi.length < 2) return null;
  const fits = leaveOneOut(effectData(view), view.options);
  const all = fits[fits.length - 1];
  const moved = fits
    .slice(0, -1)
    .sort((a, b) => Math.abs(b.estimate! - all.estimate!) - Math.abs(a.estimate! - all.estimate!))
    .slice(0, MOST)
    .sort((a, b) => b.estimate! - a.estimate!);
  const rows = [
    ...moved.map((fit) => row(fit, fit.slab!, view.measure)),
    row(all, 'none: all rows', view.measure),
  ];
  const estimates = fits.map((fit) => fit.estimate).filter(finite);
  const range = `${effectValue(Math.min(...estimates), view.measure)} to ${effectValue(Math.max(...estimates), view.measure)}`;
  const chosen =
    moved.length < view.yi.length ? ` The ${moved.length} that move it most; the table has all.` : '';
  return figure(
    {
      name: 'leave-one-out',
      title: 'Without one row',
      subtitle: `${view.line}. Pooled values from ${range}.${chosen}${caution(view)}`,
      description: `Pooled value without each of ${plural(view.yi.length, 'row')}: ${range}.`,
    },
    forestBody({
      rows,
      measure: view.measure,
      labelTitle: 'Left out',
      columns: [`pooled [${levelText(view.options.level)} interval]`, 'p', 'I² %'],
      reference: all.estimate,
      axisTitle: viewTitle(view),
      width: 240,
      zero: false,
    }),
    760,
  );
}

function row(fit: RowFit, label: string, measure: string): ForestRow {
  const text = `${effectValue(fit.estimate, measure)} ${intervalValue(fit.ciLower, fit.ciUpper, measure)}`;
  return {
    kind: fit.row === null ? 'diamond' : 'interval',
    label,
    estimate: fit.estimate,
    lower: fit.ciLower,
    upper: fit.ciUpper,
    colour: fit.row === null ? 'naive' : 'mark',
    cells: [text, pNumber(fit.p, fit.log10P), fixed(fit.i2, 1)],
    description: `${label}: ${text}`,
  };
}
