/** A deflated leaderboard on a terminal. */
import type { DeflatedModel, Deflation, RankInterval } from '../decisions/deflate/types.ts';
import { count, effectValue, intervalValue, percent, shortName } from '../format.ts';
import { paragraph, strong, textTable } from './table.ts';

export function deflationText(deflation: Deflation): string {
  const blocks = [
    [strong(deflation.title), paragraph(deflation.estimand)],
    [strong('Verdict'), paragraph(deflation.verdict)],
    [strong('Strata'), strataTable(deflation)],
    [strong('Models'), modelsTable(deflation.models), paragraph(LEGEND)],
  ];
  if (deflation.warnings.length > 0) {
    blocks.push([strong('Note'), ...deflation.warnings.map((text) => paragraph(text, '- '))]);
  }
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

const LEGEND =
  "Robust: the corrected score. Ranks with the interval of each model alone; a tier holds the models that can't be told from its first, all models at once. " +
  'Pooled: inflation drawn towards the mean (BLUP, models as independent). Ahead: share of bootstrap draws in which the model stays ahead of the next.';

function strataTable({ strata }: Deflation): string {
  return textTable(
    [
      { title: 'stratum' },
      { title: 'tasks', align: 'right' },
      { title: 'hackable', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: 'not known', align: 'right' },
      { title: 'weight', align: 'right' },
    ],
    strata.map((row) => [
      row.stratum === '' ? '(all)' : row.stratum,
      count(row.tasks),
      count(row.hackable),
      count(row.robust),
      count(row.unknown),
      percent(row.weight),
    ]),
  );
}

function modelsTable(models: readonly DeflatedModel[]): string {
  return textTable(
    [
      { title: 'model' },
      { title: 'raw', align: 'right' },
      { title: 'robust', align: 'right' },
      { title: 'inflation (pp)', align: 'right' },
      { title: 'pooled', align: 'right' },
      { title: 'raw rank', align: 'right' },
      { title: 'rank', align: 'right' },
      { title: 'tier', align: 'right' },
      { title: 'ahead', align: 'right' },
    ],
    models.map((model) => [
      shortName(model.label, 21),
      percent(model.raw),
      percent(model.corrected),
      `${effectValue(model.inflation, 'RD')} ${intervalValue(model.inflationInterval.ciLower, model.inflationInterval.ciUpper, 'RD')}`,
      effectValue(model.pooledInflation, 'RD'),
      rankText(model.rankRaw),
      rankText(model.rank),
      model.tier === null ? '' : `${model.tierRaw}>${model.tier}`,
      model.aheadOfNext === null ? '' : percent(model.aheadOfNext, 0),
    ]),
  );
}

const rankText = (rank: RankInterval | null): string =>
  rank === null ? '' : `${rank.rank} (${rank.lower}-${rank.upper})`;
