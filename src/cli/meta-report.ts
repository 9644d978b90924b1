/** `passgap meta --report`: the page of a meta-analysis. */
import { basename } from 'node:path';
import type { MetaReport } from './meta.ts';
import { note, writeWhole } from './output.ts';

export const writeMetaReport: MetaReport = async (path, result, effects, { moderators, order, seed }) => {
  const { metaHtml } = await import('../report/meta-page.ts');
  const { aggregated } = result;
  const dates = datesOf(order?.values);
  if (order !== undefined && dates === undefined) {
    note(
      `--order ${order.name}: no figure of the cumulative fit, since the column holds other than years or dates`,
    );
  }
  const title = `Meta-analysis of ${basename(effects.sheet.file)}`;
  // Aggregated rows are clusters: columns of the file don't belong to them.
  const page =
    aggregated === undefined
      ? metaHtml(result, effects, { title, moderators, dates, seed })
      : metaHtml(result, { yi: aggregated.yi, vi: aggregated.vi, slab: aggregated.cluster }, { title, seed });
  writeWhole(path, await page);
};

/** A column of years or dates; undefined when it holds anything else. */
function datesOf(values: ArrayLike<number | string | null> | undefined): (string | null)[] | undefined {
  if (values === undefined) return undefined;
  const texts = Array.from(values, (value) => (value === null ? null : String(value)));
  return texts.every((text) => text === null || /^(1[89]|20)\d\d(-\d\d(-\d\d)?)?$/.test(text))
    ? texts
    : undefined;
}
