import { existsSync } from 'node:fs';
import { LIMITS, type NewChatMessageDto } from '@groupless/shared-dto';
import { maskSecrets } from '@groupless/shared-dto/memory/masked-text';
import { projectAt } from '../project/folder-identities';
import { whereIn } from '../project/project-identity';
import { placeOf } from '../project/place';
import { copiedLines } from '../store/copied-lines';
import { changeSession, newSession, withTranscript, type SessionState } from '../store/session-state';
import { spool, type Receiver } from '../store/spool';
import { digested, hashOf } from '../transcript/digest';
import type { Fact, Json, Turn } from '../transcript/facts';
import { readTranscript, type Reading } from '../transcript/read-transcript';
import type { HookRun } from './hook-run';

/** A request body has at most 1 MiB. */
const MOST_BYTES = 800_000;
/** An assistant dates a request before it runs the hook that tells of it. */
const DATED_BEFORE_MS = 1_000;

/**
 * Puts what the transcript says since the last time into the spool, and remembers how far that is.
 * @param change what else is to be remembered of the session, while no other hook changes it
 */
export async function collect(
  run: HookRun,
  change: (state: SessionState) => SessionState | Promise<SessionState> = (state) => state,
): Promise<SessionState> {
  const { environment, input } = run;
  return changeSession(environment, input.session_id, async (known) => {
    const state = withTranscript(known ?? (await begun(run)), input.transcript_path);
    const touched_at = run.now().toISOString();
    return change(collected(run, { ...state, touched_at, of: run.api.keyHash }));
  });
}

/** As `collect()`, of a session that is not the hook's own, whose state the caller has locked. */
export function collected(run: HookRun, state: SessionState): SessionState {
  if (state.transcript_path === '' || !existsSync(state.transcript_path)) return state;
  let changed = state;
  const isCopied = copiedLines(run.environment, state);
  // Part by part: a long transcript must not be held in memory as a whole. The first is read in any case, so that what a
  // turn has said is in the spool before the assistant can end the hook.
  let isPartial = true;
  for (let part = 0; isPartial && (part === 0 || run.canRead()); part++) {
    let isFirst = true;
    const onePart = () => isFirst && !(isFirst = false);
    const reading = readOrNull(changed, onePart, isCopied);
    if (reading === null) break;
    changed = { ...stored(run, changed, reading.facts), offset: reading.offset };
    isPartial = reading.isPartial;
  }
  return changed;
}

/** Null: the transcript is being written, or cannot be read; the next hook tries again. */
function readOrNull(
  { transcript_path, offset }: SessionState,
  hasTime: () => boolean,
  isCopied: (line: Json) => boolean,
): Reading | null {
  try {
    return readTranscript(transcript_path, offset, hasTime, isCopied);
  } catch {
    return null;
  }
}

/** Puts the turns into the spool, and all that was found into the digest. */
export function stored(run: HookRun, state: SessionState, found: readonly Fact[]): SessionState {
  const facts = found.map(withoutSecrets);
  const messages: NewChatMessageDto[] = [];
  let { last, digest, asked = null } = state;
  for (const fact of facts) {
    if (fact.kind === 'turn') {
      const { role, form = '' } = fact;
      const hash = hashOf(fact.text);
      if (asked !== null && isSince(fact, asked.at)) asked = null;
      const isEcho = last?.role === role && last.hash === hash && last.form !== form;
      last = { role, hash, form };
      if (isEcho) continue;
      messages.push(messageOf(state.session_id, fact));
    }
    digest = digested(digest, fact);
  }
  for (const part of parts(messages)) {
    const { identity, session_id } = state;
    const place = placeOf(run.environment, state);
    const entry = { kind: 'messages', identity, session_id, place, messages: part } as const;
    spool(run.environment, receiverOf(run, state), entry);
  }
  return { ...state, last, digest, asked };
}

