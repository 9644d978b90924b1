/**
 * Makes what is kept of the reconstruction of rajan-2026, each part in turn:
 *
 *     npx tsx bench/reconstruct-summary.ts primary        reports/rajan-2026-reconstruction.json
 *     npx tsx bench/reconstruct-summary.ts unstratified   reports/rajan-2026-reconstruction-unstratified.json
 *     npx tsx bench/reconstruct-summary.ts summary        src/studies/rajan-2026-reconstruction.ts from the two
 *
 * The searches take tens of minutes each; seeds and options stand in the files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { nodeRuntime } from '../src/analysis/node-runtime.ts';
import { embeddedLeaderboard } from '../src/studies/embedded.ts';
import { reconstruct } from '../src/studies/reconstruct/reconstruct.ts';
import { reconstructionSummary } from '../src/studies/reconstruct/summary.ts';
import type { Reconstruction } from '../src/studies/reconstruct/types.ts';
import { loadStudy } from '../src/studies/study.ts';

const PARTS = {
  primary: { file: 'reports/rajan-2026-reconstruction.json', unstratified: false, keep: 12, restarts: 1000 },
  unstratified: {
    file: 'reports/rajan-2026-reconstruction-unstratified.json',
    unstratified: true,
    keep: 12,
    restarts: 300,
  },
} as const;

async function run(part: keyof typeof PARTS): Promise<void> {
  const { file, ...options } = PARTS[part];
  // The outcomes are the same whatever the flag set; its flags are replaced.
  const leaderboard = embeddedLeaderboard('utboost');
  const onProgress = (rule: string, found: number) => process.stderr.write(`\r${rule}: ${found} found   `);
  const result = await reconstruct(
    leaderboard,
    loadStudy('rajan-2026'),
    { ...options, seed: 1, permutations: 10_000, onProgress },
    nodeRuntime({ threads: 1 }),
  );
  writeFileSync(file, `${JSON.stringify(result, null, 1)}\n`);
  process.stderr.write('\n');
}

function writeSummary(): void {
  const read = (part: keyof typeof PARTS) =>
    reconstructionSummary(JSON.parse(readFileSync(PARTS[part].file, 'utf8')) as Reconstruction);
  const value = (part: keyof typeof PARTS) => JSON.stringify(read(part));
  writeFileSync(
    'src/studies/rajan-2026-reconstruction.ts',
    `/**
 * Ranges over reconstructed flags of rajan-2026: NOT data. The true flags are unpublished and the sample is a
 * hypothesis. Made by bench/reconstruct-summary.ts; don't edit, but format it. The solutions stand in reports/.
 */
import type { ReconstructionSummary } from './reconstruct/summary.ts';

/** From the primary figures alone: gap, interval, I2, positives. */
export const RAJAN_2026_RECONSTRUCTION: ReconstructionSummary = ${value('primary')};

/** With the mean gap without strata too, which is from a secondary source. */
export const RAJAN_2026_RECONSTRUCTION_UNSTRATIFIED: ReconstructionSummary = ${value('unstratified')};
`,
  );
}

const part = process.argv[2];
if (part === 'primary' || part === 'unstratified') await run(part);
else if (part === 'summary') writeSummary();
else console.log('usage: npx tsx bench/reconstruct-summary.ts primary | unstratified | summary');
