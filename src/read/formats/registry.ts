/** Every format, in the order in which messages list them. */
import { evalplus } from './evalplus.ts';
import type { Format } from './format.ts';
import { harbor } from './harbor.ts';
import { helm } from './helm.ts';
import { inspect } from './inspect.ts';
import { leaderboards } from './leaderboards.ts';
import { lmEval } from './lm-eval.ts';
import { passgap } from './passgap.ts';
import { sweExperiments } from './swe-experiments.ts';
import { sweReport } from './swe-report.ts';
import { arrow, csv, json, jsonl, parquet } from './tables.ts';
import { terminalBench } from './terminal-bench.ts';

export const FORMATS: readonly Format[] = [
  passgap,
  csv,
  jsonl,
  json,
  parquet,
  arrow,
  sweExperiments,
  sweReport,
  inspect,
  lmEval,
  helm,
  evalplus,
  leaderboards,
  harbor,
  terminalBench,
];