/** What was said as it is remembered: the mask of the server, before anything is written to the disk. */
function withoutSecrets(fact: Fact): Fact {
  if (fact.kind === 'turn') return { ...fact, text: maskSecrets(fact.text).text };
  return fact.kind === 'task' ? { ...fact, title: maskSecrets(fact.title).text } : fact;
}

/** What a session leaves is its owner's, also where the hook that ends it has another key. */
export function receiverOf({ api }: HookRun, { of = api.keyHash }: SessionState): Receiver {
  return { url: api.url, keyHash: of };
}

/** Whether a turn was said since a time; one without a time is taken for it. */
function isSince({ at }: Turn, since: string): boolean {
  return at === null || !(Date.parse(at) < Date.parse(since) - DATED_BEFORE_MS);
}

/** @param more what else is to be remembered of the session */
export async function noteRequest(
  run: HookRun,
  text: string,
  more: Partial<SessionState> = {},
): Promise<void> {
  if (!isRequest(text)) return;
  const { environment, input, now } = run;
  const at = now().toISOString();
  await changeSession(environment, input.session_id, async (known) => {
    const present = { touched_at: at, of: run.api.keyHash, is_ended: false, ...more };
    const state = { ...withTranscript(known ?? (await begun(run)), input.transcript_path), ...present };
    return requested(run, state.asked ? collected(run, state) : state, text);
  });
}

/** Remembers a request until a transcript has a turn since then. Commands are no requests. */
export function requested(run: HookRun, state: SessionState, text: string): SessionState {
  if (!isRequest(text)) return state;
  // Another one still waits where the assistant was killed and the same session goes on.
  const before = state.asked ? withRequest(run, state) : state;
  return { ...before, asked: { text, at: run.now().toISOString() } };
}

function isRequest(text: string): boolean {
  return text !== '' && !text.startsWith('/');
}

/** Stores a request that no transcript has, once nothing more can come of it. */
export function withRequest(run: HookRun, state: SessionState): SessionState {
  const { asked, last } = state;
  if (!asked) return state;
  const hash = hashOf(asked.text);
  if (last?.role === 'user' && last.hash === hash) return { ...state, asked: null };
  // The same may be asked again later.
  const id = `asked-${hashOf(`${asked.at}\n${asked.text}`)}`;
  const turn: Turn = { kind: 'turn', id, role: 'user', ...asked, form: 'hook' };
  return stored(run, state, [turn]);
}

async function begun(run: HookRun): Promise<SessionState> {
  const { cwd, session_id } = run.input;
  const where = await whereIn(cwd);
  const { branch, head } = where;
  const identity = await projectAt(run.environment, where);
  const begun = newSession(session_id, cwd, identity, run.now());
  return { ...begun, branch, head };
}

function messageOf(session_id: string, { id, role, text, at }: Turn): NewChatMessageDto {
  const letters = text.length > LIMITS.chat_text.max ? [...text] : [];
  const { max } = LIMITS.chat_text;
  const fitting = letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text;
  const isTime = at !== null && /[zZ]|[+-]\d\d:?\d\d$/.test(at) && !Number.isNaN(Date.parse(at));
  return {
    external_id: `${session_id}:${id}`.slice(0, LIMITS.outside_id.max),
    role,
    // What the server would refuse: NUL, and halves of characters.
    text: fitting.replaceAll('\0', '').toWellFormed(),
    ...(isTime ? { timestamp: new Date(at).toISOString() } : {}),
  };
}

/** As many as one request may hold. */
function parts(messages: readonly NewChatMessageDto[]): NewChatMessageDto[][] {
  const found: NewChatMessageDto[][] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message));
    const current = found.at(-1);
    if (current === undefined || current.length >= LIMITS.stored_messages.max || bytes + size > MOST_BYTES) {
      found.push([message]);
      bytes = size;
    } else {
      current.push(message);
      bytes += size;
    }
  }
  return found;
}
