import { LIMITS } from '@groupless/shared-dto';
import { Failure } from '../../program/failure';
import type { Environment } from '../../program/environment';
import { chatOf } from '../project/known-projects';
import { jsonOf, MemoryRefusal, type MemoryApi } from '../server/memory-api';
import { sessionHeaders } from '../server/session-headers';
import { sendRow, sendSummary } from './send-entry';
import { isFor } from './receivers';
import {
  ageMsOf,
  countTry,
  putAside,
  readEntry,
  removeEntry,
  removeOldEntries,
  waitingNames,
  type Entry,
  type Spooled,
} from './spool';

/** So many such answers one after another are not about an entry, but about the way to the server. */
const MOST_STRANGE = 3;

/** Answers that the same request will get again. */
const FINAL = [400, 404, 409, 413, 415, 422];

/** With a minute for the way. */
const OLDEST_MS = LIMITS.session_age_days.max * 86_400_000 - 60_000;

/** Others were written by a later version, which sends them. */
const KINDS: readonly Entry['kind'][] = ['messages', 'summary', 'task', 'state'];

/** Refusals that say that nothing is left to do, since a run was killed, or another one sent the same, before the entry was removed. */
const DONE = ['idempotency_key_reused', 'task_exists', 'task_not_pending'];

/** Stores what has waited with its time, or without it where the server refuses that: it is worth more than its date. */
async function dated(
  time: string | undefined,
  store: (time: string | undefined) => Promise<void>,
): Promise<void> {
  const oldest = new Date(Date.now() - OLDEST_MS).toISOString();
  const known = time !== undefined && time < oldest ? oldest : time;
  try {
    await store(known);
  } catch (failure) {
    // The clock of this machine was set since, or the server is older.
    const isRefused = failure instanceof MemoryRefusal && failure.status === 400;
    if (!isRefused || known === undefined) throw failure;
    await store(undefined);
  }
}

/** What a right answer has, by which webhook or route it is. */
interface Answer {
  stored: unknown;
  result: unknown;
}

/**
 * Sends the entries for this server and key, oldest first; those that were refused before come last. What the server refuses
 * for good is put aside; what fails otherwise stays, and does not block what stands behind it.
 * @param own.names which are sent, in this order; unless given all that wait
 * @param own.onTaken told of each name that is looked at, whatever becomes of it
 * @throws Failure if the server is unavailable, or at the end if an entry failed
 */
export async function sendSpooled(
  environment: Environment,
  api: MemoryApi,
  hasTime: () => boolean,
  own: { names?: readonly string[]; onTaken?: (name: string) => void } = {},
): Promise<void> {
  removeOldEntries(environment);
  const refused: string[] = [];
  // What belongs to a project of which one was refused is sent after that one.
  const forbidden = new Set<string>();
  let fault: Failure | null = null;
  let isTaken = false;
  // An address that is not there is asked for once a run: the server counts such requests.
  const kindsOff = new Set<Entry['kind']>();
  for (const name of own.names ?? waitingNames(environment)) {
    if (!hasTime()) return;
    own.onTaken?.(name);
    const entry = readEntry(environment, name);
    if (entry === null || !isFor(entry, api)) continue;
    if (!KINDS.includes(entry.kind) || kindsOff.has(entry.kind) || forbidden.has(entry.identity)) continue;
    const failed = await sendOne(environment, api, entry, name);
    isTaken ||= failed === null;
    fault = failed ?? fault;
    if (failed?.code === 'webhook_not_found') kindsOff.add(entry.kind);
    if (failed?.code === 'forbidden') forbidden.add(entry.identity);
    if (failed?.code !== 'unexpected_answer') continue;
    refused.push(name);
    if (isTaken || refused.length < MOST_STRANGE) continue;
    // A proxy that dislikes some entries lets other requests pass; one that stands before the whole server does not.
    isTaken = await isServerThere(api);
    if (!isTaken) break;
  }
  if (isTaken) for (const name of refused) countTry(environment, name);
  if (fault !== null) throw fault;
}

async function isServerThere(api: MemoryApi): Promise<boolean> {
  try {
    await api.readWebhooks();
    return true;
  } catch (failure) {
    if (failure instanceof Failure) return false;
    throw failure;
  }
}

/** @returns the failure of this entry, which stays but must not block the entries after it */
async function sendOne(
  environment: Environment,
  api: MemoryApi,
  entry: Spooled,
  name: string,
): Promise<Failure | null> {
  try {
    await send(environment, api, entry);
  } catch (failure) {
    if (failure instanceof Failure && failure.code === 'unexpected_answer') return failure;
    if (!(failure instanceof MemoryRefusal)) throw failure;
    // An admin has switched the webhook off: it may be on again tomorrow.
    if (failure.status === 500 || failure.code === 'webhook_not_found') return failure;
    // So may the role of the key's owner; but what it never allows must not wait for ever.
    if (failure.code === 'forbidden') {
      if (ageMsOf(name) > OLDEST_MS) putAside(environment, name);
      return failure;
    }
    if (!FINAL.includes(failure.status)) throw failure;
    if (!DONE.includes(failure.code)) {
      putAside(environment, name);
      return null;
    }
  }
  removeEntry(environment, name);
  return null;
}

async function send(environment: Environment, api: MemoryApi, entry: Entry): Promise<void> {
  switch (entry.kind) {
    case 'messages': {
      const path = `/memory/chats/${encodeURIComponent(chatOf(entry.identity))}/messages`;
      const body = JSON.stringify({ ...entry.place, messages: entry.messages });
      const headers = sessionHeaders(environment, entry.session_id);
      jsonOf<Answer>(await api.api(path, { method: 'POST', body, headers }), 'stored');
      return;
    }
    case 'summary':
      return dated(entry.ended_at, async (ended_at) => {
        const reply = await sendSummary(environment, api, { ...entry, body: { ...entry.body, ended_at } });
        jsonOf<Answer>(reply, 'result');
      });
    case 'task':
    case 'state':
      return dated(entry.said_at, async (said_at) => {
        const { reply } = await sendRow(environment, api, { ...entry, body: { ...entry.body, said_at } });
        jsonOf<Answer>(reply, 'result');
      });
  }
}
