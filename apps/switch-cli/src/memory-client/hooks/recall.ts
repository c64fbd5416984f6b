import type { MemorySearchQueryDto, PageDto, SearchHitDto } from '@groupless/shared-dto';
import { forgetProject, rememberedName } from '../project/known-projects';
import { folderProject } from '../project/folder-identities';
import { jsonOf, MemoryRefusal } from '../server/memory-api';
import { readSession } from '../store/session-state';
import { readTold, tellRows } from '../store/told';
import { withoutInjected } from '../transcript/injected';
import { collect, noteRequest } from './collect';
import { withoutTranscript } from './checkpoint';
import { hookOutput } from './failing';
import type { HookRun } from './hook-run';
import { about, chosen, recalledText, rowOf } from './recalled';
import { askedOf, type RecallQuery } from './request-words';

/** Some of them were told already, or are no more than an extract. */
const ASKED_HITS = 12;
/** So much of a request is looked at, in UTF-16 units: one with a whole log in it names at its beginning what it is about. */
const MOST_REQUEST = 8_000;

/** With each request but the first. @returns what is printed: what the memory holds about it, or nothing */
export async function recall(run: HookRun): Promise<string> {
  const { prompt, transcript_path } = run.input;
  const said = withoutInjected(prompt);
  if (transcript_path === '') {
    await collect(run, (state) => withoutTranscript(run, state, 'user', prompt));
    return recalled(run, said);
  }
  // Where another hook works on the session, the transcript will most probably have it.
  const noted = noteRequest(run, said).catch(() => undefined);
  try {
    return await recalled(run, said);
  } finally {
    await noted;
  }
}

async function recalled(run: HookRun, said: string): Promise<string> {
  const { environment, input, now } = run;
  const { session_id } = input;
  const query = queryOf(said);
  if (query === null) return '';
  const session = readSession(environment, session_id);
  const identity = session?.identity ?? (await folderProject(environment, input.cwd));
  const found = await hitsOf(run, identity, query);
  const hits = chosen(found, readTold(environment, session_id), session?.started_at ?? now().toISOString());
  if (hits.length === 0) return '';
  tellRows(environment, session_id, hits.map(rowOf));
  return hookOutput(input, recalledText(hits));
}

/** Commands and single words are not searched for, nor words that only ask. */
export function queryOf(prompt: string): RecallQuery | null {
  const text = prompt.trim().slice(0, MOST_REQUEST);
  if (text.startsWith('/')) return null;
  return askedOf(text.replaceAll(/\p{C}/gu, ' ').toWellFormed());
}

export async function hitsOf(run: HookRun, identity: string, query: RecallQuery): Promise<SearchHitDto[]> {
  const name = rememberedName(run.environment, run.api.url, identity);
  const search = async (more: Partial<MemorySearchQueryDto>): Promise<SearchHitDto[]> => {
    // In the body: an address stands in the logs of proxies.
    const body = JSON.stringify({ q: query.q, limit: ASKED_HITS, ...more });
    const reply = await run.api.api('/memory/search', { method: 'POST', body });
    return jsonOf<PageDto<SearchHitDto>>(reply, 'items').items;
  };
  // Renamed or removed on the server: the next start of a session finds its name, and the people are found now.
  const forgotten = (failure: unknown): SearchHitDto[] => {
    if (!(failure instanceof MemoryRefusal) || failure.code !== 'project_not_found') throw failure;
    if (name !== null) forgetProject(run.environment, run.api.url, identity, name);
    return [];
  };
  // Of a time: what has another date than that of its last change.
  const kind = query.isTime ? 'session,decision' : 'session,task,state,decision,chat';
  const ofProject = name === null ? [] : search({ kind, project: name, around: 1 }).catch(forgotten);
  // People belong to all projects, and so does the state of none.
  const people = query.isTime ? [] : search({ kind: 'person' });
  return about((await Promise.all([ofProject, people])).flat(), query);
}
