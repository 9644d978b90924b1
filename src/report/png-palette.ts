/**
 * A small indexed PNG, written by hand so that it also works in a browser and synchronously: two bits a pixel,
 * deflate without compression. A heat map of 134 x 500 cells is 17 kB this way; as 67,000 SVG rectangles it would
 * be 5 MB.
 */

/** Red, green, blue, opacity; 0 to 255. */
export type Rgba = readonly [number, number, number, number];

/**
 * @param pixels palette index (0 .. 3), row by row
 * @param palette up to four colours
 * @returns a `data:` address
 */
export function pngDataUrl(
  pixels: Uint8Array,
  width: number,
  height: number,
  palette: readonly Rgba[],
): string {
  const stride = Math.ceil(width / 4) + 1;
  const raw = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      raw[y * stride + 1 + (x >> 2)] |= pixels[y * width + x] << (6 - 2 * (x & 3));
    }
  }
  const header = [...big32(width), ...big32(height), 2, 3, 0, 0, 0];
  const bytes = [
    [137, 80, 78, 71, 13, 10, 26, 10],
    chunk('IHDR', header),
    chunk(
      'PLTE',
      palette.flatMap((rgba) => rgba.slice(0, 3)),
    ),
    chunk(
      'tRNS',
      palette.map(([, , , opacity]) => opacity),
    ),
    chunk('IDAT', stored(raw)),
    chunk('IEND', []),
  ];
  return `data:image/png;base64,${base64(bytes)}`;
}

/** zlib stream of uncompressed blocks (RFC 1950, 1951). */
function stored(raw: Uint8Array): Uint8Array {
  const most = 65_535;
  const blocks = Math.max(1, Math.ceil(raw.length / most));
  const out = new Uint8Array(2 + 5 * blocks + raw.length + 4);
  out.set([0x78, 0x01]);
  let at = 2;
  for (let b = 0; b < blocks; b++) {
    const part = raw.subarray(b * most, (b + 1) * most);
    const size = part.length;
    out.set([b === blocks - 1 ? 1 : 0, size & 255, size >> 8, ~size & 255, (~size >> 8) & 255], at);
    out.set(part, at + 5);
    at += 5 + size;
  }
  out.set(big32(adler32(raw)), at);
  return out;
}

function chunk(name: string, data: ArrayLike<number>): Uint8Array {
  const out = new Uint8Array(12 + data.length);
  out.set(big32(data.length));
  out.set(
    [...name].map((letter) => letter.charCodeAt(0)),
    4,
  );
  out.set(data, 8);
  out.set(big32(crc32(out.subarray(4, 8 + data.length))), 8 + data.length);
  return out;
}

const big32 = (n: number): number[] => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

function adler32(bytes: Uint8Array): number {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  return b * 65_536 + a;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let k = 0; k < 8; k++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function base64(parts: readonly ArrayLike<number>[]): string {
  let text = '';
  for (const part of parts) for (let i = 0; i < part.length; i++) text += String.fromCharCode(part[i]);
  return btoa(text);
}
