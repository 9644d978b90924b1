import { Command } from 'commander';
import { InputError } from '../errors.ts';
import { STATUSES } from '../leaderboard/types.ts';
import { DEFAULT_CHOICES } from '../read/choices.ts';
import { type Evidence, evidenceCsv, evidenceOfExploits } from '../read/evidence.ts';
import { type EvidenceResult, evidenceOfEvalplus, evidenceOfPair } from '../read/evidence-sources.ts';
import { readTable } from '../read/leaderboard.ts';
import { note, printJson, printResult, writeWhole } from './output.ts';
import { addReadOptions, type ReadFlags, readChoices } from './read-options.ts';
import { paragraph, textTable } from './table.ts';

interface Flags extends ReadFlags {
  readonly exploits?: string;
  readonly base?: string[];
  readonly plus?: string[];
  readonly output?: string;
  readonly json?: boolean;
}

/** `passgap flags` */
export function flagsCommand(): Command {
  const command = new Command('flags')
    .description('which tasks are hackable, from evidence of wrong solutions that their tests accept')
    .argument('[evalplus...]', 'EvalPlus result files or folders: base passes, plus fails')
    .option(
      '--exploits <table>',
      'CSV task,exploits (confirmed, by task) or task,passed,wrong (a row a candidate)',
    )
    .option('--base <paths...>', 'outcomes under the original tests, in any format; with --plus')
    .option('--plus <paths...>', 'the same solutions under better tests')
    .option('-o, --output <file.csv>', 'write the flags table there (default: stdout)')
    .option('--json', 'print the evidence as one JSON document');
  return addReadOptions(command)
    .addHelpText(
      'after',
      '\nExamples:\n  $ passgap flags results/ -o flags.csv\n  $ passgap flags --exploits confirmed.csv -o flags.csv\n  $ passgap flags --base before/ --plus after/ -o flags.csv',
    )
    .action(async (evalplus: string[], flags: Flags) => {
      const evidence = await evidenceOf(evalplus, flags);
      const csv = evidenceCsv(evidence);
      if (flags.output !== undefined) writeWhole(flags.output, csv);
      if (flags.json) printJson(evidence);
      else if (flags.output === undefined) printResult(csv);
      else printResult(`${summary(evidence)}\n\nwrote ${flags.output}`);
      if (flags.output === undefined || flags.json) note(summary(evidence));
    });
}

async function evidenceOf(evalplus: readonly string[], flags: Flags): Promise<EvidenceResult> {
  const isPair = flags.base !== undefined || flags.plus !== undefined;
  const given = [evalplus.length > 0, flags.exploits !== undefined, isPair].filter((is) => is).length;
  if (given !== 1) {
    throw new InputError(
      'flags needs one kind of evidence: EvalPlus results, or --exploits TABLE, or --base with --plus',
    );
  }
  const choices = readChoices(flags);
  if (flags.exploits !== undefined) {
    const { table, sha256 } = await readTable(flags.exploits, choices.unpackLimit);
    const evidence = evidenceOfExploits(table);
    const recognised = `${table.file}: confirmed exploits, ${evidence.rows.length} tasks.`;
    return { ...evidence, recognised, inputs: [{ role: 'flags', source: table.file, sha256 }] };
  }
  if (!isPair) return evidenceOfEvalplus(evalplus, { ...DEFAULT_CHOICES, ...choices });
  if (flags.base === undefined || flags.plus === undefined) {
    throw new InputError('--base and --plus belong together: the same solutions under two sets of tests');
  }
  return evidenceOfPair(flags.base, flags.plus, choices);
}

function summary(evidence: Evidence & { readonly recognised: string }): string {
  const table = textTable(
    [{ title: 'status' }, { title: 'tasks', align: 'right' }],
    STATUSES.map((status) => [
      status,
      String(evidence.rows.filter((row) => row.status === status).length),
    ]).filter(([, count]) => count !== '0'),
  );
  return [paragraph(evidence.recognised), table, paragraph(evidence.sentence)].join('\n\n');
}
