/** Where evidence comes from: EvalPlus results, or one leaderboard under two sets of tests. */
import { InputError } from '../errors.ts';
import { sums } from './bytes.ts';
import { DEFAULT_CHOICES, type ReadChoices } from './choices.ts';
import { detect } from './detect.ts';
import { type Evidence, evidenceOfOutcomes, type Judged } from './evidence.ts';
import { eachSample, evalplus } from './formats/evalplus.ts';
import { type InputSum, type ReadResult, readLeaderboard } from './leaderboard.ts';
import { cellAt } from './merge.ts';
import { noSharedCells } from './messages.ts';
import { openSource } from './source.ts';

export interface EvidenceResult extends Evidence {
  readonly recognised: string;
  readonly inputs: readonly InputSum[];
}

/** EvalPlus: a sample that passes the original tests (base) and fails the extended ones (plus) is wrong. */
export async function evidenceOfEvalplus(
  paths: readonly string[],
  choices: ReadChoices = DEFAULT_CHOICES,
): Promise<EvidenceResult> {
  const judged: Judged[] = [];
  const inputs: InputSum[] = [];
  let files = 0;
  for (const path of paths) {
    const source = await openSource(path, choices.unpackLimit);
    const sum = sums(path);
    for (const { file } of (await detect(source, evalplus)).files) {
      files++;
      await eachSample(file, { choices, tap: sum.tap }, ({ task, base, plus }) => {
        const wrong = plus === null ? null : plus !== 'pass';
        judged.push({ task, passed: base === 'pass', wrong });
      });
    }
    inputs.push({ role: 'outcomes', source: path, sha256: sum.digest() });
  }
  const recognised = `${paths.join(', ')}: EvalPlus results, ${files} file${files === 1 ? '' : 's'}.`;
  return { ...evidenceOfOutcomes(judged), recognised, inputs };
}

/**
 * The same solutions under the original tests (`base`) and under better ones (`plus`), in any format: a cell
 * that passes the first and fails the second is a wrong solution that was accepted. With several attempts in a
 * cell, as many are wrong as the passes that are lost.
 */
export async function evidenceOfPair(
  base: readonly string[],
  plus: readonly string[],
  choices: Partial<ReadChoices> = {},
): Promise<EvidenceResult> {
  const before = await readLeaderboard({ outcomes: base, choices });
  const after = await readLeaderboard({ outcomes: plus, choices });
  const judged = [...pairs(before, after)];
  if (judged.length === 0) throw new InputError(noSharedCells(base.join(', ')), { file: plus.join(', ') });
  return {
    ...evidenceOfOutcomes(judged),
    recognised: `${before.recognised} ${after.recognised}`,
    inputs: [...before.inputs, ...after.inputs],
  };
}

function* pairs({ leaderboard: before }: ReadResult, { leaderboard: after }: ReadResult): Generator<Judged> {
  const rows = new Map(after.models.map((model, m) => [model.id, m]));
  const columns = new Map(after.tasks.map((task, t) => [task.id, t]));
  for (const [m, model] of before.models.entries()) {
    const row = rows.get(model.id);
    if (row === undefined) continue;
    for (const [t, { id: task }] of before.tasks.entries()) {
      const cell = cellAt(before.outcomes, m, t);
      if (cell === null) continue;
      const column = columns.get(task);
      const better = column === undefined ? null : cellAt(after.outcomes, row, column);
      const kept = better === null ? null : Math.min(better.passes, cell.passes);
      for (let i = 0; i < cell.attempts; i++) {
        const passed = i < cell.passes;
        yield { task, passed, wrong: !passed || kept === null ? null : i >= kept };
      }
    }
  }
}
