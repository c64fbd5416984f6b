import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '../../shared/errors/app-error';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LONGEST_COMMENT = 65_535;
/** What the files of a ZIP hold together, unpacked. */
const MOST_BYTES = 512 * 1_048_576;

export interface ZippedText {
  name: string;
  text: string;
}

/**
 * The texts of a ZIP file, one after the other. Folders are left out.
 * @throws AppError `invalid_zip`
 */
export function* readZip(file: Buffer): Generator<ZippedText> {
  let left = MOST_BYTES;
  const end = endOf(file);
  let at = uint32(file, end + 16);
  for (let count = uint16(file, end + 10); count > 0; count--) {
    if (uint32(file, at) !== CENTRAL) throw invalidZip('Its directory is damaged.');
    const nameLength = uint16(file, at + 28);
    const name = file.subarray(at + 46, at + 46 + nameLength).toString();
    const text = name.endsWith('/') ? null : textAt(file, at, left);
    if (text !== null) {
      left -= text.length;
      yield { name, text };
    }
    at += 46 + nameLength + uint16(file, at + 30) + uint16(file, at + 32);
  }
}

export function invalidZip(detail: string): AppError {
  return new AppError('invalid_zip', detail);
}

function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - 22 - LONGEST_COMMENT);
  for (let at = file.length - 22; at >= first; at--) if (file.readUInt32LE(at) === END) return at;
  throw invalidZip('It is no ZIP file, or only the beginning of one.');
}

function textAt(file: Buffer, central: number, most: number): string {
  const method = uint16(file, central + 10);
  const local = uint32(file, central + 42);
  const begin = local + 30 + uint16(file, local + 26) + uint16(file, local + 28);
  const packed = file.subarray(begin, begin + uint32(file, central + 20));
  const content = unpacked(packed, method, most);
  if (crc32(content) !== uint32(file, central + 16)) throw invalidZip('A file in it is damaged.');
  const text = content.toString();
  if (text.includes('\u0000')) throw invalidZip('A file in it is no text.');
  return text;
}

function unpacked(packed: Buffer, method: number, most: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw invalidZip('A file in it is packed in a way that is not known, or encrypted.');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, most) });
  } catch {
    throw invalidZip('A file in it is damaged or too large.');
  }
}

function uint16(file: Buffer, at: number): number {
  if (at + 2 > file.length) throw invalidZip('It ends too early.');
  return file.readUInt16LE(at);
}

function uint32(file: Buffer, at: number): number {
  if (at + 4 > file.length) throw invalidZip('It ends too early.');
  return file.readUInt32LE(at);
}
