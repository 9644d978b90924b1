/** Every model, largest gap first. */
import type { Analysis } from '../../analysis/types.ts';
import { sortedModels } from '../figures/forest.ts';
import type { Table } from '../table.ts';

export function modelsTable(analysis: Analysis): Table {
  return {
    name: 'models',
    title: 'Every model',
    measure: analysis.options.measure,
    columns: [
      { key: 'model', title: 'Model', kind: 'text' },
      { key: 'date', title: 'Date', kind: 'text' },
      { key: 'family', title: 'Family', kind: 'text' },
      { key: 'attempts', title: 'Attempts', kind: 'text' },
      { key: 'yi', title: 'Gap', kind: 'effect' },
      { key: 'ciLower', title: 'Lower', kind: 'effect' },
      { key: 'ciUpper', title: 'Upper', kind: 'effect' },
      { key: 'vi', title: 'Variance', kind: 'number' },
      { key: 'weight', title: 'Weight', kind: 'percent' },
      { key: 'passRate', title: 'Pass rate', kind: 'rate' },
      { key: 'passRateFlagged', title: 'Hackable', kind: 'rate' },
      { key: 'passRateRobust', title: 'Robust', kind: 'rate' },
      { key: 'tasksRun', title: 'Tasks run', kind: 'count' },
    ],
    rows: sortedModels(analysis.models).map((model) => [
      model.label,
      model.date,
      model.family,
      model.attempts,
      model.yi,
      model.ciLower,
      model.ciUpper,
      model.vi,
      model.weight,
      model.passRate,
      model.passRateFlagged,
      model.passRateRobust,
      model.tasksRun,
    ]),
  };
}
