/**
 * The one place where numbers become text. Page, tables, figures, Markdown and the terminal all call these
 * functions, so the same number reads the same everywhere. Files (JSON, CSV) keep all digits and don't come here.
 */

/** What stands where a value could not be estimated. */
export const NOT_ESTIMABLE = 'n/a';

/** `fixed(0.12345, 2)` is "0.12"; never "-0.00". */
export function fixed(x: number | null | undefined, digits: number): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return NOT_ESTIMABLE;
  const text = x.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text;
}

/** As `fixed`, with the sign of a positive number; zero has none. */
export function signed(x: number | null | undefined, digits: number): string {
  const text = fixed(x, digits);
  return text !== NOT_ESTIMABLE && Number(text) > 0 ? `+${text}` : text;
}

/** Three significant digits, plain between 0.0001 and a million and with an exponent outside: "0.00131", "6.2e-23". */
export function significant(x: number | null | undefined, digits = 3): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return NOT_ESTIMABLE;
  if (x === 0) return '0';
  const size = Math.abs(x);
  if (size >= 1e-4 && size < 1e6) {
    const text = x.toPrecision(digits);
    return text.includes('e') ? String(Number(text)) : text;
  }
  return x.toExponential(digits - 1);
}

/** Whole numbers with a comma every three digits: "10,000". */
export function count(n: number | null | undefined): string {
  if (n === null || n === undefined || !Number.isFinite(n)) return NOT_ESTIMABLE;
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `plural(1, 'model')` is "1 model", `plural(134, 'model')` "134 models". */
export function plural(n: number, noun: string, nouns = `${noun}s`): string {
  return `${count(n)} ${n === 1 ? noun : nouns}`;
}

/** A proportion as percent: 0.2857 is "28.6 %". */
export function percent(x: number | null | undefined, digits = 1): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return NOT_ESTIMABLE;
  return `${fixed(100 * x, digits)} %`;
}

/** What is in percent already (I2, weights, levels): 95 is "95 %". */
export function inPercent(x: number | null | undefined, digits = 1): string {
  if (x === null || x === undefined || !Number.isFinite(x)) return NOT_ESTIMABLE;
  return `${fixed(x, digits)} %`;
}

/** A level such as 95 or 99.5, without zeros that say nothing: "95 %". */
export const levelText = (level: number): string => `${Number(level.toFixed(4))} %`;

/**
 * A p value with its relation: "p = 0.0123", "p = 6.16e-23", "p < 1e-300". Needs log10 p when p has gone to 0.
 *
 * @example pText(1.216074712e-33, null) // 'p = 1.22e-33'
 */
export function pText(p: number | null | undefined, log10P: number | null = null, name = 'p'): string {
  const value = pNumber(p, log10P);
  if (value === NOT_ESTIMABLE) return `${name} ${NOT_ESTIMABLE}`;
  return value.startsWith('<') ? `${name} ${value}` : `${name} = ${value}`;
}

/** A p value alone, for a table cell: "0.0123", "< 1e-300". */
export function pNumber(p: number | null | undefined, log10P: number | null = null): string {
  if (p === null || p === undefined || !Number.isFinite(p)) {
    return log10P === null || !Number.isFinite(log10P) ? NOT_ESTIMABLE : fromLog10(log10P);
  }
  if (p < 1e-300) return log10P === null || log10P > -300 ? '< 1e-300' : fromLog10(log10P);
  return p >= 0.9995 ? '1.00' : significant(p);
}

function fromLog10(log10P: number): string {
  if (log10P >= -300) return significant(10 ** log10P);
  return `< 1e-300 (log10 p = ${fixed(log10P, 1)})`;
}

/** How an effect is written: RD in percentage points, the others on the scale they are pooled on. */
interface EffectStyle {
  readonly factor: number;
  readonly digits: number;
  readonly unit: string;
  readonly name: string;
}

const STYLES: Readonly<Record<string, EffectStyle>> = {
  RD: { factor: 100, digits: 2, unit: 'pp', name: 'risk difference' },
  RR: { factor: 1, digits: 4, unit: 'log RR', name: 'log risk ratio' },
  OR: { factor: 1, digits: 4, unit: 'log OR', name: 'log odds ratio' },
  AS: { factor: 1, digits: 4, unit: 'rad', name: 'arcsine difference' },
};
const OTHER: EffectStyle = { factor: 1, digits: 4, unit: '', name: 'effect' };

const style = (measure: string): EffectStyle => STYLES[measure] ?? OTHER;

export const measureName = (measure: string): string => style(measure).name;
export const effectUnit = (measure: string): string => style(measure).unit;

/** The number of an effect on the scale it is written in: 0.1414 is 14.14 for RD. For the axes of figures. */
export function effectNumber(x: number, measure: string): number {
  return x * style(measure).factor;
}

/** "+14.14" for 0.1414 as RD, without unit. */
export const effectValue = (x: number | null | undefined, measure: string): string =>
  signed(x === null || x === undefined ? null : x * style(measure).factor, style(measure).digits);

/** "+14.14 pp" for 0.1414 as RD. */
export const effect = (x: number | null | undefined, measure: string): string =>
  withUnit(effectValue(x, measure), measure);

/** The spread of an effect (se, a root of tau2): "8.60 pp", no sign. */
export function effectSpread(x: number | null | undefined, measure: string): string {
  const { factor, digits } = style(measure);
  return withUnit(fixed(x === null || x === undefined ? null : x * factor, digits), measure);
}

/** "[+11.80, +16.48]" without unit; n/a when either bound is missing. */
export function intervalValue(
  lower: number | null | undefined,
  upper: number | null | undefined,
  measure: string,
): string {
  if (lower === null || lower === undefined || upper === null || upper === undefined) return NOT_ESTIMABLE;
  return `[${effectValue(lower, measure)}, ${effectValue(upper, measure)}]`;
}

/** "[+11.80, +16.48] pp". */
export const interval = (
  lower: number | null | undefined,
  upper: number | null | undefined,
  measure: string,
): string => withUnit(intervalValue(lower, upper, measure), measure);

function withUnit(text: string, measure: string): string {
  const unit = effectUnit(measure);
  return text === NOT_ESTIMABLE || unit === '' ? text : `${text} ${unit}`;
}

/** "95 % z interval", "95 % Knapp-Hartung t interval, 133 df". */
export function intervalKind(level: number, test: string, df: number | null): string {
  const how =
    test === 'z'
      ? 'z'
      : test === 'knha'
        ? 'Knapp-Hartung t'
        : test === 'adhoc'
          ? 'Knapp-Hartung t, never narrower than z,'
          : test;
  return `${levelText(level)} ${how} interval${df === null ? '' : `, ${fixed(df, Number.isInteger(df) ? 0 : 1)} df`}`;
}

const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a page
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
const LONE_SURROGATES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A name as it is shown: control characters, direction overrides and half characters become U+FFFD. */
export function shownName(name: string): string {
  return name.replace(CONTROLS, '\ufffd').replace(LONE_SURROGATES, '\ufffd');
}

/** A name cut in the middle to at most `length` characters, for places that have no room; whole names are in the tables. */
export function shortName(name: string, length = 40): string {
  const letters = [...shownName(name)];
  if (letters.length <= length) return letters.join('');
  const tail = Math.floor((length - 1) / 3);
  const head = length - 1 - tail;
  return `${letters.slice(0, head).join('')}…${letters.slice(-tail).join('')}`;
}
