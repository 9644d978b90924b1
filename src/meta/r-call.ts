/** The R code that gives the same fit by metafor, for whoever wants to check. */
import type { MeanTest, PredictionDf, Tau2Method } from './types.ts';

export interface RCallInput {
  readonly file: string;
  readonly kind: 'csv' | 'tsv' | 'json';
  readonly yi: string | null;
  readonly vi: string | null;
  readonly se: string | null;
  readonly ciLower: string | null;
  readonly ciUpper: string | null;
  readonly ciLevel: number;
  readonly log: boolean;
  readonly slab: string | null;
  readonly weights: string | null;
  readonly method: Tau2Method;
  readonly test: MeanTest;
  readonly level: number;
  readonly predictionDf: PredictionDf | null;
  readonly moderators: readonly { readonly name: string; readonly factor: boolean }[];
  readonly subgroup: string | null;
  readonly cluster: string | null;
  readonly robustType: string;
}

/**
 * R code with the columns of the file in place. Iterated estimators get a tight tolerance: metafor's default leaves
 * tau2 off in the sixth digit.
 */
export function rCall(input: RCallInput): string {
  const { method, test, level, moderators, subgroup, cluster } = input;
  const column = (name: string) => `dat$${symbol(name)}`;
  const value = (name: string) => (input.log ? `log(${column(name)})` : column(name));
  const lines = ['library(metafor)', readLine(input)];
  if (input.ciLower !== null && input.ciUpper !== null) {
    const [low, high] = [value(input.ciLower), value(input.ciUpper)];
    lines.push(`dat$.yi <- ${input.yi === null ? `(${low} + ${high}) / 2` : value(input.yi)}`);
    lines.push(`dat$.vi <- ((${high} - ${low}) / (2 * qnorm(${0.5 + input.ciLevel / 200})))^2`);
  } else {
    lines.push(`dat$.yi <- ${value(input.yi ?? 'yi')}`);
    lines.push(`dat$.vi <- ${input.se === null ? column(input.vi ?? 'vi') : `${column(input.se)}^2`}`);
  }
  lines.push(
    'dat <- dat[!is.na(dat$.yi) & !is.na(dat$.vi) & dat$.vi > 0, ] # vi = 0 would have infinite weight',
  );
  const factors = moderators.filter(({ factor }) => factor).map(({ name }) => name);
  for (const name of new Set([...factors, ...(subgroup === null ? [] : [subgroup])])) {
    lines.push(`${column(name)} <- ${asFactor(column(name))}`);
  }
  lines.push('tight <- list(threshold = 1e-12, tol = 1e-12, maxiter = 10000)');

  const rma = (extra: readonly string[] = [], how = methodArgument(method)) => {
    const weights = input.weights === null ? [] : [`weights = ${symbol(input.weights)}`];
    const slab = input.slab === null ? [] : [`slab = ${symbol(input.slab)}`];
    const rest = [how, `test = ${quote(test)}`, `level = ${level}`, 'control = tight'];
    return `rma(${['.yi', '.vi', ...extra, ...weights, 'data = dat', ...slab, ...rest].join(', ')})`;
  };
  if (method === 'DL2') {
    lines.push('first <- rma(.yi, .vi, data = dat, method = "DL")$tau2');
    lines.push('second <- rma(.yi, .vi, weights = 1 / (.vi + first), data = dat, method = "GENQ")$tau2');
  }
  lines.push(`res <- ${rma()}`, 'res');
  if (method !== 'EE') {
    const fit = method === 'DL2' ? rma([], 'method = "DL"') : 'res';
    lines.push(`confint(${fit}, control = list(tol = 1e-12, maxiter = 10000))`);
    const df = input.predictionDf ?? (test === 'z' ? 'z' : 'k-1');
    const crit =
      df === 'z'
        ? `qnorm(${0.5 + level / 200})`
        : `qt(${0.5 + level / 200}, ${df.replace('k-', 'res$k - ')})`;
    lines.push(`c(res$beta) + c(-1, 1) * ${crit} * sqrt(res$se^2 + res$tau2) # prediction interval`);
  }
  if (moderators.length > 0) {
    const terms = moderators.map(({ name }) => symbol(name));
    lines.push(`reg <- ${rma([`mods = ~ ${terms.join(' + ')}`])}`, 'reg');
  }
  if (subgroup !== null) {
    lines.push(
      `lapply(split(dat, ${column(subgroup)}), function(dat) ${rma()})`,
      rma([`mods = ~ ${symbol(subgroup)}`]),
    );
  }
  if (cluster !== null) {
    const fit = moderators.length > 0 ? 'reg' : 'res';
    lines.push(
      `clubSandwich::coef_test(${fit}, vcov = ${quote(input.robustType)}, cluster = ${column(cluster)})`,
    );
  }
  return lines.join('\n');
}

function methodArgument(method: Tau2Method): string {
  return method === 'DL2' ? 'tau2 = second' : `method = ${quote(method)}`;
}

function readLine({ file, kind }: RCallInput): string {
  if (kind === 'json') {
    return [
      `dat <- jsonlite::fromJSON(${quote(file)})`,
      'if (!is.data.frame(dat)) dat <- if (!is.null(dat$models)) dat$models else if (!is.null(dat$effects)) dat$effects else as.data.frame(dat)',
    ].join('\n');
  }
  const read = kind === 'tsv' ? 'read.delim' : 'read.csv';
  return `dat <- ${read}(${quote(file)}, check.names = FALSE, na.strings = c("", "NA"))`;
}

/** Levels in code-point order, as passgap sorts them. */
const asFactor = (x: string) => `factor(${x}, levels = sort(unique(as.character(${x})), method = "radix"))`;

/** A column as R names it. */
const symbol = (name: string) =>
  /^[A-Za-z.][A-Za-z0-9._]*$/.test(name)
    ? name
    : `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

const quote = (text: string) => JSON.stringify(text);
