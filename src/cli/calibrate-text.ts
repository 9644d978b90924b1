/** A calibration on a terminal. */
import { hasStrata } from '../analysis/verdict.ts';
import { count, effect, effectSpread, levelText, NOT_ESTIMABLE, percent } from '../format.ts';
import type { CalibrateOptions } from '../inference/calibration/design.ts';
import type { CalibrationResult } from '../inference/calibration/summary.ts';
import { paragraph, strong, textTable } from './table.ts';

export function calibrationText(result: CalibrationResult, options: CalibrateOptions): string {
  const blocks = [
    ...calibrationBlocks(result, options),
    [
      strong('Strata'),
      textTable(
        [
          { title: 'stratum' },
          { title: 'tasks to draw from', align: 'right' },
          { title: 'audited', align: 'right' },
          { title: 'flagged', align: 'right' },
        ],
        result.strata.map((s) => [s.stratum || 'all', count(s.tasks), count(s.audited), count(s.hackable)]),
      ),
    ],
  ];
  if (result.warnings.length > 0) {
    blocks.push([strong('Note'), ...result.warnings.map((text) => paragraph(text, '- '))]);
  }
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

/** What was drawn, every method's error rates, and the true spread: of `calibrate`, and of `analyze --calibrate`. */
export function calibrationBlocks(
  result: CalibrationResult,
  { measure, plant }: Pick<CalibrateOptions, 'measure' | 'plant'>,
): string[][] {
  const nominal = `${Number((100 - result.level).toFixed(4))} %`;
  const kind =
    plant === 0
      ? 'Placebo flags'
      : `A gap planted: ${percent(plant)} of failures on flagged tasks made passes`;
  const where =
    result.from === 'audited'
      ? 'the audited tasks stay, their flags are drawn at random'
      : 'audited tasks and flags are drawn at random from the leaderboard';
  const truth = plant === 0 ? 'there is no gap' : `the expected gap is ${effect(result.truth, measure)}`;
  return [
    [
      strong(kind),
      paragraph(
        `${count(result.draws)} draws: ${hasStrata(result.strata) ? 'within strata ' : ''}${where}, ${count(result.hackable)} flagged of ${count(result.audited)}; ${truth}. ` +
          `A test at ${nominal} ${plant === 0 ? `should call ${nominal} of the draws significant` : 'calls them with its power'}; an interval should hold the truth in ${levelText(result.level)}.`,
      ),
    ],
    [methodTable(result, measure)],
    [
      paragraph(
        `True spread of the pooled gap over the draws: ${effectSpread(result.trueSpread, measure)}. ` +
          `A method's mean standard error should be that. I2 is 0 in ${percent(result.shareI2Zero)} of the draws: ` +
          'it says nothing on how alike models are.',
      ),
    ],
  ];
}

function methodTable(result: CalibrationResult, measure: string): string {
  const range = (low: number | null, high: number | null) =>
    low === null ? '' : `${percent(low)} to ${percent(high)}`;
  return textTable(
    [
      { title: 'method' },
      { title: 'significant', align: 'right' },
      { title: 'Monte Carlo 95 %', align: 'right' },
      { title: 'coverage', align: 'right' },
      { title: 'Monte Carlo 95 %', align: 'right' },
      { title: 'mean SE', align: 'right' },
    ],
    result.methods.map((method) => [
      method.method,
      method.available === 0 ? NOT_ESTIMABLE : percent(method.rate),
      range(method.rateLower, method.rateUpper),
      method.coverage === null ? '' : percent(method.coverage),
      range(method.coverageLower, method.coverageUpper),
      method.meanSe === null ? '' : effectSpread(method.meanSe, measure),
    ]),
  );
}
