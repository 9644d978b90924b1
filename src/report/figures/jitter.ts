/** Places of points that share a row, so that they don't cover each other; by rank, never at random. */

/** Offsets in -1 .. 1: the golden-ratio sequence, evenly spread whatever the number of points. */
export const spread = (i: number): number => 2 * ((0.5 + i * 0.6180339887498949) % 1) - 1;
