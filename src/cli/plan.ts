import { Command } from 'commander';
import { DEFAULT_PLAN_OPTIONS, resolvePlanOptions } from '../decisions/plan/options.ts';
import { plan } from '../decisions/plan/plan.ts';
import { ALLOCATIONS, MECHANISMS, type Plan, type PlanOptions } from '../decisions/plan/types.ts';
import { InputError, quoteValue } from '../errors.ts';
import { addLeaderboardOptions, type LeaderboardFlags, loadLeaderboard } from './leaderboard-input.ts';
import { numberOf, optionalNumber } from './numbers.ts';
import { note, printJson, printResult, writeWhole } from './output.ts';
import { planText } from './plan-text.ts';

interface Flags extends LeaderboardFlags {
  readonly gap?: string;
  readonly power?: string;
  readonly level?: string;
  readonly share?: string[];
  readonly allocation?: string;
  readonly mechanism?: string;
  readonly weights?: string;
  readonly audited?: string;
  readonly hackable?: string;
  readonly simulate?: string;
  readonly attempts?: string;
  readonly missing?: string;
  readonly strata?: boolean;
  readonly seed?: string;
  readonly figure?: string;
  readonly report?: string;
  readonly json?: boolean;
}

const standard = DEFAULT_PLAN_OPTIONS;

/** `passgap plan` */
export function planCommand(): Command {
  const command = new Command('plan').description(
    'how many tasks to audit to find a gap: power at task level, and the smallest gap that the audit at hand finds',
  );
  addLeaderboardOptions(command);
  return command
    .option('--gap <pp>', `to detect, in percentage points (default ${100 * standard.gap})`)
    .option('--power <percent>', `wanted (default ${standard.power})`)
    .option('--level <percent>', `the test is two-sided at 100 less this (default ${standard.level})`)
    .option(
      '--share <shares...>',
      'of audited tasks that come out hackable: 0.3, or STRATUM=0.3 for each (default: from --flags)',
    )
    .option('--allocation <rule>', `${ALLOCATIONS.join(', ')} (default ${standard.allocation})`)
    .option(
      '--mechanism <name>',
      `of the gap: ${MECHANISMS.join(' (of task scores) or ')} (made passes) (default ${standard.mechanism})`,
    )
    .option('--weights <name>', `over strata: flagged, all or mh (default ${standard.weights})`)
    .option('--audited <n>', 'with --hackable: an audit at hand by its sizes, in place of --flags')
    .option('--hackable <n>', 'hackable tasks among the audited ones')
    .option('--simulate <n>', `draws of each simulation, 0 for none (default ${standard.simulate})`)
    .option('--attempts <1>', '1 keeps pass@1 submissions only (default: all)')
    .option(
      '--missing <policy>',
      `exclude, or fail to count missing outcomes as fails (default ${standard.missing})`,
    )
    .option('--no-strata', 'take all tasks as one stratum')
    .option('--seed <n>', `of every random draw (default ${standard.seed})`)
    .option('--figure <file.svg>', 'write the power curve')
    .option('--report <file.html>', 'write the plan as a page')
    .option('--json', 'print the result as one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  $ passgap plan --outcomes outcomes.csv --tasks tasks.csv --flags pilot.csv --gap 10\n' +
        '  $ passgap plan --outcomes outcomes.csv --tasks tasks.csv --share 0.3 --audited 49 --hackable 14',
    )
    .action(async (flags: Flags) => {
      const options = resolvePlanOptions(optionsOf(flags));
      const { leaderboard } = await loadLeaderboard(flags);
      const result = plan(leaderboard, options);
      if (flags.figure !== undefined) {
        writeWhole(flags.figure, await figureOf(result));
        note(`wrote ${flags.figure}`);
      }
      if (flags.report !== undefined) {
        const { planHtml } = await import('../report/planning.ts');
        writeWhole(flags.report, await planHtml(result));
        note(`wrote ${flags.report}`);
      }
      if (flags.json) printJson(result);
      else printResult(planText(result));
    });
}

function optionsOf(flags: Flags): Partial<PlanOptions> {
  const gap = optionalNumber('--gap', flags.gap);
  const sizes =
    flags.audited === undefined && flags.hackable === undefined
      ? undefined
      : {
          audited: optionalNumber('--audited', flags.audited) ?? Number.NaN,
          hackable: optionalNumber('--hackable', flags.hackable) ?? Number.NaN,
        };
  if (flags.share === undefined && flags.flags === undefined && sizes === undefined) {
    throw new InputError('is missing: say which share of audited tasks comes out hackable, or give --flags', {
      file: '--share',
    });
  }
  const given = {
    gap: gap === undefined ? undefined : gap / 100,
    power: optionalNumber('--power', flags.power),
    level: optionalNumber('--level', flags.level),
    share: flags.share === undefined ? undefined : sharesOf(flags.share),
    allocation: flags.allocation,
    mechanism: flags.mechanism,
    weights: flags.weights,
    sizes,
    simulate: optionalNumber('--simulate', flags.simulate),
    attempts: flags.attempts,
    missing: flags.missing,
    stratify: flags.strata === false ? false : undefined,
    seed: optionalNumber('--seed', flags.seed),
  };
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<PlanOptions>;
}

/** One number, or `STRATUM=number` words. */
function sharesOf(words: readonly string[]): number | Record<string, number> {
  if (words.length === 1 && !words[0].includes('=')) return numberOf('--share', words[0]);
  const shares: Record<string, number> = {};
  for (const word of words) {
    const cut = word.lastIndexOf('=');
    const name = word.slice(0, cut);
    if (cut < 0 || Object.hasOwn(shares, name)) {
      throw new InputError(
        `${quoteValue(word)} is not allowed; give one number, or STRATUM=number once for every stratum`,
        { file: '--share' },
      );
    }
    shares[name] = numberOf('--share', word.slice(cut + 1));
  }
  return shares;
}

async function figureOf(result: Plan): Promise<string> {
  const { powerCurve } = await import('../report/figures/power-curve.ts');
  const { renderSvg } = await import('../report/render.ts');
  const { name, title, description, spec } = powerCurve(result);
  return `${await renderSvg(spec, { id: name, title, description, colours: 'light', background: true })}\n`;
}
