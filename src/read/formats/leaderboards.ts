/** (g) swebench.com's leaderboards.json: entries of several leaderboards, some with every instance. */
import { chooseBenchmark } from '../benchmark.ts';
import { readWholeText } from '../bytes.ts';
import { cellsOf, type WordTable } from '../cells.ts';
import { arrayAt, isObject, type JsonObject, objectAt, parseForeignJson, textOf } from '../json.ts';
import { withoutDetails } from '../messages.ts';
import { modelRow, submissionOfTags, texts } from '../submission.ts';
import type { ModelRow } from '../tables.ts';
import { bareSheets, type Format, type FormatInput } from './format.ts';
import { dateFromName } from './paths.ts';
import { detailWords } from './swe-lists.ts';

const words: WordTable = { resolved: 'pass', unresolved: 'fail', null: 'missing' };

interface Entry {
  readonly board: string;
  readonly file: string;
  readonly at: string;
  readonly entry: JsonObject;
}

export const leaderboards: Format = {
  name: 'leaderboards',
  title: 'swebench.com leaderboards',
  words,
  besides: ['csv', 'json', 'jsonl'],

  recognises: ({ kind, head }) => kind === 'json' && isObject(head) && Array.isArray(head['leaderboards']),

  async read(input) {
    const entries: Entry[] = [];
    for (const file of input.files) entries.push(...(await entriesOf(file, input)));
    const detailed = entries.filter(({ entry }) => isObject(entry['per_instance_details']));
    const benchmark = chooseBenchmark(
      (detailed.length > 0 ? detailed : entries).map(({ board }) => board),
      input.choices.benchmark,
      input.source,
    );
    const cells = cellsOf('leaderboards', words, input.choices);
    const rows: ModelRow[] = [];
    const chosen = detailed.filter(({ board }) => benchmark.isChosen(board));
    for (const { board, file, at, entry } of chosen) {
      const id = benchmark.prefix(board) + idOf(entry);
      const place = { file, at };
      const details = detailWords(entry['per_instance_details'], file, `${at}.per_instance_details`);
      cells.addModel(id);
      for (const [task, word] of details) cells.add({ model: id, task, word, place });
      rows.push(rowOf(id, entry, place));
    }
    const bare = entries.filter(
      ({ board, entry }) => benchmark.isChosen(board) && !isObject(entry['per_instance_details']),
    );
    const table = cells.table(input.source);
    return {
      ...table,
      ...bareSheets,
      modelRows: { source: input.source, rows },
      mapping: cells.mapping(),
      notes:
        bare.length === 0
          ? table.notes
          : [
              ...table.notes,
              withoutDetails(
                input.source,
                bare.map(({ entry }) => idOf(entry)),
              ),
            ],
      detail: benchmark.describe('leaderboard', chosen.length === 1 ? '1 entry' : `${chosen.length} entries`),
    };
  },
};

async function entriesOf(file: FormatInput['files'][number], input: FormatInput): Promise<Entry[]> {
  const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
  const root = objectAt(parseForeignJson(text, { file: file.name }), { file: file.name });
  const boards = arrayAt(root['leaderboards'], { file: file.name, at: 'leaderboards' });
  return boards.flatMap((value, b) => {
    const at = `leaderboards[${b}]`;
    const board = objectAt(value, { file: file.name, at });
    const results = arrayAt(board['results'] ?? [], { file: file.name, at: `${at}.results` });
    return results.map((entry, r) => ({
      board: textOf(board['name']) ?? '',
      file: file.name,
      at: `${at}.results[${r}]`,
      entry: objectAt(entry, { file: file.name, at: `${at}.results[${r}]` }),
    }));
  });
}

const idOf = (entry: JsonObject) => textOf(entry['folder']) ?? textOf(entry['name']) ?? '';

function rowOf(id: string, entry: JsonObject, place: ModelRow['place']): ModelRow {
  const date = textOf(entry['date'])?.slice(0, 10) ?? null;
  return modelRow({
    id,
    place,
    label: textOf(entry['name']),
    date: date !== null && /^\d{4}(-\d\d(-\d\d)?)?$/.test(date) ? date : dateFromName(id),
    ...submissionOfTags(texts(entry['tags'])),
  });
}
