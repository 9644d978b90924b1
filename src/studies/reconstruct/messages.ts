/** Texts that go with every reconstruction. */

export const caveats = (study: string, candidates: number): readonly string[] => [
  `This is a reconstruction: assignments of flags that give the published figures of ${study}, found by a search. The true flags are unpublished.`,
  `The sample of ${candidates} candidate tasks is a hypothesis; the study does not name its tasks.`,
  'The search is not exhaustive: a range over its solutions is over what was found, and can only be wider over all.',
];

export const nothingFound = (rule: string, restarts: number, distance: number): string =>
  `${rule}: no assignment gave the published figures in ${restarts} starts; the closest was ${distance.toPrecision(3)} away. That is no proof that there is none.`;

export const unconfirmed = (rule: string, n: number): string =>
  `${rule}: ${n} found by the search were not confirmed by analyze and are left out`;

export const interrupted = (rule: string, restarts: number): string =>
  `${rule}: stopped after ${restarts} starts; what was found by then is kept`;

export const saturatedModels = (rule: string, least: number, most: number, all: number): string =>
  `${rule}: ${least === most ? least : `${least} to ${most}`} of ${all} models are pooled; the others have no variance in the sample and are left out`;
