import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '../../platform/errors/app-error';
import { chunkFor } from './zip-writer';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LARGE_END = 0x06064b50;
const LARGE_LOCATOR = 0x07064b50;
const LONGEST_COMMENT = 65_535;
/** What the files of a ZIP hold together, unpacked. */
const MOST_BYTES = 512 * 1_048_576;

export interface ZippedText {
  name: string;
  text: string;
}

interface Entry {
  name: string;
  method: number;
  crc: number;
  /** Where it begins, its header included. */
  begin: number;
  /** Where its content begins, and where it ends. */
  content: number;
  end: number;
}

/**
 * The texts of a ZIP file, one after the other. Folders are left out.
 * @throws AppError `invalid_zip`
 */
export function* readZip(file: Buffer): Generator<ZippedText> {
  let left = MOST_BYTES;
  for (const entry of entriesOf(file)) {
    if (entry.name.endsWith('/')) continue;
    const content = contentOf(file, entry, left);
    left -= content.length;
    const text = content.toString();
    if (text.includes('\u0000')) throw invalidZip('A file in it is no text.');
    yield { name: entry.name, text };
  }
}

export function invalidZip(detail: string): AppError {
  return new AppError('invalid_zip', detail);
}

/** All entries, before any is unpacked: two that share bytes would make much of little. */
function entriesOf(file: Buffer): Entry[] {
  const { count, directory } = directoryOf(file);
  const entries: Entry[] = [];
  let at = directory;
  for (let place = 0; place < count; place++) {
    if (uint32(file, at) !== CENTRAL) throw invalidZip('Its directory is damaged.');
    const nameLength = uint16(file, at + 28);
    const begin = uint32(file, at + 42);
    const content = begin + 30 + uint16(file, begin + 26) + uint16(file, begin + 28);
    entries.push({
      name: file.subarray(at + 46, at + 46 + nameLength).toString(),
      method: uint16(file, at + 10),
      crc: uint32(file, at + 16),
      begin,
      content,
      end: content + uint32(file, at + 20),
    });
    at += 46 + nameLength + uint16(file, at + 30) + uint16(file, at + 32);
  }
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.begin - other.begin)) {
    if (entry.begin < end || entry.end > directory) throw invalidZip('Files in it overlap.');
    ({ end } = entry);
  }
  return entries;
}

function directoryOf(file: Buffer): { count: number; directory: number } {
  const end = endOf(file);
  const [count, directory] = [uint16(file, end + 10), uint32(file, end + 16)];
  const isLarge = end >= 20 && uint32(file, end - 20) === LARGE_LOCATOR;
  if (!isLarge) return { count, directory };
  const large = uint64(file, end - 12);
  if (uint32(file, large) !== LARGE_END) throw invalidZip('Its directory is damaged.');
  return { count: uint64(file, large + 32), directory: uint64(file, large + 48) };
}

function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - 22 - LONGEST_COMMENT);
  for (let at = file.length - 22; at >= first; at--) if (file.readUInt32LE(at) === END) return at;
  throw invalidZip('It is no ZIP file, or only the beginning of one.');
}

function contentOf(file: Buffer, { method, crc, content, end }: Entry, most: number): Buffer {
  const unpackedContent = unpacked(file.subarray(content, end), method, most);
  if (unpackedContent.length > most) throw invalidZip('A file in it is damaged or too large.');
  if (crc32(unpackedContent) !== crc) throw invalidZip('A file in it is damaged.');
  return unpackedContent;
}

function unpacked(packed: Buffer, method: number, most: number): Buffer {
  if (method === 0) return packed;
  if (method !== 8) throw invalidZip('A file in it is packed in a way that is not known, or encrypted.');
  try {
    return inflateRawSync(packed, {
      maxOutputLength: Math.max(1, most),
      chunkSize: chunkFor(4 * packed.length),
    });
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

function uint64(file: Buffer, at: number): number {
  if (at + 8 > file.length) throw invalidZip('It ends too early.');
  const value = Number(file.readBigUInt64LE(at));
  if (value > file.length) throw invalidZip('It ends too early.');
  return value;
}
