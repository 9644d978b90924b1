/** Bump chart: rank on the raw score left, on the corrected score right, a line a model. */
import { hasStrata } from '../../analysis/verdict.ts';
import type { DeflatedModel, Deflation } from '../../decisions/deflate/types.ts';
import { count, effectValue, intervalValue, levelText, percent, plural, shortName } from '../../format.ts';
import { colour } from '../theme.ts';
import { rowAxis } from './axis.ts';
import { type Figure, figure } from './figure.ts';

/** More models are left to the table: those ranked first on the corrected score are drawn. */
const MOST = 60;
const ROW = 14;
const WIDTH = 240;

type Ranked = DeflatedModel & { readonly rank: NonNullable<DeflatedModel['rank']> } & {
  readonly rankRaw: NonNullable<DeflatedModel['rankRaw']>;
};

/** null without ranked models. Tied models stand side by side in the order of the table. */
export function bump(deflation: Deflation): Figure | null {
  const ranked = deflation.models.filter(
    (model): model is Ranked => model.rank !== null && model.rankRaw !== null,
  );
  if (ranked.length === 0) return null;
  const before = places([...ranked].sort((a, b) => b.raw! - a.raw! || 0));
  const after = places(ranked);
  const shown = ranked.slice(0, MOST);
  const last = Math.max(...shown.map((model) => Math.max(before.get(model)!, after.get(model)!)));
  const apart = shown.filter((model) => model.tier !== model.tierRaw);
  const values = shown.flatMap((model) => {
    const own = {
      model: model.model,
      moved: model.tier !== model.tierRaw,
      description:
        `${model.label}: ${percent(model.raw)} raw, rank ${model.rankRaw.rank} (${model.rankRaw.lower} to ${model.rankRaw.upper}); ` +
        `${percent(model.corrected)} corrected, rank ${model.rank.rank} (${model.rank.lower} to ${model.rank.upper}); ` +
        `inflation ${effectValue(model.inflation, 'RD')} ${intervalValue(model.inflationInterval.ciLower, model.inflationInterval.ciUpper, 'RD')} pp`,
    };
    return [
      { ...own, side: 0, place: before.get(model)! },
      { ...own, side: 1, place: after.get(model)! },
    ];
  });
  const label = (model: Ranked, side: 'raw' | 'corrected') => {
    const rank = side === 'raw' ? model.rankRaw : model.rank;
    const name = shortName(model.label, 34);
    return side === 'raw'
      ? `${name}  ${rank.rank} [${rank.lower}-${rank.upper}]`
      : `${rank.rank} [${rank.lower}-${rank.upper}]  ${name}`;
  };
  const x = {
    field: 'side',
    type: 'quantitative',
    axis: null,
    scale: { domain: [0, 1], nice: false },
  };
  const y = rowAxis([0.5, last + 0.5], 'place');
  const names = (side: 0 | 1) => ({
    data: {
      values: shown.map((model) => ({
        side,
        place: (side === 0 ? before : after).get(model)!,
        text: label(model, side === 0 ? 'raw' : 'corrected'),
      })),
    },
    mark: {
      type: 'text',
      align: side === 0 ? 'right' : 'left',
      dx: side === 0 ? -8 : 8,
      baseline: 'middle',
      fontSize: 10,
      limit: 0,
      aria: false,
    },
    encoding: { x, y, text: { field: 'text', type: 'nominal' } },
  });
  const { kendall, options } = deflation;
  const left = ranked.length - shown.length;
  return figure(
    {
      name: 'bump',
      title: 'Ranks before and after',
      subtitle:
        `Left: raw pass rate; right: on robust tasks${hasStrata(deflation.strata) ? ', strata as in the benchmark' : ''}. In brackets ${levelText(options.level)} rank intervals by paired bootstrap over tasks ` +
        `(${plural(options.draws, 'draw')}), each for one model. ${plural(apart.length, 'model')} in another tier than before ${apart.length === 1 ? 'is' : 'are'} drawn dark.` +
        (left > 0 ? ` The other ${plural(left, 'model')} stand in the table.` : ''),
      description:
        `Bump chart of ${plural(shown.length, 'model')}, raw rank to corrected rank. ` +
        (kendall === null ? '' : `${count(kendall.reversed)} of ${count(kendall.pairs)} pairs change order.`),
    },
    {
      width: WIDTH,
      height: ROW * last,
      layer: [
        {
          data: { values },
          mark: { type: 'line', strokeWidth: 1.2, aria: false },
          encoding: {
            x,
            y,
            detail: { field: 'model', type: 'nominal' },
            color: {
              condition: { test: 'datum.moved', value: colour('ink') },
              value: colour('bar'),
            },
          },
        },
        {
          data: { values },
          mark: { type: 'point', filled: true, size: 20, opacity: 1, color: colour('ink') },
          encoding: {
            x,
            y,
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
        names(0),
        names(1),
      ],
    },
    640,
  );
}

const places = (models: readonly Ranked[]): Map<Ranked, number> =>
  new Map(models.map((model, i) => [model, i + 1]));
