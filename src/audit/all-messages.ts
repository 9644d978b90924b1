/** Texts of the whole audit. */
export const lacks = (tables: readonly string[]) =>
  tables.length === 1 ? `no ${tables[0]} table` : `none of the tables ${tables.join(', ')}`;
export const noOutcomes = () => 'no outcomes';
export const noFlags = () => 'outcomes without flags: neither candidates nor a flags table';
export const title = () => 'Pass rates on hackable and robust tasks of the audit';
export const notOnLeaderboard = (n: number, some: string) =>
  `${n} audited task${n === 1 ? '' : 's'} without an outcome on the leaderboard: ${some}`;
export const flagsReplaced = () => 'the flags table is not used: statuses come from the candidates';
