import { LIMITS, type RecallDto, type RecallInputDto } from '@groupless/shared-dto';
import { recallQueryOf } from '@groupless/shared-dto/memory/recall/request-words';
import { rememberedName } from '../project/known-projects';
import { folderProject } from '../project/folder-identities';
import { jsonOf, MemoryRefusal } from '../server/memory-api';
import { readSession } from '../store/session-state';
import { readTold, tellRows } from '../store/told';
import { withoutInjected } from '../transcript/injected';
import { collect, noteRequest } from './collect';
import { withoutTranscript } from './checkpoint';
import { hookOutput } from './failing';
import type { HookRun } from './hook-run';

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
  const query = recallQueryOf(said);
  if (query === null) return '';
  const session = readSession(environment, session_id);
  const identity = session?.identity ?? (await folderProject(environment, input.cwd));
  const begun = session?.started_at ?? now().toISOString();
  const { text, told } = await asked(run, identity, said).catch(async (failure: unknown) => {
    if (!isRouteMissing(failure)) throw failure;
    const { recallBySearch } = await import('./recall-by-search');
    return recallBySearch(run, { identity, query, begun });
  });
  if (text === null) return '';
  tellRows(environment, session_id, told);
  return hookOutput(input, text);
}

async function asked(run: HookRun, identity: string, said: string): Promise<RecallDto> {
  const { environment, input, api } = run;
  const isLong = [...identity].length > LIMITS.project_name.max;
  const project = isLong ? rememberedName(environment, api.url, identity) : identity;
  const prompt = said.trim().slice(0, LIMITS.recall_prompt.max).replaceAll(/\p{C}/gu, ' ').toWellFormed();
  const { rows: told } = readTold(environment, input.session_id);
  const body: RecallInputDto = {
    ...{ prompt, told: [...told] },
    ...(project === null ? {} : { project }),
    ...([...input.session_id].length > LIMITS.outside_id.max ? {} : { session_id: input.session_id }),
  };
  const reply = await api.api('/memory/recall', { method: 'POST', body: JSON.stringify(body) });
  return jsonOf<RecallDto>(reply, 'text', 'told');
}

/** A server of before this version. */
function isRouteMissing(failure: unknown): boolean {
  return failure instanceof MemoryRefusal && failure.status === 404;
}
