/** The hand-made PNG, read back by zlib. */
import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pngDataUrl } from '../../src/report/png-palette.ts';

const PALETTE = [
  [0, 0, 0, 0],
  [1, 2, 3, 255],
  [4, 5, 6, 128],
] as const;

function chunks(url: string): Map<string, Buffer> {
  const bytes = Buffer.from(url.slice('data:image/png;base64,'.length), 'base64');
  expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
  const found = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + size);
    expect(bytes.readUInt32BE(at + 8 + size)).toBe(crc32(body));
    found.set(body.subarray(0, 4).toString('latin1'), body.subarray(4));
    at += 12 + size;
  }
  return found;
}

describe('pngDataUrl', () => {
  it('holds the pixels, two bits each, rows padded to bytes', () => {
    const parts = chunks(pngDataUrl(Uint8Array.from([0, 1, 2, 1, 2, 0, 0, 0, 0, 1]), 5, 2, PALETTE));
    expect([...parts.keys()]).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
    expect([...parts.get('IHDR')!]).toEqual([0, 0, 0, 5, 0, 0, 0, 2, 2, 3, 0, 0, 0]);
    expect([...parts.get('PLTE')!]).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6]);
    expect([...parts.get('tRNS')!]).toEqual([0, 255, 128]);
    // filter 0, then 00 01 10 01 | 10, then filter 0, 00 00 00 00 | 01
    expect([...inflateSync(parts.get('IDAT')!)]).toEqual([0, 0b00011001, 0b10000000, 0, 0, 0b01000000]);
  });

  it('goes over the size of a deflate block', () => {
    const pixels = new Uint8Array(600 * 600).fill(1);
    const raw = inflateSync(chunks(pngDataUrl(pixels, 600, 600, PALETTE)).get('IDAT')!);
    expect(raw).toHaveLength(600 * 151);
    expect(raw[1]).toBe(0b01010101);
  });
});
