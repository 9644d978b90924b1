/** Outcomes written in every format, for the test that reads them back. */
import { bool, tableFromArrays, tableToIPC, utf8 } from '@uwdata/flechette';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { csvOf } from '../../src/read/tidy.ts';
import { zipBytes } from './zip-bytes.ts';

/** Attempts at every cell, each a pass or a fail; an empty list is a missing cell. */
export interface Grid {
  readonly models: readonly string[];
  readonly tasks: readonly string[];
  /** attempts[model][task] */
  readonly attempts: readonly (readonly (readonly boolean[])[])[];
}

export type Tree = Record<string, string | Uint8Array>;

export interface Writer {
  readonly format: string;
  /** What the format can hold. */
  readonly holds: {
    /** More than one attempt at a cell. */
    readonly attempts: boolean;
    /** Cells without an outcome. */
    readonly missing: boolean;
    /** Models without any outcome. */
    readonly emptyModels: boolean;
    /** Names of models stand in paths; where a slash in them is kept, the path has `__`. */
    readonly pathModels: false | 'slashes' | 'no slashes';
  };
  write(grid: Grid): Tree;
}

interface Cell {
  readonly model: string;
  readonly task: string;
  readonly attempts: readonly boolean[];
}

function cellsOf(grid: Grid): Cell[] {
  return grid.models.flatMap((model, m) =>
    grid.tasks.map((task, t) => ({ model, task, attempts: grid.attempts[m][t] })),
  );
}

const passes = (attempts: readonly boolean[]) => attempts.filter((is) => is).length;

function cellText(attempts: readonly boolean[]): string {
  if (attempts.length === 0) return '';
  return attempts.length === 1 ? String(passes(attempts)) : `${passes(attempts)}/${attempts.length}`;
}

/** Rows of a long table; a model without outcomes gets one empty row. */
function longRows(grid: Grid): { model: string; task: string; passed: string }[] {
  return grid.models.flatMap((model) => {
    const cells = cellsOf(grid).filter((cell) => cell.model === model);
    const run = cells.filter(({ attempts }) => attempts.length > 0);
    return (run.length > 0 ? run : cells.slice(0, 1)).map(({ task, attempts }) => ({
      model,
      task,
      passed: cellText(attempts),
    }));
  });
}

const json = (value: unknown) => JSON.stringify(value);
const inPath = (name: string) => name.replaceAll('/', '__');
const everything: Writer['holds'] = { attempts: true, missing: true, emptyModels: true, pathModels: false };
const oneAttempt: Writer['holds'] = { attempts: false, missing: true, emptyModels: true, pathModels: false };

const wideCsv = (grid: Grid, end = '\n') =>
  csvOf(
    ['model', ...grid.tasks],
    grid.models.map((model, m) => [model, ...grid.attempts[m].map(cellText)]),
  ).replaceAll('\n', end);

const longCsv = (grid: Grid) =>
  csvOf(
    ['task', 'model', 'passed'],
    longRows(grid).map(({ model, task, passed }) => [task, model, passed]),
  );

const tables: Writer[] = [
  { format: 'wide CSV', holds: everything, write: (grid) => ({ 'o.csv': wideCsv(grid) }) },
  {
    format: 'wide CSV with BOM and CRLF',
    holds: everything,
    write: (grid) => ({ 'o.csv': `\ufeff${wideCsv(grid, '\r\n')}` }),
  },
  { format: 'long CSV', holds: everything, write: (grid) => ({ 'o.csv': longCsv(grid) }) },
  {
    format: 'long CSV with a row an attempt',
    holds: everything,
    write: (grid) => ({
      'o.csv': csvOf(
        ['model', 'task', 'run', 'passed'],
        cellsOf(grid).flatMap(({ model, task, attempts }) =>
          attempts.length === 0
            ? [[model, task, '', '']]
            : attempts.map((is, run) => [model, task, String(run), is ? '1' : '0']),
        ),
      ),
    }),
  },
  {
    format: 'TSV with counts',
    holds: everything,
    write: (grid) => ({
      'o.tsv': [
        'model\ttask\tpassed\tattempts',
        ...cellsOf(grid).map(({ model, task, attempts }) =>
          [quoted(model), quoted(task), attempts.length === 0 ? '' : passes(attempts), attempts.length].join(
            '\t',
          ),
        ),
      ].join('\n'),
    }),
  },
  {
    format: 'long JSONL',
    holds: everything,
    write: (grid) => ({ 'o.jsonl': longRows(grid).map(json).join('\n') }),
  },
  {
    format: 'wide JSONL',
    holds: everything,
    write: (grid) => ({
      'o.jsonl': grid.models
        .map(
          (model, m) =>
            `{${[['model', model], ...grid.tasks.map((task, t) => [task, cellText(grid.attempts[m][t])])].map(([name, value]) => `${json(name)}:${json(value)}`).join(',')}}`,
        )
        .join('\n'),
    }),
  },
  { format: 'JSON records', holds: everything, write: (grid) => ({ 'o.json': json(longRows(grid)) }) },
  {
    format: 'Parquet',
    holds: everything,
    write(grid) {
      const rows = longRows(grid);
      const columnData = (['model', 'task', 'passed'] as const).map((name) => ({
        name,
        data: rows.map((row) => row[name]),
        type: 'STRING' as const,
      }));
      return { 'o.parquet': new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 3 })) };
    },
  },
  {
    format: 'Arrow',
    holds: oneAttempt,
    write(grid) {
      const rows = longRows(grid);
      const value = { '1': true, '0': false, '': null } as const;
      const table = tableFromArrays(
        {
          model: rows.map(({ model }) => model),
          task: rows.map(({ task }) => task),
          passed: rows.map(({ passed }) => value[passed as keyof typeof value]),
        },
        { types: { model: utf8(), task: utf8(), passed: bool() } },
      );
      return { 'o.arrow': tableToIPC(table, { format: 'file' }) ?? new Uint8Array() };
    },
  },
];

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

