/** The samples of one Inspect log, cut down to what a verdict needs; one log is held at a time. */
import type { Place } from '../../errors.ts';
import { readWholeText } from '../bytes.ts';
import { arrayAt, idAt, isObject, type JsonObject, objectAt, parseForeignJson, textOf } from '../json.ts';
import type { SourceFile } from '../source.ts';
import type { FormatInput } from './format.ts';
import { filesBeside, nameAbove } from './paths.ts';

export interface InspectSample {
  readonly id: string;
  readonly epoch: number;
  /** By scorer, each `{value}`; null when there is none. */
  readonly scores: JsonObject | null;
  readonly isError: boolean;
  readonly place: Place;
}

export interface InspectLog {
  readonly file: SourceFile;
  readonly model: string;
  readonly task: string;
  readonly run: string;
  readonly date: string | null;
  readonly samples: readonly InspectSample[];
}

/** A log is one JSON document, or the header.json of an `.eval` with its samples beside it. */
export async function inspectLog(file: SourceFile, input: FormatInput): Promise<InspectLog> {
  const root = objectAt(await jsonOf(file, input), { file: file.name });
  const about = objectAt(root['eval'], { file: file.name, at: 'eval' });
  const created = textOf(about['created']);
  return {
    file,
    model: textOf(about['model']) ?? '(unnamed)',
    task: textOf(about['task']) ?? '',
    run: textOf(about['run_id']) ?? created ?? file.name,
    date: /^\d{4}-\d\d-\d\d/.exec(created ?? '')?.[0] ?? null,
    samples: Array.isArray(root['samples'])
      ? samplesOf(root['samples'], file)
      : await packedSamples(file, input),
  };
}

function samplesOf(list: readonly unknown[], file: SourceFile): InspectSample[] {
  return list.map((value, i) => sampleOf(value, { file: file.name, at: `samples[${i}]` }));
}

/** summaries.json holds every score and no transcript; the samples are read where it falls short of them. */
async function packedSamples(header: SourceFile, input: FormatInput): Promise<InspectSample[]> {
  const samples = filesBeside(header, input.all, 'samples');
  const summaries = filesBeside(header, input.all).find((file) => nameAbove(file, 0) === 'summaries.json');
  if (summaries !== undefined) {
    const list = arrayAt(await jsonOf(summaries, input), { file: summaries.name });
    const isWhole = list.every(
      (value) => isObject(value) && (isObject(value['scores']) || value['error'] != null),
    );
    if (isWhole && list.length >= samples.length) {
      return list.map((value, i) => sampleOf(value, { file: summaries.name, at: `[${i}]` }));
    }
  }
  const found: InspectSample[] = [];
  for (const file of samples) found.push(sampleOf(await jsonOf(file, input), { file: file.name }));
  return found;
}

function sampleOf(value: unknown, place: Place): InspectSample {
  const sample = objectAt(value, place);
  return {
    id: idAt(sample['id'], { ...place, at: place.at === undefined ? 'id' : `${place.at}.id` }),
    epoch: typeof sample['epoch'] === 'number' ? sample['epoch'] : 1,
    scores: isObject(sample['scores']) ? slim(sample['scores']) : null,
    isError: sample['error'] !== undefined && sample['error'] !== null,
    place,
  };
}

/** Without answers and explanations, which may be long. */
function slim(scores: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(scores).map(([name, score]) => [
      name,
      { value: isObject(score) ? score['value'] : score },
    ]),
  );
}

async function jsonOf(file: SourceFile, input: FormatInput): Promise<unknown> {
  return parseForeignJson(await readWholeText(file, input.tap(file), input.choices.unpackLimit), {
    file: file.name,
  });
}
