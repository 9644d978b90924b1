/** SVG to PNG by resvg, an optional package. Node only. */
import { InputError } from '../errors.ts';

/**
 * The picture of an SVG, twice its size in pixels, with the fonts of this machine.
 *
 * @throws InputError when @resvg/resvg-js is not installed.
 */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { Resvg } = await load();
  const options = { fitTo: { mode: 'zoom' as const, value: 2 }, font: { defaultFontFamily: SANS_SERIF } };
  return new Resvg(svg, options).render().asPng();
}

/** resvg takes any font it finds first for `sans-serif`, one with serifs too; this one each system has. */
const SANS_SERIF =
  ({ darwin: 'Helvetica', win32: 'Segoe UI' } as Readonly<Record<string, string>>)[process.platform] ??
  'DejaVu Sans';

async function load() {
  try {
    return await import('@resvg/resvg-js');
  } catch (cause) {
    const problem = 'PNG needs the package @resvg/resvg-js (npm install @resvg/resvg-js); SVG needs nothing';
    throw new InputError(problem, { file: '--format' }, { cause });
  }
}
