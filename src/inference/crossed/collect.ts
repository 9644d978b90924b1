/** From the input to the tasks and groups of the contrast. */
import { InputError } from '../../errors.ts';
import { type TaskColumn, taskCells } from './classes.ts';
import type { Group } from './design.ts';
import { messages } from './messages.ts';
import type { CrossedInput } from './types.ts';

export interface Contrast {
  /** One entry a task that is flagged 0 or 1 and has an outcome; `group` indexes `groups`. */
  readonly columns: readonly TaskColumn[];
  readonly groups: readonly Group[];
}

/** @throws InputError when `flags` or `stratum` do not fit the outcomes or hold what is not allowed. */
export function collectContrast({ outcomes, flags, stratum, strata }: CrossedInput): Contrast {
  if (flags.length !== outcomes.tasks) {
    throw new InputError(messages.badLength('flags', flags.length, outcomes.tasks));
  }
  if (stratum.length !== outcomes.tasks) {
    throw new InputError(messages.badLength('stratum', stratum.length, outcomes.tasks));
  }
  const columns: TaskColumn[] = [];
  const groups: { -readonly [K in keyof Group]: Group[K] }[] = [];
  const index = new Map<string, number>();
  for (let t = 0; t < outcomes.tasks; t++) {
    const flag = flags[t];
    if (flag === null) continue;
    if (flag !== 0 && flag !== 1) throw new InputError(messages.badFlag(t, flag));
    const s = stratum[t];
    if (!(Number.isInteger(s) && s >= 0 && s < strata.length)) {
      throw new InputError(messages.badStratum(t, s, strata.length));
    }
    const { passes, attempts } = taskCells(outcomes, t);
    const cells = attempts.reduce((count, n) => count + (n > 0 ? 1 : 0), 0);
    if (cells === 0) continue;
    const name = `${s} ${flag}`;
    let g = index.get(name);
    if (g === undefined) {
      g = groups.length;
      index.set(name, g);
      groups.push({ stratum: s, flag, tasks: 0, cells: 0, passes: 0, attempts: 0 });
    }
    const group = groups[g];
    group.tasks++;
    group.cells += cells;
    for (let m = 0; m < outcomes.models; m++) {
      group.passes += passes[m];
      group.attempts += attempts[m];
    }
    columns.push({ group: g, flag, passes, attempts });
  }
  return { columns, groups };
}
