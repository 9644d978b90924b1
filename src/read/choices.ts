/** The choices that change what a reader takes for a pass, with their defaults. */

export type Verdict = 'pass' | 'fail' | 'missing';
export const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'missing'];

/** Several attempts at one cell: all pooled to k of n, or only the first or last of them. */
export type SampleChoice = 'all' | 'first' | 'last';
export const SAMPLE_CHOICES: readonly SampleChoice[] = ['all', 'first', 'last'];

export interface ReadChoices {
  /** Verdict of a status word, before the format's own table: `{ empty_patch: 'missing' }`. */
  readonly status: Readonly<Record<string, Verdict>>;
  /** EvalPlus: credit for the extended tests (plus, which needs base too) or for the original ones (base). */
  readonly credit: 'plus' | 'base';
  /** lm-eval: which filter's lines count; null is the first in the file. */
  readonly filter: string | null;
  /** lm-eval and HELM: which metric; null is the first of the line, and `exact_match`. */
  readonly metric: string | null;
  /** Inspect: which scorer (`scorer` or `scorer/key` for scores that are objects); null is the first of the log. */
  readonly scorer: string | null;
  /** Which benchmark where the input holds several; `all` takes all, their names before the task ids. */
  readonly benchmark: string | null;
  /** Epochs, samples and reruns of one cell. */
  readonly samples: SampleChoice;
  /** A numeric score from here on is a pass; what is above 0 and below is partial credit, a fail. */
  readonly threshold: number;
  /** Columns of a table that stand for ours: `{ task: 'instance_id', passed: 'resolved' }`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Bytes above which a file held whole is refused. */
  readonly unpackLimit: number;
}

export const DEFAULT_CHOICES: ReadChoices = {
  status: {},
  credit: 'plus',
  filter: null,
  metric: null,
  scorer: null,
  benchmark: null,
  samples: 'all',
  threshold: 1,
  columns: {},
  unpackLimit: 512 * 1024 * 1024,
};
