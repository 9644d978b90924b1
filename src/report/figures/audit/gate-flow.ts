/** What becomes of proposed tests and of the tasks they are for: gold gate, judge, retries. */
import type { GateResult } from '../../../audit/gate/gate.ts';
import type { Share } from '../../../audit/types.ts';
import { count, levelText, percent } from '../../../format.ts';
import type { Colour } from '../../theme.ts';
import { type Figure, figure } from '../figure.ts';
import { type BarRow, barRows } from './bar-rows.ts';

export function gateFlow(gate: GateResult): Figure | null {
  const { counts, defectRate, tasks } = gate;
  if (counts.tests === 0) return null;
  const of = (label: string, n: number, whole: number, colour: Colour): BarRow => ({
    label,
    value: whole === 0 ? null : (100 * n) / whole,
    colour,
    text: `${count(n)} of ${count(whole)}${whole === 0 ? '' : ` = ${percent(n / whole)}`}`,
  });
  const share = (label: string, part: Share, colour: Colour): BarRow => {
    const interval = part.intervals[0];
    return {
      ...of(label, part.count, part.of, colour),
      lower: interval ? 100 * interval.lower : null,
      upper: interval ? 100 * interval.upper : null,
    };
  };
  const heading = (label: string): BarRow => ({ label, value: null, colour: 'bar', text: '' });
  const rows: BarRow[] = [
    heading('Proposed tests'),
    of('decisive on the reference', counts.decisive, counts.tests, 'bar'),
    share('of these, fail on the reference', defectRate, 'hackable'),
    share('judge approves, fail on the reference', gate.approvedButBroken, 'hackable'),
    heading('Tasks'),
    share('judge alone would approve a test', gate.judgeAlone, 'naive'),
    share('upgraded: passes gate and judge', gate.upgraded, 'robust'),
    share('upgraded with the first attempt only', gate.withoutRetry, 'robust'),
    share('upgraded with one vote of the judge', gate.singleVote, 'robust'),
    ...(gate.verified === null ? [] : [share('upgraded, and blocked when executed', gate.verified, 'aware')]),
  ];
  return figure(
    {
      name: 'gate-flow',
      title: 'What the gold gate lets through',
      subtitle: `${count(counts.tests)} tests proposed for ${count(tasks.length)} tasks; bars are shares with ${levelText(gate.level)} Wilson intervals over tests and over tasks.`,
      description: rows
        .filter((row) => row.text !== '')
        .map((row) => `${row.label}: ${row.text}.`)
        .join(' '),
    },
    barRows(rows, 'Share (%)', [0, 100]),
  );
}
