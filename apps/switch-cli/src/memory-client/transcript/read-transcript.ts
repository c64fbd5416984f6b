import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { claudeFacts } from './claude-line';
import { codexFacts } from './codex-line';
import { copilotFacts } from './copilot-line';
import { listOf, objectOf, type Fact, type Json } from './facts';
import { geminiFacts } from './gemini-message';

const PART_BYTES = 256 * 1024;
/** A longer line holds a picture or the like, and nothing that was said. */
const LONGEST_LINE_BYTES = 2 * 1024 * 1024;
/** A chat that is one JSON document is read whole, so it may not be larger. */
const LARGEST_DOCUMENT_BYTES = 6 * 1024 * 1024;
const NEWLINE = 0x0a;

export interface Reading {
  facts: Fact[];
  /** Where the next reading begins. */
  offset: number;
  /** Whether there is more than fits into the time. */
  isPartial: boolean;
}

/**
 * What a transcript says since an offset, as far as its lines are whole. A file that has become shorter is read from
 * its beginning: what is stored already is known by its id.
 * @param hasTime whether another part may be read
 * @param isCopied which lines are another session's
 */
export function readTranscript(
  path: string,
  from: number,
  hasTime: () => boolean,
  isCopied: (line: Json) => boolean = () => false,
): Reading {
  if (path.endsWith('.json')) return readDocument(path, from);
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const facts: Fact[] = [];
    let offset = size < from ? 0 : from;
    const bytes = Buffer.allocUnsafe(PART_BYTES);
    while (offset < size) {
      if (!hasTime()) return { facts, offset, isPartial: true };
      const part = readPart(file, bytes, offset, size);
      if (part === null) break;
      for (const { text, at } of part.lines) facts.push(...factsOfLine(text, String(at), isCopied));
      offset = part.next;
    }
    return { facts, offset, isPartial: false };
  } finally {
    closeSync(file);
  }
}

interface Part {
  lines: { text: string; at: number }[];
  next: number;
}

/**
 * The whole lines from an offset on, as many as fit; null: the last line is not whole yet.
 * @param bytes what is read into; one buffer for all parts keeps the memory small
 */
function readPart(file: number, bytes: Buffer, offset: number, size: number): Part | null {
  const read = readSync(file, bytes, 0, bytes.length, offset);
  const end = bytes.subarray(0, read).lastIndexOf(NEWLINE);
  if (end === -1) return longLine(file, bytes, offset, size);
  const lines: Part['lines'] = [];
  let start = 0;
  while (start <= end) {
    const stop = bytes.indexOf(NEWLINE, start);
    lines.push({ text: bytes.toString('utf8', start, stop), at: offset + start });
    start = stop + 1;
  }
  return { lines, next: offset + end + 1 };
}

/** A line that is longer than a part: read if it is not too long, skipped if it is, null if it has no end yet. */
function longLine(file: number, bytes: Buffer, offset: number, size: number): Part | null {
  for (let at = offset; at < size; at += PART_BYTES) {
    const read = readSync(file, bytes, 0, bytes.length, at);
    const end = bytes.subarray(0, read).indexOf(NEWLINE);
    if (end === -1) continue;
    const length = at + end - offset;
    if (length > LONGEST_LINE_BYTES) return { lines: [], next: offset + length + 1 };
    const line = Buffer.allocUnsafe(length);
    readSync(file, line, 0, length, offset);
    return { lines: [{ text: line.toString(), at: offset }], next: offset + length + 1 };
  }
  return null;
}

function factsOfLine(text: string, place: string, isCopied: (line: Json) => boolean): Fact[] {
  if (!text.startsWith('{')) return [];
  try {
    const line = objectOf(JSON.parse(text));
    if (isCopied(line)) return [];
    return (
      copilotFacts(line, place) ??
      claudeFacts(line, place) ??
      codexFacts(line, place) ??
      geminiFacts(line, place) ??
      []
    );
  } catch {
    return [];
  }
}

/** A chat of Gemini CLI that is one document: the offset counts its messages. */
function readDocument(path: string, from: number): Reading {
  const bytes = readFileSync(path);
  if (bytes.length > LARGEST_DOCUMENT_BYTES) return { facts: [], offset: from, isPartial: false };
  const messages = listOf(objectOf(JSON.parse(bytes.toString()))['messages']);
  const start = messages.length < from ? 0 : from;
  const facts = messages
    .slice(start)
    .flatMap((message, index) => geminiFacts(message, String(start + index)) ?? []);
  return { facts, offset: messages.length, isPartial: false };
}
