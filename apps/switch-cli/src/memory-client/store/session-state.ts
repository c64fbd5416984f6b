import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { sweepLeftBehind } from '../../files/credentials-file';
import { makeFolder } from '../../files/safe-folder';
import type { Environment } from '../../program/environment';
import { holdOwnLock } from '../../state/own-lock';
import { memoryState } from '../places';
import { EMPTY_DIGEST, type Digest } from '../transcript/digest';
import type { AssistantProcess } from './assistant-process';
import { readJson, writeJson } from './json-file';

const LOCK_WAIT_MS = 800;
/** How many ended sessions are remembered at least and at most. Not for how long: a wrong clock would make all of them old. */
const KEPT_ENDED = 500;
const MOST_ENDED = 600;
const ENDED = '.ended';
const TOLD = '.told.json';

/** What is remembered of a session of an assistant. */
export interface SessionState {
  session_id: string;
  cwd: string;
  identity: string;
  transcript_path: string;
  /** How far the transcript is stored. */
  offset: number;
  /** The same of other files of it: Gemini CLI resumes a session in a new one, and goes on in the one before. */
  offsets?: Record<string, number>;
  /** Turns that came without a transcript. */
  turns: number;
  /** The last turn, to leave out what a transcript repeats in another form. */
  last: { role: string; hash: string; form: string } | null;
  /** A request of which no transcript has said anything yet: an assistant that is killed may never write it down. */
  asked?: { text: string; at: string } | null;
  /** The commit at the start, or when the last summary was made. */
  head: string | null;
  /** The branch when the last hook looked. */
  branch?: string | null;
  started_at: string;
  touched_at: string;
  process: AssistantProcess | null;
  /** Of which address and key its last hook was, as a hash: another person's hook may end it. */
  of?: string;
  is_ended: boolean;
  /** The hashes of the summaries that compactions gave. */
  compactions: string[];
  /** How many summaries were put together at an end. */
  ends: number;
  digest: Digest;
}

export function newSession(session_id: string, cwd: string, identity: string, now: Date): SessionState {
  return {
    session_id,
    cwd,
    identity,
    transcript_path: '',
    offset: 0,
    turns: 0,
    last: null,
    head: null,
    started_at: now.toISOString(),
    touched_at: now.toISOString(),
    process: null,
    is_ended: false,
    compactions: [],
    ends: 0,
    digest: EMPTY_DIGEST,
  };
}

/** The session with the transcript that a hook names. A file that was only moved is read on. */
export function withTranscript(state: SessionState, path: string): SessionState {
  const { transcript_path: before, offset, offsets = {} } = state;
  if (path === '' || path === before) return state;
  if (!existsSync(before)) return { ...state, transcript_path: path, offset: offsets[path] ?? offset };
  return {
    ...state,
    transcript_path: path,
    offset: offsets[path] ?? 0,
    offsets: { ...offsets, [before]: offset },
  };
}

export function readSession(environment: Environment, session_id: string): SessionState | null {
  return readJson<SessionState | null>(fileOf(environment, session_id), null);
}

/** Changes what is remembered, while no other hook of this session does. */
export async function changeSession(
  environment: Environment,
  session_id: string,
  change: (state: SessionState | null) => SessionState | Promise<SessionState>,
): Promise<SessionState> {
  const file = fileOf(environment, session_id);
  makeFolder(folderOf(environment));
  const release = await holdOwnLock(`${file}.lock`, LOCK_WAIT_MS);
  try {
    const state = await change(readSession(environment, session_id));
    const stem = stemOf(basename(file));
    // In an order in which a hook that is killed between leaves no open session with the mark: nobody would end it.
    if (!state.is_ended) rmSync(join(folderOf(environment), `${stem}${ENDED}`), { force: true });
    writeJson(file, state);
    if (state.is_ended) markEnded(folderOf(environment), stem);
    return state;
  } finally {
    release();
  }
}

/** The sessions of this machine that have not ended. Of those that have, the oldest are forgotten. */
export function openSessions(environment: Environment): SessionState[] {
  const folder = folderOf(environment);
  const names = namesIn(folder);
  const ended = names.filter((name) => name.endsWith(ENDED)).map((name) => name.slice(0, -ENDED.length));
  const isEnded = new Set(ended);
  const open = names
    .filter((name) => isState(name) && !isEnded.has(stemOf(name)))
    .flatMap((name) => {
      const state = readJson<SessionState | null>(join(folder, name), null);
      // Earlier versions made no mark.
      if (state?.is_ended) markEnded(folder, stemOf(name));
      return state === null || state.is_ended ? [] : [state];
    });
  const states = new Set(names.filter(isState).map(stemOf));
  // A hook that failed at once has told its session so, and no other one came.
  const toldAlone = names.filter((name) => name.endsWith(TOLD) && !states.has(stemOf(name))).map(stemOf);
  const left = [...ended, ...toldAlone];
  if (left.length > MOST_ENDED) forgetOldest(folder, left);
  return open;
}

function forgetOldest(folder: string, ended: readonly string[]): void {
  const touchedAt = (stem: string) =>
    readJson<Partial<SessionState> | null>(join(folder, `${stem}.json`), null)?.touched_at ?? '';
  const newest = ended
    .map((stem) => ({ stem, at: touchedAt(stem) }))
    .sort((one, other) => other.at.localeCompare(one.at));
  for (const { stem } of newest.slice(KEPT_ENDED))
    for (const ending of ['json', 'json.lock', 'told.json', 'ended'])
      rmSync(join(folder, `${stem}.${ending}`), { force: true });
}

/** An empty file beside the state, so that the start of a session need not read all that have ended. */
function markEnded(folder: string, stem: string): void {
  writeFileSync(join(folder, `${stem}${ENDED}`), '', { mode: 0o600 });
}

/** Removes what killed hooks left half written, which may be parts of a conversation. */
export function sweepMemoryState(environment: Environment): void {
  for (const part of ['', 'spool', 'sessions', 'rejected', 'backups', 'bin']) {
    sweepLeftBehind(memoryState(environment, part));
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isState(name: string): boolean {
  return /^[0-9a-f]+\.json$/.test(name);
}

function stemOf(name: string): string {
  return name.replace(/\..*$/, '');
}

function folderOf(environment: Environment): string {
  return memoryState(environment, 'sessions');
}

function fileOf(environment: Environment, session_id: string): string {
  return sessionFile(environment, session_id, 'json');
}

/** A file of a session; those of one session differ in their endings. */
export function sessionFile(environment: Environment, session_id: string, ending: string): string {
  const name = createHash('sha256').update(session_id).digest('hex').slice(0, 24);
  return join(folderOf(environment), `${name}.${ending}`);
}
