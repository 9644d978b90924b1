import { Command } from 'commander';
import { InputError } from '../errors.ts';
import { type MetaAnalysis, type MetaRequest, metaAnalysis } from '../meta/meta-analysis.ts';
import { rCall } from '../meta/r-call.ts';
import type { EffectData } from '../meta/types.ts';
import { type EffectsTable, effectSheet, effectsFromSheet, numberColumn } from '../read/effects-table.ts';
import { readText } from '../read/text.ts';
import { addMetaOptions, effectColumns, type MetaFlags, metaRequest, rCallInput } from './meta-options.ts';
import { metaText } from './meta-text.ts';
import { note, printJson, printResult } from './output.ts';

/** Writes the report of a meta-analysis; the command offers `--report` where one is given. */
export type MetaReport = (
  path: string,
  result: MetaAnalysis,
  effects: EffectsTable,
  request: MetaRequest,
) => Promise<void>;

/** `passgap meta` */
export function metaCommand(report?: MetaReport): Command {
  const command = new Command('meta')
    .description(
      'random-effects meta-analysis of a table of effects (from R, Python, a paper, or passgap itself)',
    )
    .argument('<file>', 'CSV, TSV or JSON with a row an effect; - reads stdin');
  addMetaOptions(command);
  if (report !== undefined) command.option('--report <file.html>', 'write the report');
  return command
    .addHelpText(
      'after',
      '\nExamples:\n  $ passgap meta effects.csv\n  $ passgap meta effects.csv --se sei --mods year,setting --diagnostics\n  $ passgap meta paper.tsv --yi OR --ci-lower low --ci-upper high --log --r',
    )
    .action(async (file: string, flags: MetaFlags) => {
      const sheet = effectSheet(readText(file), file === '-' ? 'stdin' : file);
      const effects = effectsFromSheet(sheet, effectColumns(flags));
      const request: MetaRequest = metaRequest(flags, sheet);
      const result = namingFile(sheet.file, () => metaAnalysis(dataOf(effects, flags), request));
      const warned = { ...result, warnings: [...effects.warnings, ...result.warnings] };
      const code = flags.r ? rCall(rCallInput(file, flags, effects, request)) : null;
      if (flags.report !== undefined && report !== undefined) {
        await report(flags.report, warned, effects, request);
        note(`wrote ${flags.report}`);
      }
      if (flags.json) printJson(code === null ? warned : { ...warned, rCall: code });
      else printResult(metaText(warned, flags) + (code === null ? '' : `\n\n${code}`));
    });
}

/** A fault that names a row names the file too. */
function namingFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof InputError) || cause.place.row === undefined) throw cause;
    throw new InputError(cause.message, { file }, { cause });
  }
}

function dataOf(effects: EffectsTable, { weights }: MetaFlags): EffectData {
  const { yi, vi, slab, sheet } = effects;
  if (weights === undefined) return { yi, vi, slab };
  return { yi, vi, slab, weights: numberColumn(sheet, weights).map((weight) => weight ?? Number.NaN) };
}
