/** The two files of a submission to SWE-bench/experiments, each as a status word for every instance it names. */
import { InputError } from '../../errors.ts';
import { readWholeText } from '../bytes.ts';
import { idsAt, isObject, objectAt, parseForeignJson } from '../json.ts';
import { noList, wrongType } from '../messages.ts';
import type { SourceFile } from '../source.ts';
import type { FormatInput } from './format.ts';

/** Lists that are a verdict, the one that counts first when an id stands in several. */
const VERDICT_LISTS = [
  'resolved',
  'no_generation',
  'no_logs',
  'install_fail',
  'reset_failed',
  'no_apply',
  'test_errored',
  'test_timeout',
] as const;

/** Lists that only say how far an instance came. */
const STAGE_LISTS = ['generated', 'with_logs', 'applied'] as const;

export const LISTS: readonly string[] = [...VERDICT_LISTS, ...STAGE_LISTS];

export interface Verdicts {
  readonly words: ReadonlyMap<string, string>;
  /** Every instance that the file names, with a verdict or without. */
  readonly named: ReadonlySet<string>;
  /** Instances both in `resolved` and in a list of failures; `resolved` counts. */
  readonly contradicted: readonly string[];
}

/** results.json: an instance in no list is an ordinary failure, and not told here. */
export async function verdictsOfLists(file: SourceFile, input: FormatInput): Promise<Verdicts> {
  const place = { file: file.name };
  const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
  const root = objectAt(parseForeignJson(text, place), place);
  if (!Array.isArray(root['resolved'])) throw new InputError(noList('resolved'), place);
  const words = new Map<string, string>();
  const named = new Set<string>();
  const contradicted = new Set<string>();
  for (const list of VERDICT_LISTS) {
    for (const id of idsAt(root[list], { ...place, at: list })) {
      named.add(id);
      if (words.get(id) === 'resolved' && list !== 'resolved') contradicted.add(id);
      if (!words.has(id)) words.set(id, list);
    }
  }
  for (const list of STAGE_LISTS) {
    for (const id of idsAt(root[list], { ...place, at: list })) named.add(id);
  }
  return { words, named, contradicted: [...contradicted] };
}

/** per_instance_details.json: `{id: {resolved}}`, resolved true, false or null. */
export async function verdictsOfDetails(file: SourceFile, input: FormatInput): Promise<Verdicts> {
  const place = { file: file.name };
  const text = await readWholeText(file, input.tap(file), input.choices.unpackLimit);
  const words = detailWords(parseForeignJson(text, place), place.file);
  return { words, named: new Set(words.keys()), contradicted: [] };
}

/** `{id: {resolved}}` as status words. */
export function detailWords(value: unknown, file: string, at = ''): Map<string, string> {
  const words = new Map<string, string>();
  for (const [id, detail] of Object.entries(objectAt(value, { file, at: at || undefined }))) {
    const place = { file, at: at === '' ? id : `${at}.${id}` };
    const resolved = isObject(detail) ? detail['resolved'] : undefined;
    if (resolved === true) words.set(id, 'resolved');
    else if (resolved === false) words.set(id, 'unresolved');
    else if (resolved === null || resolved === undefined) words.set(id, 'null');
    else
      throw new InputError(wrongType(resolved, 'true, false or null'), {
        ...place,
        at: `${place.at}.resolved`,
      });
  }
  return words;
}