const swe: Writer[] = [
  {
    format: 'SWE-bench/experiments, lists',
    holds: { attempts: false, missing: false, emptyModels: false, pathModels: 'no slashes' },
    write: (grid) =>
      Object.fromEntries(
        grid.models.map((model, m) => [
          `evaluation/verified/${model}/results/results.json`,
          json({
            no_generation: [],
            no_logs: [],
            resolved: grid.tasks.filter((_, t) => grid.attempts[m][t][0]),
          }),
        ]),
      ),
  },
  {
    format: 'SWE-bench/experiments, details',
    holds: { attempts: false, missing: true, emptyModels: true, pathModels: 'no slashes' },
    write: (grid) =>
      Object.fromEntries(
        grid.models.map((model, m) => [
          `evaluation/verified/${model}/per_instance_details.json`,
          jsonObject(grid.tasks.map((task, t) => [task, { resolved: grid.attempts[m][t][0] ?? null }])),
        ]),
      ),
  },
  {
    format: 'SWE-bench run reports',
    holds: { attempts: true, missing: true, emptyModels: true, pathModels: 'slashes' },
    write: (grid) =>
      Object.fromEntries(
        grid.models.flatMap((model, m) =>
          runsOf(grid, m).map((run) => {
            const ids = (is: boolean) => grid.tasks.filter((_, t) => grid.attempts[m][t][run] === is);
            const report = {
              total_instances: grid.tasks.length,
              resolved_ids: ids(true),
              unresolved_ids: ids(false),
              incomplete_ids: grid.tasks.filter((_, t) => run >= grid.attempts[m][t].length),
              schema_version: 2,
            };
            return [`${inPath(model)}.run${run}.json`, json(report)];
          }),
        ),
      ),
  },
  {
    format: 'SWE-bench instance reports',
    holds: { attempts: true, missing: true, emptyModels: false, pathModels: 'slashes' },
    write: (grid) =>
      Object.fromEntries(
        cellsOf(grid).flatMap(({ model, task, attempts }, i) =>
          attempts.map((is, run) => {
            const tests = { success: is ? ['t1'] : [], failure: is ? [] : ['t1'] };
            const report = {
              patch_successfully_applied: true,
              resolved: is,
              tests_status: { FAIL_TO_PASS: tests, PASS_TO_PASS: { success: [], failure: [] } },
            };
            const path = `logs/run_evaluation/r${run}/${inPath(model)}/i${i}/report.json`;
            return [path, jsonObject([[task, report]])];
          }),
        ),
      ),
  },
  {
    format: 'leaderboards.json',
    holds: { attempts: false, missing: true, emptyModels: true, pathModels: false },
    write: (grid) => {
      const results = grid.models.map((model, m) => {
        const details = jsonObject(
          grid.tasks.map((task, t) => [task, { resolved: grid.attempts[m][t][0] ?? null }]),
        );
        return `{"name":"x","folder":${json(model)},"tags":[],"per_instance_details":${details}}`;
      });
      return {
        'leaderboards.json': `{"leaderboards":[{"name":"Verified","results":[${results.join(',')}]}]}`,
      };
    },
  },
];

/** A JSON object whose names may be `__proto__` or numbers, in the order given. */
function jsonObject(entries: readonly (readonly [string, unknown])[]): string {
  return `{${entries.map(([name, value]) => `${json(name)}:${typeof value === 'string' ? value : json(value)}`).join(',')}}`;
}

function runsOf(grid: Grid, m: number): number[] {
  const most = Math.max(1, ...grid.attempts[m].map((attempts) => attempts.length));
  return Array.from({ length: most }, (_, run) => run);
}

