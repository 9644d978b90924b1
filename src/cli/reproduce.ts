import { Command } from 'commander';
import { reproduce } from '../studies/reproduce.ts';
import { loadStudy } from '../studies/study.ts';
import { longWork } from './long-work.ts';
import { numberOf } from './numbers.ts';
import { note, printJson, printResult, toJson, writeWhole } from './output.ts';
import {
  addReconstructOptions,
  type ReconstructFlags,
  reconstructionText,
  reconstructStudy,
} from './reconstruct.ts';
import { reproductionText } from './reproduction-table.ts';

interface Flags extends ReconstructFlags {
  readonly json?: boolean;
  readonly out: string;
}

/** `passgap reproduce [STUDY]` */
export function reproduceCommand(): Command {
  const command = new Command('reproduce')
    .description('a published study beside what the embedded data give; writes its report')
    .argument('[study]', 'the study', 'rajan-2026')
    .option('-o, --out <folder>', 'where STUDY.html and STUDY.json go', 'reports')
    .option('--permutations <n>', 'draws of each permutation test', '10000')
    .option('--seed <n>', 'of every random draw', '1');
  return addReconstructOptions(command)
    .option('--json', 'print the JSON document instead of the table')
    .addHelpText('after', '\nExample:\n  $ passgap reproduce rajan-2026')
    .action(async (id: string, flags: Flags) => {
      const study = loadStudy(id);
      if (flags.reconstruct) {
        const found = await reconstructStudy(study, flags);
        writeWhole(`${flags.out}/${id}-reconstruction-anew.json`, `${toJson(found)}\n`);
        if (flags.json) printJson(found);
        else printResult(reconstructionText(found));
        note(`wrote ${flags.out}/${id}-reconstruction-anew.json`);
        return;
      }
      const options = {
        permutations: numberOf('--permutations', flags.permutations),
        seed: numberOf('--seed', flags.seed),
      };
      const result = await longWork((runtime) => reproduce(study, options, runtime));
      const json = toJson(result);
      const { reproductionHtml } = await import('../report/reproduction.ts');
      const page = await reproductionHtml(result);
      writeWhole(`${flags.out}/${id}.html`, page);
      writeWhole(`${flags.out}/${id}.json`, `${json}\n`);
      if (flags.json) printJson(result);
      else printResult(reproductionText(result));
      note(`wrote ${flags.out}/${id}.html and ${flags.out}/${id}.json`);
    });
}
