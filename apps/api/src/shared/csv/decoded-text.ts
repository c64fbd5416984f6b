import { isUtf8 } from 'node:buffer';
import { invalidCsv } from './invalid-csv';

const NEWLINE = 0x0a;

/**
 * The text of a file, without a byte order mark.
 * @throws AppError `invalid_csv` where it is not UTF-8, or holds a NUL
 */
export async function* decodeText(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let beginning = Buffer.alloc(0);
  for await (const part of parts) {
    if (beginning.length < 2) beginning = Buffer.concat([beginning, part.subarray(0, 2)]);
    if (isUtf16(beginning)) throw invalidCsv('The text is UTF-16. Save the file as “CSV UTF-8”.', 1);
    if (part.includes(0))
      throw invalidCsv('There is a NUL character.', line + newlines(part, part.indexOf(0)));
    try {
      yield decoder.decode(part, { stream: true });
    } catch {
      throw notUtf8(line + newlines(part, firstFault(part)));
    }
    line += newlines(part, part.length);
  }
  try {
    yield decoder.decode();
  } catch {
    throw notUtf8(line);
  }
}

/** By its byte order mark. */
function isUtf16(beginning: Buffer): boolean {
  return ['fffe', 'feff'].includes(beginning.toString('hex', 0, 2));
}

function notUtf8(line: number) {
  return invalidCsv('The text is not UTF-8. Save the file as “CSV UTF-8”.', line);
}

/** Where the first line ends that is not UTF-8. The first one may begin within a character. */
function firstFault(part: Buffer): number {
  for (let begin = part.indexOf(NEWLINE) + 1; begin > 0 && begin < part.length;) {
    const end = part.indexOf(NEWLINE, begin);
    if (!isUtf8(part.subarray(begin, end === -1 ? part.length : end))) return begin;
    if (end === -1) break;
    begin = end + 1;
  }
  return 0;
}

function newlines(part: Buffer, end: number): number {
  let count = 0;
  for (let at = part.indexOf(NEWLINE); at !== -1 && at < end; at = part.indexOf(NEWLINE, at + 1)) count++;
  return count;
}
