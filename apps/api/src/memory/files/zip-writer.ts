import { crc32, deflateRawSync } from 'node:zlib';

const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const VERSION = 20;
/** The first of January 1980: the same rows make the same file. */
const DATE = 0x21;

/** Writes a ZIP file part by part. More than 65,535 files, or 4 GiB, would need ZIP64. */
export class ZipWriter {
  private readonly directory: Buffer[] = [];
  private offset = 0;

  /** The part of the file that holds one text. */
  entry(name: string, text: string): Buffer {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(VERSION, 0);
    fields.writeUInt16LE(UTF8_NAMES, 2);
    fields.writeUInt16LE(DEFLATED, 4);
    fields.writeUInt16LE(DATE, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const central = Buffer.alloc(20);
    central.writeUInt16LE(VERSION, 0);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(this.offset, 10);
    this.directory.push(
      Buffer.concat([signature(0x02014b50), central.subarray(0, 2), fields, place, Buffer.from(name)]),
    );
    const part = Buffer.concat([signature(0x04034b50), fields, Buffer.from(name), packed]);
    this.offset += part.length;
    return part;
  }

  /** What stands behind all entries. */
  end(): Buffer {
    const directory = Buffer.concat(this.directory);
    const end = Buffer.alloc(18);
    end.writeUInt16LE(this.directory.length, 4);
    end.writeUInt16LE(this.directory.length, 6);
    end.writeUInt32LE(directory.length, 8);
    end.writeUInt32LE(this.offset, 12);
    return Buffer.concat([directory, signature(0x06054b50), end]);
  }
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
