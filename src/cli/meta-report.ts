/** `passgap meta --report`: the page of a meta-analysis. */
import { basename } from 'node:path';
import type { MetaReport } from './meta.ts';
import { writeWhole } from './output.ts';

export const writeMetaReport: MetaReport = async (path, result, effects) => {
  const { metaHtml } = await import('../report/meta-page.ts');
  const { aggregated } = result;
  const data =
    aggregated === undefined ? effects : { yi: aggregated.yi, vi: aggregated.vi, slab: aggregated.cluster };
  writeWhole(
    path,
    await metaHtml(result, data, { title: `Meta-analysis of ${basename(effects.sheet.file)}` }),
  );
};