const others: Writer[] = [
  {
    format: 'Inspect JSON',
    holds: everything,
    write: (grid) =>
      Object.fromEntries(
        grid.models.map((model, m) => [
          `log${m}.json`,
          json({ ...inspectHeader(model), samples: inspectSamples(grid, m) }),
        ]),
      ),
  },
  {
    format: 'Inspect .eval',
    holds: everything,
    write: (grid) =>
      Object.fromEntries(
        grid.models.map((model, m) => [
          `log${m}.eval`,
          zipBytes([
            { name: 'header.json', content: Buffer.from(json(inspectHeader(model))) },
            ...inspectSamples(grid, m).map((sample, i) => ({
              name: `samples/${i}_epoch_${sample.epoch}.json`,
              content: Buffer.from(json(sample)),
            })),
          ]),
        ]),
      ),
  },
  {
    format: 'lm-eval samples',
    holds: { attempts: true, missing: true, emptyModels: false, pathModels: 'slashes' },
    write: (grid) =>
      Object.fromEntries(
        grid.models.flatMap((model, m) =>
          runsOf(grid, m).flatMap((run) => {
            const lines = grid.tasks.flatMap((task, t) => {
              const is = grid.attempts[m][t][run];
              if (is === undefined) return [];
              const record = { doc_id: t, doc: { task_id: task }, metrics: ['pass@1'] };
              return [
                json({ ...record, filter: 'create_test', 'pass@1': is ? 1 : 0 }),
                json({ ...record, filter: 'other', 'pass@1': is ? 0 : 1 }),
              ];
            });
            const path = `${inPath(model)}/samples_humaneval_2025-01-0${run + 1}T00-00-00.1.jsonl`;
            return lines.length === 0 ? [] : [[path, lines.join('\n')]];
          }),
        ),
      ),
  },
  {
    format: 'HELM',
    holds: { attempts: true, missing: true, emptyModels: true, pathModels: 'no slashes' },
    write: (grid) =>
      Object.fromEntries(
        grid.models.map((model, m) => [
          `runs/v1/mmlu:subject=law,model=${inPath(model)}/per_instance_stats.json`,
          json(
            grid.tasks.flatMap((task, t) => {
              const stat = (mean: number, count: number) => ({
                name: { name: 'exact_match', split: 'test' },
                count,
                mean,
              });
              const { [m]: row } = grid.attempts;
              const rows = row[t].map((is, trial) => ({ trial, stats: [stat(is ? 1 : 0, 1)] }));
              const none = [{ trial: 0, stats: [stat(0, 0)] }];
              return (rows.length === 0 ? none : rows).map(({ trial, stats }) => ({
                instance_id: task,
                train_trial_index: trial,
                stats,
              }));
            }),
          ),
        ]),
      ),
  },
  {
    format: 'EvalPlus',
    holds: { attempts: true, missing: true, emptyModels: true, pathModels: 'slashes' },
    write: (grid) =>
      Object.fromEntries(
        grid.models.map((model, m) => [
          `${inPath(model)}_eval_results.json`,
          `{"eval":${jsonObject(
            grid.tasks.map((task, t) => {
              const attempts = grid.attempts[m][t].map((is) => ({
                base_status: 'pass',
                plus_status: is ? 'pass' : 'fail',
              }));
              return [task, attempts.length > 0 ? attempts : [{ base_status: 'pass', plus_status: null }]];
            }),
          )}}`,
        ]),
      ),
  },
  {
    format: 'Harbor',
    holds: everything,
    write: (grid) =>
      Object.fromEntries(
        cellsOf(grid).flatMap(({ model, task, attempts }, i) =>
          (attempts.length === 0 ? [null] : attempts).map((is, n) => {
            const trial = {
              task_name: task,
              trial_name: `${task}__${i}${n}`,
              agent_info: { model_info: { name: model } },
              verifier_result: is === null ? null : { rewards: { reward: is ? 1 : 0 } },
              exception_info: null,
            };
            return [`jobs/j/t${i}__${n}/result.json`, json(trial)];
          }),
        ),
      ),
  },
  {
    format: 'Terminal-Bench',
    holds: everything,
    write: (grid) =>
      Object.fromEntries(
        grid.models.flatMap((model, m) => [
          [`runs/r${m}/run_metadata.json`, json({ model_name: model })],
          [
            `runs/r${m}/results.json`,
            json({
              results: grid.tasks.flatMap((task, t) => {
                const attempts = grid.attempts[m][t];
                return (attempts.length === 0 ? [null] : attempts).map((is, n) => ({
                  task_id: task,
                  trial_name: `${t}.${n}`,
                  is_resolved: is,
                }));
              }),
            }),
          ],
        ]),
      ),
  },
];

const inspectHeader = (model: string) => ({ version: 2, status: 'success', eval: { task: 't', model } });

function inspectSamples(grid: Grid, m: number) {
  return grid.tasks.flatMap((id, t) => {
    const attempts = grid.attempts[m][t];
    if (attempts.length === 0) return [{ id, epoch: 1, scores: {} }];
    return attempts.map((is, epoch) => ({ id, epoch: epoch + 1, scores: { s: { value: is ? 'C' : 'I' } } }));
  });
}

export const WRITERS: readonly Writer[] = [...tables, ...swe, ...others];
