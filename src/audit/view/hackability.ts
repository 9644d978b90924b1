import { count, percent } from '../../format.ts';
import type { GroupRates, HackabilityResult } from '../hackability/hackability.ts';
import {
  boundsOf,
  columns,
  notesOf,
  type PartView,
  rateText,
  shareWithInterval,
  type ViewTable,
} from './types.ts';

export function hackabilityView(result: HackabilityResult): PartView {
  const { overall, counts } = result;
  const rounds: ViewTable = {
    name: 'hackability-rounds',
    caption: 'Cumulative rate by round of attack',
    columns: columns(
      '>round',
      '>tasks added',
      '>of decisive tasks',
      '>Wilson',
      '>Clopper-Pearson',
      '>of all tried',
    ),
    rows: result.byRound.map(({ round, added, decisive, all }) => [
      count(round),
      count(added),
      rateText(decisive),
      boundsOf(decisive, 'Wilson'),
      boundsOf(decisive, 'Clopper-Pearson'),
      rateText(all),
    ]),
  };
  return {
    part: 'hackability',
    title: 'Hackability',
    sentences: [
      `Of the decisive tasks ${shareWithInterval(overall.decisive)}. Of all tasks tried ${rateText(overall.all)}.`,
      result.statement,
      `Statuses: ${['hackable', 'robust', 'ambiguous', 'excluded', 'unaudited'].map((s) => `${count(counts[s])} ${s}`).join(', ')}.`,
      ...(counts.ambiguous > 0 && result.bounds !== null
        ? [
            `With the ambiguous tasks either way, ${percent(result.bounds.lower)} to ${percent(result.bounds.upper)}.`,
          ]
        : []),
    ],
    tables: [
      rounds,
      groupTable('repository', result.byRepository),
      groupTable('stratum', result.byStratum),
      {
        name: 'hackability-tasks',
        caption: 'Tasks',
        columns: columns('task', 'status', '>H', '>successes', '>decisive', '>candidates', '>first round'),
        rows: result.tasks.map((task) => [
          task.task,
          task.status,
          percent(task.h),
          count(task.successes),
          count(task.decisive),
          count(task.candidates),
          task.firstRound === null ? '' : count(task.firstRound),
        ]),
      },
    ].filter((table) => table.rows.length > 0),
    notes: notesOf(result),
  };
}

function groupTable(what: string, groups: readonly GroupRates[]): ViewTable {
  return {
    name: `hackability-${what}`,
    caption: `By ${what}`,
    columns: columns(what, '>of decisive tasks', '>Wilson', '>Clopper-Pearson', '>of all tried'),
    rows: groups.map(({ name, decisive, all }) => [
      name,
      rateText(decisive),
      boundsOf(decisive, 'Wilson'),
      boundsOf(decisive, 'Clopper-Pearson'),
      rateText(all),
    ]),
  };
}
