/** Ids and cells as an engine gives them, in any order, to an OutcomeTable in the canonical order. */
import { InputError } from '../errors.ts';
import { codePointOrder, compareCodePoints } from '../leaderboard/order.ts';
import { emptyId, identicalRows, noModels } from '../read/messages.ts';
import type { OutcomeTable } from '../read/outcomes.ts';
import { cellStore } from './cell-store.ts';
import { badIdText, conflictingRows, outsideList, tooLarge } from './messages.ts';
import type { EngineOptions } from './types.ts';

/** Cells above which a matrix is refused: 2^33 bits are 1 GiB, and there are two planes of them. */
const MOST_CELLS = 2 ** 33;

export interface Collector {
  /** Index of a model or task; a new one at its first call. */
  model(id: string): number;
  task(id: string): number;
  /** As CellStore.add; `again` rows repeat what others of the cell say. */
  add(
    model: number,
    task: number,
    passes: number,
    attempts: number,
    again?: number,
    isConflict?: boolean,
  ): void;
  /** The contradicted cell that comes first in canonical order. */
  readonly conflict: { readonly model: string; readonly task: string } | null;
  /** @throws InputError on no model at all, a contradicted cell, a task outside the task list. */
  table(notes?: readonly string[]): OutcomeTable;
}

/** @param source how messages name the place that is read; without credentials */
export function collector(source: string, options: EngineOptions): Collector {
  const list = options.tasks ?? null;
  const models = ids('model', [], source, checkSize);
  const tasks = ids('task', list ?? [], source, checkSize);
  const store = cellStore(options.repeats ?? 'error', (a, b) => {
    return (
      compareCodePoints(models.at(a[0]), models.at(b[0])) || compareCodePoints(tasks.at(a[1]), tasks.at(b[1]))
    );
  });
  let repeated = 0;

  const conflict = () =>
    store.conflict && { model: models.at(store.conflict[0]), task: tasks.at(store.conflict[1]) };

  function checkSize() {
    if (models.all.length * tasks.all.length > MOST_CELLS) {
      throw new InputError(tooLarge(models.all.length, tasks.all.length), { file: source });
    }
  }

  return {
    model: models.index,
    task: tasks.index,
    add(model, task, passes, attempts, again = 0, isConflict = false) {
      repeated += again;
      store.add(model, task, passes, attempts, isConflict);
    },
    get conflict() {
      return conflict();
    },
    table(notes = []) {
      if (models.all.length === 0) throw new InputError(noModels(), { file: source });
      const outside = list === null ? [] : tasks.all.slice(list.length).sort(compareCodePoints);
      if (outside.length > 0) throw new InputError(outsideList(outside, list!.length), { file: source });
      const contradicted = conflict();
      if (contradicted !== null) {
        throw new InputError(conflictingRows(contradicted.model, contradicted.task), { file: source });
      }
      const modelOrder = codePointOrder(models.all);
      const taskOrder = list === null ? codePointOrder(tasks.all) : list.map((_, t) => t);
      const again = repeated + store.repeated;
      return {
        source,
        models: modelOrder.map(models.at),
        tasks: taskOrder.map(tasks.at),
        outcomes: store.build(modelOrder, taskOrder),
        notes: [...notes, ...(again === 0 ? [] : [identicalRows(source, again)])],
      };
    },
  };
}

function ids(what: 'model' | 'task', initial: readonly string[], file: string, onNew: () => void) {
  const all = [...initial];
  const known = new Map(all.map((id, i) => [id, i]));
  return {
    all,
    at: (index: number) => all[index],
    index(id: string): number {
      const found = known.get(id);
      if (found !== undefined) return found;
      if (id === '') throw new InputError(emptyId(what), { file });
      if (id.includes('\ufffd')) throw new InputError(badIdText(what, id), { file });
      // A copy: the id may be a slice that keeps a whole chunk of the stream alive.
      const kept = Buffer.from(id).toString();
      known.set(kept, all.length);
      all.push(kept);
      onNew();
      return all.length - 1;
    },
  };
}
