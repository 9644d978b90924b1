/** Evidence for tests, written as the files that people have. */
export { evidenceRows as rowsOf } from '../../src/audit/evidence/read.ts';

/** A CSV text from a header and lines. */
export function csv(header: string, lines: readonly (readonly (string | number)[])[]): string {
  return [header, ...lines.map((line) => line.join(','))].join('\n');
}

/** 0 .. n-1 */
export function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

/** The error that `run` throws, as its message. */
export function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}
