import { crc32, deflateRawSync } from 'node:zlib';

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const VERSION = 20;
const LARGE_VERSION = 45;
/** The first of January 1980: the same rows make the same file. */
const DATE = 0x21;

/** In a field of 16 or of 32 bits: the number stands in the fields of ZIP64. */
const MOST_16 = 0xffff;
const MOST_32 = 0xffffffff;

/** Of zlib's buffer. By default each text, however short, would take 16 KiB until the garbage is collected. */
export function chunkFor(bytes: number): number {
  return Math.min(bytes + 64, 16_384);
}

/** Writes a ZIP file part by part. Past 65,534 files, or 4 GiB, it has the fields of ZIP64. */
export class ZipWriter {
  private readonly directory: Buffer[] = [];
  private offset = 0;

  /** The part of the file that holds one text. */
  entry(name: string, text: string): Buffer {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content, { chunkSize: chunkFor(content.length) });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8_NAMES, 2);
    fields.writeUInt16LE(DEFLATED, 4);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const madeBy = Buffer.alloc(2);
    madeBy.writeUInt16LE(VERSION);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(Math.min(this.offset, MOST_32), 10);
    const further = this.offset < MOST_32 ? Buffer.alloc(0) : farPlace(this.offset);
    const described = Buffer.from(fields);
    described.writeUInt16LE(further.length, 24);
    this.directory.push(
      Buffer.concat([signature(0x02014b50), madeBy, described, place, Buffer.from(name), further]),
    );
    const part = Buffer.concat([signature(0x04034b50), fields, Buffer.from(name), packed]);
    this.offset += part.length;
    return part;
  }

  /** What stands behind all entries. */
  end(): Buffer {
    const directory = Buffer.concat(this.directory);
    const count = Math.min(this.directory.length, MOST_16);
    const end = Buffer.alloc(18);
    end.writeUInt16LE(count, 4);
    end.writeUInt16LE(count, 6);
    end.writeUInt32LE(Math.min(directory.length, MOST_32), 8);
    end.writeUInt32LE(Math.min(this.offset, MOST_32), 12);
    const isLarge = count === MOST_16 || Math.max(directory.length, this.offset) >= MOST_32;
    const large = isLarge ? largeEnd(this.directory.length, directory.length, this.offset) : Buffer.alloc(0);
    return Buffer.concat([directory, large, signature(0x06054b50), end]);
  }
}

/** The field of ZIP64 with the place of an entry. */
function farPlace(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

/** The end of the directory with numbers of 64 bits, and the place where it stands. */
function largeEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(52);
  end.writeBigUInt64LE(44n, 0);
  end.writeUInt16LE(LARGE_VERSION, 8);
  end.writeUInt16LE(LARGE_VERSION, 10);
  end.writeBigUInt64LE(BigInt(count), 20);
  end.writeBigUInt64LE(BigInt(count), 28);
  end.writeBigUInt64LE(BigInt(size), 36);
  end.writeBigUInt64LE(BigInt(offset), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(offset + size), 4);
  locator.writeUInt32LE(1, 12);
  return Buffer.concat([signature(0x06064b50), end, signature(0x07064b50), locator]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
