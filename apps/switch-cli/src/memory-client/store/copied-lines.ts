import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { isObject } from '../../files/foreign-json';
import type { Environment } from '../../program/environment';
import { textOf, type Json } from '../transcript/facts';
import { readSession, type SessionState } from './session-state';

const UUID = /"uuid":"([0-9a-f-]{36})"/g;
const PART_BYTES = 1024 * 1024;
/** What may stand across the border of two parts. */
const OVERLAP = 64;
/** How much of other transcripts is read at most, the newest first. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Whether a line is copied from another session's transcript, as Claude Code does with all that was said before a fork. No version
 * of it says so in the same way: `/branch` marks the line, and `--fork-session` leaves it its `uuid`, by which it is looked for in
 * the transcripts beside that hooks have read. What no hook has read is stored with the one that is read first.
 * They need not stand before its own lines: 2.1.197 writes the first answer before them.
 */
export function copiedLines(
  environment: Environment,
  { transcript_path, started_at }: Pick<SessionState, 'transcript_path' | 'started_at'>,
): (line: Json) => boolean {
  let since = Infinity;
  let others: ReadonlySet<string> = new Set();
  return (line) => {
    if (isObject(line['forkedFrom'])) return true;
    const uuid = textOf(line['uuid']);
    const at = Date.parse(textOf(line['timestamp']));
    if (uuid === '' || !(at < Date.parse(started_at))) return false;
    if (at < since) others = uuidsBeside(environment, transcript_path, (since = at));
    return others.has(uuid);
  };
}

/** The lines of the transcripts beside, but for those that were last written before a time, which have nothing that was said since. */
function uuidsBeside(environment: Environment, transcript: string, since: number): Set<string> {
  const folder = dirname(transcript);
  const beside = readdirSync(folder)
    .filter((name) => name !== basename(transcript) && extname(name) === '.jsonl')
    .map((name) => ({ name, ...statsOf(join(folder, name)) }))
    .filter(({ name, mtimeMs }) => mtimeMs >= since && isRead(environment, basename(name, '.jsonl')))
    .sort((one, other) => other.mtimeMs - one.mtimeMs);
  const found = new Set<string>();
  let bytes = 0;
  for (const { name, size } of beside) {
    bytes += size;
    if (bytes > MOST_BYTES) break;
    addUuids(join(folder, name), found);
  }
  return found;
}

function isRead(environment: Environment, session_id: string): boolean {
  return (readSession(environment, session_id)?.offset ?? 0) > 0;
}

function statsOf(path: string): { mtimeMs: number; size: number } {
  return statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
}

function addUuids(path: string, found: Set<string>): void {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(PART_BYTES);
    for (let at = 0, read = PART_BYTES; read === PART_BYTES; at += PART_BYTES - OVERLAP) {
      read = readSync(file, bytes, 0, PART_BYTES, at);
      for (const [, uuid = ''] of bytes.toString('latin1', 0, read).matchAll(UUID)) found.add(uuid);
    }
  } finally {
    closeSync(file);
  }
}
