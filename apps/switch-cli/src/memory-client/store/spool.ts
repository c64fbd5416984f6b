import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NewChatMessageDto, SessionPlaceDto } from '@groupless/shared-dto';
import { maskSecrets } from '@groupless/shared-dto/memory/masked-text';
import { makeFolder } from '../../files/safe-folder';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { readJson, writeJson } from './json-file';

export interface SummaryEntry {
  kind: 'summary';
  identity: string;
  session_id?: string;
  idempotency_key: string;
  /** When the session ended, or was compacted. */
  ended_at?: string;
  body: Record<string, unknown>;
}

/** What is done with a task, or a fact that is set. */
export interface RowEntry {
  kind: 'task' | 'state';
  identity: string;
  /** When it was said. Earlier versions did not note it. */
  said_at?: string;
  /** `project` is the named one, null for none; missing: that of the folder. */
  body: Record<string, unknown>;
}

/** Something that the server is to store. */
export type Entry =
  | {
      kind: 'messages';
      identity: string;
      session_id?: string;
      place?: SessionPlaceDto;
      messages: NewChatMessageDto[];
    }
  | SummaryEntry
  | RowEntry;

/** Written before it is sent, so that nothing is lost whatever happens to the process or the server. */
export type Spooled = Entry & {
  url: string;
  /** Of which address and key, as a hash: the server takes what comes with a key for its owner's. Earlier versions did not say it. */
  of?: string;
};

/** Who is to get an entry: a server, by a key. */
export interface Receiver {
  url: string;
  keyHash: string;
}

/**
 * How much waits for a server that is away. There is no limit of age: a wrong clock would make everything old.
 */
export const SPOOL_LIMITS = { bytes: 50 * 1024 * 1024 };

/** After so many answers that are not the server's, an entry is put aside, if the server takes others. */
const MOST_TRIES = 5;

export function spool(environment: Environment, { url, keyHash }: Receiver, entry: Entry): void {
  const name = `${String(Date.now()).padStart(NAMED_TIME, '0')}-${String(counter++).padStart(6, '0')}`;
  const file = join(folderOf(environment), `${name}-${randomBytes(6).toString('hex')}.json`);
  writeJson(file, { ...withoutSecrets(entry), url, of: keyHash } satisfies Spooled, { isDurable: true });
}

/** A state's key says what its value is, as in a file of settings. */
function withoutSecrets<Kept extends Entry>(entry: Kept): Kept {
  if (entry.kind === 'messages') return { ...entry, ...(entry.place && { place: masked(entry.place) }) };
  const body = masked(entry.body);
  const { key, value } = body;
  if (typeof key !== 'string' || typeof value !== 'string') return { ...entry, body };
  const name = `${key}: `;
  const { text } = maskSecrets(name + value);
  return { ...entry, body: text.startsWith(name) ? { ...body, value: text.slice(name.length) } : body };
}

/** A value of JSON with the mask in its texts. */
function masked<Value>(value: Value): Value {
  if (typeof value === 'string') return maskSecrets(value).text as Value;
  if (Array.isArray(value)) return value.map(masked) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, masked(part)])) as Value;
}

let counter = 0;

/** Digits with which the name of an entry begins: when it was written. */
const NAMED_TIME = 15;

/** How much waits, how much the server has refused for good, and how much was given up because of the limits. */
export function spoolCounts(environment: Environment) {
  return {
    waiting: namesIn(folderOf(environment)).length,
    rejected: namesIn(memoryState(environment, 'rejected')).length,
    dropped: readJson(droppedFile(environment), { count: 0 }).count,
  };
}

/** Keeps the spool within its limits: the oldest entries go, and `doctor` says how many. */
export function removeOldEntries(environment: Environment, limits = SPOOL_LIMITS): void {
  const dropped = removeOldest(folderOf(environment), limits);
  removeOldest(memoryState(environment, 'rejected'), limits);
  if (dropped === 0) return;
  const { count } = readJson(droppedFile(environment), { count: 0 });
  writeJson(droppedFile(environment), { count: count + dropped });
}

/** The names of entries begin with the time of their writing. */
function removeOldest(folder: string, { bytes }: typeof SPOOL_LIMITS): number {
  let total = 0;
  const tooMany = namesIn(folder)
    .reverse()
    .filter((name) => {
      total += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
      return total > bytes;
    });
  for (const name of tooMany) rmSync(join(folder, name), { force: true });
  return tooMany.length;
}

/** What is no entry is put aside. */
export function readEntry(environment: Environment, name: string): Spooled | null {
  const entry = readJson<Spooled | null>(join(folderOf(environment), name), null);
  if (entry === null) putAside(environment, name);
  return entry;
}

/** How often an entry was refused by an answer that is not the server's: its name says it, as `…-t2.json`. */
function triesOf(name: string): number {
  return Number(/-t(\d+)\.json$/.exec(name)?.[1] ?? 0);
}

function byTries(one: string, other: string): number {
  return triesOf(one) - triesOf(other) || (one < other ? -1 : 1);
}

/** An entry by its name, however often it was refused. */
export function entryOf(name: string): string {
  return name.replace(/(-t\d+)?\.json$/, '');
}

export function countTry(environment: Environment, name: string): void {
  const tries = triesOf(name) + 1;
  if (tries >= MOST_TRIES) putAside(environment, name);
  else rename(environment, name, join(folderOf(environment), `${entryOf(name)}-t${tries}.json`));
}

/** How long an entry has waited, by the clock of then. */
export function ageMsOf(name: string): number {
  return Date.now() - Number(name.slice(0, NAMED_TIME));
}

/** The entries that wait, in the order in which they are sent: those that were refused before come last. */
export function waitingNames(environment: Environment): string[] {
  return namesIn(folderOf(environment)).sort(byTries);
}

export function removeEntry(environment: Environment, name: string): void {
  rmSync(join(folderOf(environment), name), { force: true });
}

/** What the server refuses for good is kept, and not sent again. */
export function putAside(environment: Environment, name: string): void {
  makeFolder(memoryState(environment, 'rejected'));
  rename(environment, name, memoryState(environment, 'rejected', name));
}

function rename(environment: Environment, name: string, to: string): void {
  try {
    renameSync(join(folderOf(environment), name), to);
  } catch {
    // Another process has removed it already.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d.*\.json$/.test(name))
      .sort();
  } catch {
    return [];
  }
}

export function fileOfEntry(environment: Environment, name: string): string {
  return join(folderOf(environment), name);
}

function folderOf(environment: Environment): string {
  return memoryState(environment, 'spool');
}

function droppedFile(environment: Environment): string {
  return memoryState(environment, 'dropped.json');
}
