/** What files of other programs are written in, besides UTF-8. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1251',
  'windows-1250',
] as const;
export type TextEncoding = (typeof ENCODINGS)[number];

const SAMPLE_BYTES = 262_144;

/**
 * What a file is most likely written in: what its byte order mark says, else UTF-8 where all of it is that, else an
 * encoding of Windows. A word in Cyrillic is all bytes above ASCII; elsewhere they stand alone among others.
 */
export async function encodingOf(file: Blob): Promise<TextEncoding> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (await isUtf8(file)) return 'utf-8';
  const sample = new Uint8Array(await file.slice(0, SAMPLE_BYTES).arrayBuffer());
  let alone = 0;
  let beside = 0;
  for (let at = 0; at < sample.length; at++) {
    if (!isHigh(sample[at])) continue;
    if (isHigh(sample[at - 1]) || isHigh(sample[at + 1])) beside++;
    else alone++;
  }
  return beside > alone ? 'windows-1251' : 'windows-1252';
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
  const reader = file.stream().getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true });
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function isHigh(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80;
}
