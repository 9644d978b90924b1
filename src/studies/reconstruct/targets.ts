/** Published figures as boxes: what rounds to them, and how far an assignment is from them. */
import type { Study } from '../study.ts';
import { GAP, I2, LOWER, POSITIVE, UNSTRATIFIED, UPPER } from './kernel.ts';
import type { FlagPattern, Target, TargetName, Targets } from './types.ts';

/** Half a unit of the fourth decimal of a proportion, which is the second of a percentage point. */
const HALF_POINT = 0.00005;
/** I2 is published as "0": a whole percentage. */
const HALF_I2 = 0.5;
/** A value on the edge of its box, but for rounding in the last bits, is inside. */
const EDGE = 1e-12;

const PLACES: readonly (readonly [TargetName, number])[] = [
  ['gap', GAP],
  ['ciLower', LOWER],
  ['ciUpper', UPPER],
  ['i2', I2],
  ['positive', POSITIVE],
  ['unstratified', UNSTRATIFIED],
];

/**
 * The figures of a study as targets.
 *
 * @param unstratified also ask for the mean gap without strata (for rajan-2026 that is from a secondary source)
 */
export function studyTargets({ published }: Study, unstratified = false): Targets {
  const point = (value: number): Target => ({ value, half: HALF_POINT });
  return {
    gap: point(published.gap),
    ciLower: point(published.ciLower),
    ciUpper: point(published.ciUpper),
    i2: { value: published.i2, half: HALF_I2 },
    positive: { value: published.positive, half: 0 },
    unstratified: unstratified ? point(published.unstratifiedGap) : null,
  };
}

/** What the study says of its flags. */
export const studyPattern = ({ sample }: Study): FlagPattern => ({
  groupColumn: 'repo',
  hackable: sample.hackableByRepo,
  dropped: sample.dropped,
});

/** Distance of figures from their targets. */
export type Distance = (figures: Float64Array) => number;

/** What counts as 1 in a distance of gaps: the published standard error, nearly. */
export const gapScale = (targets: Targets): number => (targets.ciUpper.value - targets.ciLower.value) / 4;

/**
 * Sum over the targets of the way outside the box, in units in which one swap of tasks moves a figure by about 1:
 * `gapScale` for the gaps and interval ends, 25 % for I2, 6 for the count of positives. 0 when
 * every figure is inside; Infinity when one does not exist.
 */
export function distanceTo(targets: Targets): Distance {
  const se = gapScale(targets);
  const scales: Record<TargetName, number> = {
    gap: se,
    ciLower: se,
    ciUpper: se,
    unstratified: se,
    i2: 25,
    positive: 6,
  };
  const boxes = PLACES.flatMap(([name, place]) => {
    const target = targets[name];
    return target === null ? [] : [{ place, ...target, scale: scales[name] }];
  });
  const size = boxes.length;
  const place = Int32Array.from(boxes, (box) => box.place);
  const value = Float64Array.from(boxes, (box) => box.value);
  const half = Float64Array.from(boxes, (box) => box.half + EDGE);
  const scale = Float64Array.from(boxes, (box) => box.scale);
  return (figures) => {
    let distance = 0;
    for (let b = 0; b < size; b++) {
      const excess = Math.abs(figures[place[b]] - value[b]) - half[b];
      if (excess > 0) distance += excess / scale[b];
      else if (Number.isNaN(excess)) return Number.POSITIVE_INFINITY;
    }
    return distance;
  };
}
