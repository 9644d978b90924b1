/** Which columns of an outside table stand for ours. */
import { InputError } from '../errors.ts';
import { missingColumn } from '../read/messages.ts';
import { columnTwice, unknownMapping } from './messages.ts';
import { ENGINE_COLUMNS, type EngineColumn, type EngineColumns, type ResolvedColumns } from './types.ts';

/**
 * Names compare exactly. `attempts` and `run` are used where the table has them, or must be there when they were
 * mapped by hand.
 *
 * @throws InputError on a column that is not there, a mapping to none of ours, one column for two of ours.
 */
export function resolveColumns(
  found: readonly string[],
  mapping: EngineColumns,
  file: string,
): ResolvedColumns {
  checkMapping(mapping, file);
  const used = new Map<string, EngineColumn>();
  const resolve = (ours: EngineColumn, isNeeded: boolean): string | null => {
    const name = mapping[ours] ?? ours;
    if (!found.includes(name)) {
      if (!isNeeded && mapping[ours] === undefined) return null;
      throw new InputError(missingColumn([name], found), { file });
    }
    const other = used.get(name);
    if (other !== undefined) throw new InputError(columnTwice(name, other, ours), { file });
    used.set(name, ours);
    return name;
  };
  return {
    model: resolve('model', true)!,
    task: resolve('task', true)!,
    passed: resolve('passed', true)!,
    attempts: resolve('attempts', false),
    run: resolve('run', false),
  };
}

/** @throws InputError on a key that is none of our columns (from untyped callers). */
export function checkMapping(mapping: EngineColumns, file: string): void {
  for (const name of Object.keys(mapping)) {
    if (!(ENGINE_COLUMNS as readonly string[]).includes(name)) {
      throw new InputError(unknownMapping(name), { file });
    }
  }
}
