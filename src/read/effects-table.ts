/** A table of effects: yi with vi, or a standard error, or an interval, in columns of any name. */
import { InputError, type Place, quoteValue } from '../errors.ts';
import { normalQuantile } from '../stats/distributions.ts';
import { checkHeader, parseTable } from './csv.ts';
import { arrayAt, isObject, objectAt, parseJson } from './json.ts';
import { missingColumn } from './messages.ts';

/** Names of columns. Without vi, se and ciLower/ciUpper: vi. */
export interface EffectColumns {
  readonly yi?: string;
  readonly vi?: string;
  readonly se?: string;
  readonly ciLower?: string;
  readonly ciUpper?: string;
  readonly slab?: string;
  /** Percent, of the interval columns. */
  readonly ciLevel?: number;
  /** yi and bounds are ratios: their natural logs are taken. */
  readonly log?: boolean;
}

/** Rows with their columns as text; a cell that is empty, NA or null is missing. */
export interface EffectSheet {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly place: Place; readonly cells: readonly string[] }[];
}

export interface EffectsTable {
  readonly sheet: EffectSheet;
  /** null is missing. */
  readonly yi: readonly (number | null)[];
  readonly vi: readonly (number | null)[];
  readonly slab: readonly string[];
  readonly warnings: readonly string[];
}

/** Columns that name a row, in the order they are looked for. */
const LABELS = ['slab', 'study', 'model', 'label', 'name', 'id', 'rownames'];

/**
 * A sheet from CSV or TSV text, or from JSON: a list of objects, an object of equally long lists, or an object with
 * such a list under `models` or `effects` (an analysis of passgap, say).
 *
 * @throws InputError with file and line or row.
 */
