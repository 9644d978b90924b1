import { count, percent, significant } from '../../format.ts';
import type { GateResult } from '../gate/gate.ts';
import { bounds, boundsOf, columns, notesOf, type PartView, rateText, shareText } from './types.ts';

export function gateView(result: GateResult): PartView {
  const { defectRate, upgraded, judgeAlone, cost } = result;
  const shares = [
    ['judge alone would approve', judgeAlone],
    ['upgraded by gate and judge', upgraded],
    ['without retry (first attempt)', result.withoutRetry],
    ['with one vote of the judge', result.singleVote],
    ...(result.verified === null
      ? []
      : [['upgraded, exploit blocked when executed', result.verified] as const]),
  ] as const;
  return {
    part: 'gate',
    title: 'Gate on the reference solution',
    sentences: [
      `Of the decisive tests ${shareText(defectRate)} fail on the reference solution (Wilson over tests ${boundsOf(defectRate, 'Wilson')}; tasks as clusters ${bounds(defectRate.clustered.interval)}).`,
      `The judge alone would approve a test for ${rateText(judgeAlone)} of the tasks; gate and judge upgrade ${rateText(upgraded)}.`,
      ...(cost === null
        ? []
        : [`Cost ${significant(cost.total)}, per upgraded task ${significant(cost.perUpgraded)}.`]),
    ],
    tables: [
      {
        name: 'gate-shares',
        caption: 'Tasks, from the same proposed tests',
        columns: columns('rule', '>tasks', '>Wilson', '>Clopper-Pearson'),
        rows: shares.map(([name, share]) => [
          name,
          rateText(share),
          boundsOf(share, 'Wilson'),
          boundsOf(share, 'Clopper-Pearson'),
        ]),
      },
      {
        name: 'gate-attempts',
        caption: 'Upgraded tasks by attempt, cumulative',
        columns: columns('>attempt', '>tests', '>upgraded', '>Wilson', '>cost so far'),
        rows: result.byAttempt.map((point) => [
          count(point.attempt),
          count(point.tests),
          rateText(point.upgraded),
          boundsOf(point.upgraded, 'Wilson'),
          significant(point.cost),
        ]),
      },
      {
        name: 'gate-tasks',
        caption: 'Tasks',
        columns: columns(
          'task',
          '>tests',
          '>decisive',
          '>fail on reference',
          '>judge approves',
          '>upgraded at attempt',
        ),
        rows: result.tasks.map((task) => [
          task.task,
          count(task.tests),
          count(task.decisive),
          task.decisive === 0 ? 'n/a' : percent(task.failOnGold / task.decisive, 0),
          count(task.judgeApproved),
          task.upgradedAt === null ? 'never' : count(task.upgradedAt),
        ]),
      },
    ],
    notes: notesOf(result),
  };
}
