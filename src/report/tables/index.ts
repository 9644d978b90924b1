/** All tables of an analysis. */
import type { Analysis } from '../../analysis/types.ts';
import type { Table } from '../table.ts';
import { calibrationTable } from './calibration.ts';
import { crossedTable } from './crossed.ts';
import { acceptedTable, flagErrorsTable } from './flag-errors.ts';
import { influenceTable } from './influence.ts';
import { leaveOneOutTable } from './leave-one-out.ts';
import { modelsTable } from './models.ts';
import { moderatorsTable } from './moderators.ts';
import { permutationTable } from './permutation.ts';
import { readingsTable } from './readings.ts';
import { robustnessTables } from './robustness.ts';
import { sensitivityTable } from './sensitivity.ts';
import { strataTable } from './strata.ts';
import { tasksTable } from './tasks.ts';

const MAKERS: readonly ((analysis: Analysis) => Table)[] = [
  readingsTable,
  strataTable,
  moderatorsTable,
  sensitivityTable,
  calibrationTable,
  permutationTable,
  crossedTable,
  flagErrorsTable,
  acceptedTable,
  tasksTable,
  leaveOneOutTable,
  influenceTable,
  modelsTable,
];

/**
 * Every table that has rows, with raw numbers (proportions, variances) and what kind each column is.
 *
 * @example reportTables(analysis)[0].name // 'readings'
 */
export function reportTables(analysis: Analysis): Table[] {
  return [...MAKERS.map((make) => make(analysis)), ...robustnessTables(analysis)].filter(
    (table) => table.rows.length > 0,
  );
}