export function effectSheet(text: string, file: string): EffectSheet {
  if (/^\ufeff?\s*[[{]/.test(text)) return jsonSheet(parseJson(text, { file }), file);
  // R's write.csv and pandas' to_csv put row names into a first column without a name.
  const { columns, rows } = parseTable(text.replace(/^(\ufeff?)(?:"")?(?=[,\t])/, '$1rownames'), file);
  return { file, columns, rows: rows.map(({ line, cells }) => ({ place: { file, line }, cells })) };
}

function jsonSheet(value: unknown, file: string): EffectSheet {
  let list: unknown = value;
  if (isObject(value)) {
    list = value['models'] ?? value['effects'];
    if (list === undefined) return columnSheet(value, file);
  }
  const records = arrayAt(list, { file }).map((record, i) => objectAt(record, { file, row: i + 1 }));
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return {
    file,
    columns,
    rows: records.map((record, i) => {
      const place = { file, row: i + 1 };
      return { place, cells: columns.map((column) => scalar(record[column], { ...place, column })) };
    }),
  };
}

function columnSheet(value: Readonly<Record<string, unknown>>, file: string): EffectSheet {
  const columns = Object.keys(value);
  checkHeader(columns, file);
  const lists = columns.map((column) => arrayAt(value[column], { file, column }));
  const n = lists[0]?.length ?? 0;
  lists.forEach((list, c) => {
    if (list.length !== n) {
      const problem = `has ${list.length} values, column ${quoteValue(columns[0])} has ${n}: lists of one length are needed`;
      throw new InputError(problem, { file, column: columns[c] });
    }
  });
  return {
    file,
    columns,
    rows: Array.from({ length: n }, (_, i) => ({
      place: { file, row: i + 1 },
      cells: lists.map((list, c) => scalar(list[i], { file, row: i + 1, column: columns[c] })),
    })),
  };
}

function scalar(value: unknown, place: Place): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return '';
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new InputError(notANumber(String(value)), place);
  return String(value);
}

/** One column as text, null where missing. @throws InputError naming the columns there are. */
export function textColumn(sheet: EffectSheet, name: string): (string | null)[] {
  const at = sheet.columns.indexOf(name);
  if (at < 0) throw new InputError(missingColumn([name], sheet.columns), { file: sheet.file });
  return sheet.rows.map(({ cells }) => (isMissing(cells[at]) ? null : cells[at]));
}

/** One column as numbers. @throws InputError with the place of a cell that is no finite number. */
export function numberColumn(sheet: EffectSheet, name: string): (number | null)[] {
  return textColumn(sheet, name).map((text, i) =>
    text === null ? null : parseNumber(text, { ...sheet.rows[i].place, column: name }),
  );
}

/** Numbers where every cell is one (or missing), else text: what a moderator is. */
export function freeColumn(sheet: EffectSheet, name: string): (number | string | null)[] {
  const text = textColumn(sheet, name);
  return text.every((cell) => cell === null || NUMBER.test(cell)) ? numberColumn(sheet, name) : text;
}

/**
 * Effects and variances by the columns given: vi itself; se squared; or an interval, whose width over 2 z(level) is
 * the standard error (and whose middle is yi where there is no yi column). Rows are never dropped here.
 *
 * @throws InputError with file, line, column, value and what is allowed: a cell that is no finite number, a negative
 * vi or se, bounds in the wrong order, a value that has no log.
 */
export function effectsFromSheet(sheet: EffectSheet, names: EffectColumns): EffectsTable {
  const warnings: string[] = [];
  const { ciLower, ciUpper, log = false } = names;
  if ((ciLower === undefined) !== (ciUpper === undefined)) {
    throw new InputError('--ci-lower and --ci-upper belong together: give both columns');
  }
  const spreads = [names.vi, names.se, ciLower].filter((name) => name !== undefined);
  if (spreads.length > 1) throw new InputError('give one of --vi, --se and --ci-lower with --ci-upper');
  if (log && names.vi === undefined && names.se === undefined && ciLower === undefined) {
    throw new InputError(
      '--log takes logs of yi and its interval: give --ci-lower and --ci-upper, or --se of the log',
    );
  }
  const scale = (name: string) => (value: number | null, i: number) =>
    value === null || !log ? value : logOf(value, { ...sheet.rows[i].place, column: name });

  if (ciLower !== undefined && ciUpper !== undefined) {
    const lower = numberColumn(sheet, ciLower).map(scale(ciLower));
    const upper = numberColumn(sheet, ciUpper).map(scale(ciUpper));
    const yiName = names.yi ?? (sheet.columns.includes('yi') ? 'yi' : null);
    const middle = yiName === null ? null : numberColumn(sheet, yiName).map(scale(yiName));
    const width = 2 * normalQuantile(0.5 + (names.ciLevel ?? 95) / 200);
    const skewed: string[] = [];
    const slab = labels(sheet, names.slab);
    const yi: (number | null)[] = [];
    const vi = lower.map((low, i) => {
      const high = upper[i];
      if (low === null || high === null) {
        yi.push(middle?.[i] ?? null);
        return null;
      }
      if (low > high)
        throw new InputError(boundsSwapped(low, high), { ...sheet.rows[i].place, column: ciLower });
      const centre = middle === null ? (low + high) / 2 : middle[i];
      yi.push(centre);
      if (centre !== null && Math.abs(high + low - 2 * centre) > 0.1 * (high - low)) skewed.push(slab[i]);
      return ((high - low) / width) ** 2;
    });
    if (skewed.length > 0) warnings.push(skewedIntervals(skewed.length, skewed[0]));
    return { sheet, yi, vi, slab, warnings };
  }
  const yiName = names.yi ?? 'yi';
  if (!sheet.columns.includes(yiName))
    throw new InputError(noEffect(yiName, sheet.columns), { file: sheet.file });
  const yi = numberColumn(sheet, yiName).map(scale(yiName));
  const spread = names.se ?? names.vi ?? 'vi';
  if (!sheet.columns.includes(spread))
    throw new InputError(noSpread(spread, sheet.columns), { file: sheet.file });
  const vi = numberColumn(sheet, spread).map((value, i) => {
    if (value === null) return null;
    if (value < 0) throw new InputError(negativeSpread(value), { ...sheet.rows[i].place, column: spread });
    return names.se === undefined ? value : value * value;
  });
  return { sheet, yi, vi, slab: labels(sheet, names.slab), warnings };
}

function labels(sheet: EffectSheet, given: string | undefined): string[] {
  const name = given ?? LABELS.find((candidate) => sheet.columns.includes(candidate));
  if (name === undefined) return sheet.rows.map((_, i) => String(i + 1));
  return textColumn(sheet, name).map((text, i) => text ?? String(i + 1));
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

const isMissing = (text: string) => text === '' || text === 'NA' || text === 'null';

function parseNumber(text: string, place: Place): number {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw new InputError(notANumber(text), place);
  return value;
}

function logOf(value: number, place: Place): number {
  if (!(value > 0))
    throw new InputError(`${value} has no log: with --log a number above 0 is allowed`, place);
  return Math.log(value);
}

const notANumber = (text: string) =>
  `${quoteValue(text)} is no finite number; allowed are numbers such as -0.25 or 1e-3, and empty or NA for missing`;
const boundsSwapped = (low: number, high: number) =>
  `the lower bound ${low} lies above the upper bound ${high}: the lower one first is allowed`;
const negativeSpread = (value: number) =>
  `${value} is below 0: a variance or standard error from 0 up is allowed`;
const noEffect = (name: string, found: readonly string[]) =>
  `${missingColumn([name], found)}; --yi names the column of effects`;
const noSpread = (name: string, found: readonly string[]) =>
  `${missingColumn([name], found)}; --vi names the column of variances, --se of standard errors, --ci-lower and --ci-upper of intervals`;
const skewedIntervals = (rows: number, first: string) =>
  `${rows} interval${rows === 1 ? ' is' : 's are'} not symmetric about yi (first: ${quoteValue(first)}): should these be ratios, --log takes their logs`;
