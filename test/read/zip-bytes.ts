/** Zips written byte by byte, also such as no good tool writes. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
  /** Deflated bytes and claimed size in place of those of `content`. */
  readonly packed?: Uint8Array;
  readonly claimed?: number;
}

export function zipBytes(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, packed = deflateRawSync(content), claimed = content.length } of entries) {
    const fileName = Buffer.from(name, 'utf8');
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    writeFields(local, 4, content, packed, claimed, fileName);
    bodies.push(local, fileName, Buffer.from(packed));
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    writeFields(central, 6, content, packed, claimed, fileName);
    central.writeUInt32LE(offset, 42);
    directory.push(central, fileName);
    offset += 30 + fileName.length + packed.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listing, end]);
}

/** Version, UTF-8 flag, deflate, time, sum, sizes and length of the name. */
function writeFields(
  into: Buffer,
  at: number,
  content: Uint8Array,
  packed: Uint8Array,
  claimed: number,
  name: Buffer,
): void {
  into.writeUInt16LE(20, at);
  into.writeUInt16LE(0x0800, at + 2);
  into.writeUInt16LE(8, at + 4);
  into.writeUInt32LE(0, at + 6);
  into.writeUInt32LE(crc32(content), at + 10);
  into.writeUInt32LE(packed.length, at + 14);
  into.writeUInt32LE(claimed, at + 18);
  into.writeUInt16LE(name.length, at + 22);
}
