/** What is kept of a study's reconstruction: computed once by bench/reconstruct-summary.ts, re-checked by a test. */

import {
  RAJAN_2026_RECONSTRUCTION,
  RAJAN_2026_RECONSTRUCTION_UNSTRATIFIED,
} from './rajan-2026-reconstruction.ts';
import type { ReconstructionSummary } from './reconstruct/summary.ts';
import type { Study } from './study.ts';

export interface StudyReconstruction {
  /** From the primary figures alone. */
  readonly primary: ReconstructionSummary;
  /** With the gap without strata too. */
  readonly unstratified: ReconstructionSummary;
}

/** null for a study without one. It holds ranges over hypothetical flags, and is no data. */
export function studyReconstruction(study: Study): StudyReconstruction | null {
  return study.id === 'rajan-2026'
    ? { primary: RAJAN_2026_RECONSTRUCTION, unstratified: RAJAN_2026_RECONSTRUCTION_UNSTRATIFIED }
    : null;
}
