/** Names taken from where a file lies. */
import type { SourceFile } from '../source.ts';

/** The name `up` folders above the file; 0 is the file itself. '' past the root. */
export const nameAbove = (file: SourceFile, up: number): string => file.parts.at(-1 - up) ?? '';

/** File name without `.gz` and the given endings. */
export function stem(file: SourceFile, endings: RegExp): string {
  return nameAbove(file, 0).replace(/\.gz$/i, '').replace(endings, '');
}

/** Tools that keep a model's name in a path write `/` as `__`. */
export const modelFromPath = (name: string): string => name.replaceAll('__', '/');

/** `20250112_name` starts with a date: `2025-01-12`; null where there is none. */
export function dateFromName(name: string): string | null {
  const match = /^(20\d\d)(\d\d)(\d\d)(?:_|-|$)/.exec(name);
  if (match === null) return null;
  const [, year, month, day] = match;
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
    ? `${year}-${month}-${day}`
    : null;
}

/** Groups files by a key, in the order in which the keys come. */
export function groupBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

const folderOf = (file: SourceFile): string => file.parts.slice(0, -1).join('/');

const indexes = new WeakMap<readonly SourceFile[], Map<string, SourceFile[]>>();

/** The files of `all` that lie in the folder of `file`, or in its subfolder `below`. */
export function filesBeside(
  file: SourceFile,
  all: readonly SourceFile[],
  below?: string,
): readonly SourceFile[] {
  const index = indexes.get(all) ?? groupBy(all, (one) => folderOf(one));
  indexes.set(all, index);
  const folder = folderOf(file);
  return index.get(below === undefined ? folder : `${folder}/${below}`) ?? [];
}
