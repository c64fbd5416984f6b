/** What files of other programs are written in, besides UTF-8. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'koi8-r',
  'ibm866',
  'macintosh',
] as const;
export type TextEncoding = (typeof ENCODINGS)[number];

/**
 * What a file is most likely written in: what its byte order mark says, else UTF-8 where all of it is that, else an
 * encoding of Windows. A word in Cyrillic is all bytes above ASCII; elsewhere they stand alone among others.
 */
export async function encodingOf(file: Blob): Promise<TextEncoding> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (await isUtf8(file)) return 'utf-8';
  let mac = 0;
  let windows = 0;
  let before = 0;
  let alone = 0;
  let beside = 0;
  let together = 0;
  const endWord = () => {
    if (together === 1) alone++;
    else beside += together;
    together = 0;
  };
  for await (const bytes of partsOf(file))
    for (const byte of bytes) {
      // Within a word, each is a letter of its encoding, and a sign of the other.
      if (isLetter(before) && MAC_LETTERS.has(byte)) mac++;
      if (isLetter(before) && WINDOWS_LETTERS.has(byte)) windows++;
      before = byte;
      if (byte >= 0x80) together++;
      else if (together > 0) endWord();
    }
  endWord();
  if (beside > alone) return 'windows-1251';
  return mac > windows ? 'macintosh' : 'windows-1252';
}

/** Letters as former Macs write them, and as Windows does; not ö, which is š there. */
const MAC_LETTERS: ReadonlySet<number> = new Set([0x8a, 0x9f, 0xa7, 0x8e]);
const WINDOWS_LETTERS: ReadonlySet<number> = new Set([
  0xe4, 0xf6, 0xfc, 0xdf, 0xe9, 0xe8, 0xe0, 0xe1, 0xed, 0xf3,
]);

function isLetter(byte: number): boolean {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

/** The same text in UTF-8. */
export async function inUtf8(file: Blob, encoding: TextEncoding): Promise<Blob> {
  if (encoding === 'utf-8') return file;
  const parts: string[] = [];
  for await (const text of decoded(file, new TextDecoder(encoding))) parts.push(text);
  return new Blob(parts, { type: 'text/csv' });
}

async function isUtf8(file: Blob): Promise<boolean> {
  try {
    const texts = decoded(file, new TextDecoder('utf-8', { fatal: true }));
    while ((await texts.next()).done !== true);
    return true;
  } catch (error) {
    // All else is a file that cannot be read.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function* decoded(file: Blob, decoder: TextDecoder): AsyncGenerator<string> {
  for await (const bytes of partsOf(file)) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

async function* partsOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
