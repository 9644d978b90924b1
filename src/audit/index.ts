/** The audit as a library: a pure function a part, the whole audit, schemas and views. */
export {
  type AuditAll,
  type AuditAllOptions,
  type AuditEvidence,
  auditAll,
  flagLeaderboard,
  type PartResults,
  runPart,
} from './all.ts';
export { type EqsEvidence, type EqsOptions, type EqsResult, eqs } from './eqs/eqs.ts';
export { evidenceRows } from './evidence/read.ts';
export { PARTS, type RowOf, TABLES, type TableName } from './evidence/registry.ts';
export { partSchema, schemaText } from './evidence/schema-text.ts';
export { type RawTable, readRows } from './evidence/table.ts';
export { type GateEvidence, type GateResult, gate } from './gate/gate.ts';
export {
  flagRows,
  type HackabilityEvidence,
  type HackabilityResult,
  hackability,
} from './hackability/hackability.ts';
export { cohenKappa, fleissKappa, krippendorffAlpha } from './judges/agreement.ts';
export { kendallTauB } from './judges/correlation.ts';
export { type JudgesEvidence, type JudgesOptions, type JudgesResult, judges } from './judges/judges.ts';
export { type MonitorEvidence, type MonitorOptions, type MonitorResult, monitor } from './monitor/monitor.ts';
export { groupAdvantages } from './reward/advantage.ts';
export { breakEven } from './reward/break-even.ts';
export { type RewardEvidence, type RewardOptions, type RewardResult, reward } from './reward/reward.ts';
export { similarity } from './reward/similarity.ts';
export { PART_NAMES, type PartName } from './types.ts';
export { bestAtK, passAtK } from './verifiers/at-k.ts';
export { capSuccesses } from './verifiers/capping.ts';
export { executionFreeScore } from './verifiers/scores.ts';
export {
  type VerifiersEvidence,
  type VerifiersOptions,
  type VerifiersResult,
  verifiers,
} from './verifiers/verifiers.ts';
export { auditViews, partView, viewMarkdown } from './view/index.ts';
export type { PartView, ViewTable } from './view/types.ts';
