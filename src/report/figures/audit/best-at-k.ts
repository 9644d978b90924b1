/** Best@k of every way to select, under the ceiling Pass@k. */
import type { Selector } from '../../../audit/verifiers/curves.ts';
import type { VerifiersResult } from '../../../audit/verifiers/verifiers.ts';
import { count, levelText, percent } from '../../../format.ts';
import { colour } from '../../theme.ts';
import { type Figure, figure, finite, PLOT_HEIGHT, PLOT_WIDTH } from '../figure.ts';

const NAMES: Readonly<Record<Selector, string>> = {
  pass: 'Pass@k (ceiling)',
  executionBased: 'execution-based',
  executionFree: 'execution-free',
  hybrid: 'hybrid',
};
const TINTS: Readonly<Record<Selector, string>> = {
  pass: colour('soft'),
  executionBased: colour('naive'),
  executionFree: colour('robust'),
  hybrid: colour('aware'),
};

export function bestAtK({ curves, level }: VerifiersResult): Figure | null {
  const values = curves.flatMap(({ selector, points }, c) =>
    points
      .filter((point) => finite(point.estimate.value))
      .map(({ k, estimate }) => ({
        // side by side, so that no interval hides another
        k: k * 2 ** (0.05 * (c - (curves.length - 1) / 2)),
        rate: 100 * estimate.value!,
        lo: estimate.interval === null ? null : 100 * estimate.interval.lower,
        hi: estimate.interval === null ? null : 100 * estimate.interval.upper,
        selector: NAMES[selector],
        description: `${NAMES[selector]} at k = ${k}: ${percent(estimate.value)}, ${count(estimate.clusters)} tasks`,
      })),
  );
  if (values.length === 0) return null;
  const names = curves.map(({ selector }) => NAMES[selector]);
  const range = curves.map(({ selector }) => TINTS[selector]);
  const last = curves.map(({ selector, points }) => {
    const point = points[points.length - 1];
    return `${NAMES[selector]} ${percent(point.estimate.value)} at k = ${point.k}`;
  });
  const ks = [...new Set(curves.flatMap(({ points }) => points.map((point) => point.k)))].sort(
    (a, b) => a - b,
  );
  const x = {
    field: 'k',
    type: 'quantitative',
    title: 'Patches to choose from (k)',
    scale: {
      type: 'log',
      base: 2,
      nice: false,
      domain: [0.85 * ks[0], 1.15 * Math.max(ks[ks.length - 1], ks[0] + 1)],
    },
    axis: { values: ks, format: 'd', grid: false },
  };
  const y = (field: string) => ({ field, type: 'quantitative', title: 'Tasks solved (%)' });
  const color = {
    field: 'selector',
    type: 'nominal',
    scale: { domain: names, range },
    legend: { title: null, columns: 2, symbolOpacity: 1 },
  };
  return figure(
    {
      name: 'best-at-k',
      title: 'The patch that is chosen among k',
      subtitle: `Mean over tasks; lines up and down: ${levelText(level)} t intervals over tasks. ${curves.map(({ selector, tasks }) => `${NAMES[selector]}: ${count(tasks)} tasks`).join('; ')}.`,
      description: `${last.join('; ')}.`,
    },
    {
      width: PLOT_WIDTH,
      height: PLOT_HEIGHT,
      layer: [
        {
          data: { values: values.filter((value) => value.lo !== null) },
          mark: { type: 'rule', opacity: 0.4, strokeWidth: 2, aria: false },
          encoding: { x, y: y('lo'), y2: { field: 'hi' }, color },
        },
        {
          data: { values },
          mark: { type: 'line', aria: false, strokeWidth: 2 },
          encoding: { x, y: y('rate'), color },
        },
        {
          data: { values },
          mark: { type: 'point', filled: true, size: 45, opacity: 1 },
          encoding: {
            x,
            y: y('rate'),
            color,
            shape: { field: 'selector', type: 'nominal', scale: { domain: names } },
            description: { field: 'description', type: 'nominal' },
            tooltip: { field: 'description', type: 'nominal', title: ' ' },
          },
        },
      ],
    },
  );
}
