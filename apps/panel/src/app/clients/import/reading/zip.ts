/** What is in a file that is too large or broken, in one word. */
export class FileFaultError extends Error {
  constructor(readonly fault: 'too_large_inside' | 'broken' | 'macros' | 'formulas' | 'no_table') {
    super(fault);
  }
}

/** A whole workbook, unpacked, has at most so much. */
const MOST_BYTES = 400 * 1_048_576;
const MOST_ENTRIES = 2_000;
const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const DEFLATED = 8;

interface Entry {
  size: number;
  packed: number;
  method: number;
  offset: number;
}

/** The files of a ZIP archive, unpacked piece by piece: what its directory says is no more than allowed, and no more comes than it says. */
export class Zip {
  private constructor(
    private readonly file: Blob,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws FileFaultError */
  static async open(file: Blob): Promise<Zip> {
    const tail = await bytesOf(file.slice(Math.max(0, file.size - 65_557)));
    const end = lastIndexOf(tail, END_OF_DIRECTORY);
    if (end === -1) throw new FileFaultError('broken');
    const count = tail.getUint16(end + 10, true);
    const [size, offset] = [tail.getUint32(end + 12, true), tail.getUint32(end + 16, true)];
    if (count > MOST_ENTRIES || size > 4 * 1_048_576) throw new FileFaultError('too_large_inside');
    if (offset + size > file.size) throw new FileFaultError('broken');
    const entries = entriesOf(await bytesOf(file.slice(offset, offset + size)), count);
    const total = [...entries.values()].reduce((sum, entry) => sum + entry.size, 0);
    if (total > MOST_BYTES) throw new FileFaultError('too_large_inside');
    return new Zip(file, entries);
  }

  get names(): string[] {
    return [...this.entries.keys()];
  }

  /** The text of a file in UTF-8, in pieces; nothing where there is none. @throws FileFaultError */
  async *texts(name: string): AsyncGenerator<string> {
    const entry = this.entries.get(name);
    if (entry === undefined) return;
    const head = await bytesOf(this.file.slice(entry.offset, entry.offset + 30));
    if (head.byteLength < 30) throw new FileFaultError('broken');
    const start = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
    const packed = this.file.slice(start, start + entry.packed).stream() as ReadableStream<BufferSource>;
    const stream =
      entry.method === DEFLATED ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed;
    let left = entry.size;
    const reader = (stream as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    try {
      for (let part = await readPart(reader); !part.done; part = await readPart(reader)) {
        left -= part.value.byteLength;
        if (left < 0) throw new FileFaultError('too_large_inside');
        yield decoder.decode(part.value, { stream: true });
      }
      yield decoder.decode();
    } finally {
      await reader.cancel().catch(() => undefined);
    }
  }
}

async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new FileFaultError('broken');
  }
}

async function bytesOf(part: Blob): Promise<DataView> {
  return new DataView(await part.arrayBuffer());
}

function lastIndexOf(bytes: DataView, signature: number): number {
  for (let at = bytes.byteLength - 22; at >= 0; at--) if (bytes.getUint32(at, true) === signature) return at;
  return -1;
}

function entriesOf(directory: DataView, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0, index = 0; index < count; index++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== ENTRY)
      throw new FileFaultError('broken');
    const nameLength = directory.getUint16(at + 28, true);
    const end = at + 46 + nameLength;
    if (end > directory.byteLength) throw new FileFaultError('broken');
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, directory.byteOffset + at + 46, nameLength),
    );
    entries.set(name, {
      method: directory.getUint16(at + 10, true),
      packed: directory.getUint32(at + 20, true),
      size: directory.getUint32(at + 24, true),
      offset: directory.getUint32(at + 42, true),
    });
    at = end + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  return entries;
}
