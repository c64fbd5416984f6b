import { randomBytes } from 'node:crypto';
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { NewChatMessageDto } from '@groupless/shared-dto';
import { makeFolder } from '../../files/safe-folder';
import type { Environment } from '../../program/environment';
import { memoryState } from '../places';
import { chatOf, ensureProject, withProject } from '../project/known-projects';
import { jsonOf, MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { sessionHeaders } from '../server/session-headers';
import { readJson, writeJson } from './json-file';

/** Something that the server is to store. */
export type Entry =
  | { kind: 'messages'; identity: string; session_id?: string; messages: NewChatMessageDto[] }
  | {
      kind: 'summary';
      identity: string;
      session_id?: string;
      idempotency_key: string;
      body: Record<string, unknown>;
    }
  | { kind: 'task'; identity: string; body: Record<string, unknown> };

/** Written before it is sent, so that nothing is lost whatever happens to the process or the server. */
type Spooled = Entry & { url: string };

/** What a right answer has, by which webhook or route it is. */
interface Answer {
  stored: unknown;
  result: unknown;
}

/** How long and how much waits for a server that is away. */
export const SPOOL_LIMITS = { days: 30, bytes: 50 * 1024 * 1024 };

/** Answers that the same request will get again. */
const FINAL = [400, 404, 409, 413, 415, 422];

export function spool(environment: Environment, url: string, entry: Entry): void {
  const name = `${String(Date.now()).padStart(15, '0')}-${String(counter++).padStart(6, '0')}`;
  const file = join(folderOf(environment), `${name}-${randomBytes(6).toString('hex')}.json`);
  writeJson(file, { ...entry, url } satisfies Spooled);
}

let counter = 0;

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
function removeOldest(folder: string, { days, bytes }: typeof SPOOL_LIMITS): number {
  const oldest = Date.now() - days * 86_400_000;
  let total = 0;
  const tooMany = namesIn(folder)
    .reverse()
    .filter((name) => {
      total += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
      return total > bytes || Number.parseInt(name, 10) < oldest;
    });
  for (const name of tooMany) rmSync(join(folder, name), { force: true });
  return tooMany.length;
}

/**
 * Sends the entries for this server, oldest first. Entries that the server refuses permanently are put aside; those
 * that fail temporarily stay.
 * @throws Failure if the server is unavailable, or at the end if an entry failed that must not block the others
 */
export async function sendSpooled(
  environment: Environment,
  api: MemoryApi,
  hasTime: () => boolean,
): Promise<void> {
  removeOldEntries(environment);
  const folder = folderOf(environment);
  let fault: MemoryRefusal | null = null;
  // An address that is not there is asked for once a run: the server counts such requests.
  const kindsOff = new Set<Entry['kind']>();
  for (const name of namesIn(folder)) {
    if (!hasTime()) return;
    const entry = readJson<Spooled | null>(join(folder, name), null);
    if (entry === null) putAside(environment, name);
    else if (entry.url === api.url && !kindsOff.has(entry.kind)) {
      const failed = await sendOne(environment, api, entry, name);
      if (failed?.code === 'webhook_not_found') kindsOff.add(entry.kind);
      fault = failed ?? fault;
    }
  }
  if (fault !== null) throw fault;
}

/** @returns the failure of this entry, which stays but must not block the entries after it */
async function sendOne(
  environment: Environment,
  api: MemoryApi,
  entry: Spooled,
  name: string,
): Promise<MemoryRefusal | null> {
  try {
    await send(environment, api, entry);
  } catch (failure) {
    if (!(failure instanceof MemoryRefusal)) throw failure;
    // An admin has switched the webhook off: it may be on again tomorrow.
    if (failure.status === 500 || failure.code === 'webhook_not_found') return failure;
    if (!FINAL.includes(failure.status)) throw failure;
    // Already stored, by a run that was killed before it removed the entry.
    if (failure.code !== 'idempotency_key_reused') {
      putAside(environment, name);
      return null;
    }
  }
  rmSync(join(folderOf(environment), name), { force: true });
  return null;
}

async function send(environment: Environment, api: MemoryApi, entry: Entry): Promise<void> {
  switch (entry.kind) {
    case 'messages': {
      const path = `/memory/chats/${encodeURIComponent(chatOf(entry.identity))}/messages`;
      const body = JSON.stringify({ messages: entry.messages });
      const headers = sessionHeaders(environment, entry.session_id);
      jsonOf<Answer>(await api.api(path, { method: 'POST', body, headers }), 'stored');
      return;
    }
    case 'summary': {
      const projects_touched = await ensureProject(environment, api, entry.identity);
      const body = JSON.stringify({ projects_touched, ...entry.body });
      const named = sessionHeaders(environment, entry.session_id);
      const headers = { 'idempotency-key': entry.idempotency_key, ...named };
      const call = { method: 'POST', body, headers } as const;
      jsonOf<Answer>(await api.webhook('assistant-session-summary', '', call), 'result');
      return;
    }
    case 'task': {
      const reply = await withProject(environment, api, entry.identity, (project) => {
        const body = JSON.stringify({ project, ...entry.body });
        return api.webhook('assistant-task', '', { method: 'POST', body });
      });
      jsonOf<Answer>(reply, 'result');
    }
  }
}

function putAside(environment: Environment, name: string): void {
  makeFolder(memoryState(environment, 'rejected'));
  try {
    renameSync(join(folderOf(environment), name), memoryState(environment, 'rejected', name));
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

function folderOf(environment: Environment): string {
  return memoryState(environment, 'spool');
}

function droppedFile(environment: Environment): string {
  return memoryState(environment, 'dropped.json');
}
