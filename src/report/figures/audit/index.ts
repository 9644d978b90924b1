/** Figures of an audit, by part. */
import type { AuditAll } from '../../../audit/all.ts';
import type { PartName } from '../../../audit/types.ts';
import type { Figure } from '../figure.ts';
import { bestAtK } from './best-at-k.ts';
import { breakEvenCurve } from './break-even.ts';
import { eqsRanking } from './eqs-ranking.ts';
import { gateFlow } from './gate-flow.ts';
import { judgeAgreement } from './judge-agreement.ts';
import { monitorChange } from './monitor-change.ts';

/**
 * The figure of every part that ran and has one.
 *
 * @example auditFigures(await audit.auditAll({ gate: audit.evidenceRows('gate', text) })).map(({ part }) => part) // ['gate']
 */
export function auditFigures({ parts }: Pick<AuditAll, 'parts'>): { part: PartName; figure: Figure }[] {
  const made: [PartName, Figure | null][] = [
    ['eqs', parts.eqs && eqsRanking(parts.eqs)],
    ['gate', parts.gate && gateFlow(parts.gate)],
    ['verifiers', parts.verifiers && bestAtK(parts.verifiers)],
    ['monitor', parts.monitor && monitorChange(parts.monitor)],
    ['judges', parts.judges && judgeAgreement(parts.judges)],
    ['reward', parts.reward && breakEvenCurve(parts.reward)],
  ];
  return made.flatMap(([part, figure]) => (figure === null ? [] : [{ part, figure }]));
}
