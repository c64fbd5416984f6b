import type { MemorySearchQueryDto, PageDto, RecallDto, SearchHitDto } from '@groupless/shared-dto';
import { about, chosen, markOf, recalledText } from '@groupless/shared-dto/memory/recall/recalled';
import { recallSearches, type RecallQuery } from '@groupless/shared-dto/memory/recall/request-words';
import { forgetProject, rememberedName } from '../project/known-projects';
import { jsonOf, MemoryRefusal } from '../server/memory-api';
import { readTold } from '../store/told';
import type { HookRun } from './hook-run';

/** For a server that cannot recall yet. */
export async function recallBySearch(
  run: HookRun,
  { identity, query, begun }: { identity: string; query: RecallQuery; begun: string },
): Promise<RecallDto> {
  const told = readTold(run.environment, run.input.session_id);
  const hits = chosen(await hitsOf(run, identity, query), told, begun);
  return { text: hits.length === 0 ? null : recalledText(hits), told: hits.map(markOf) };
}

export async function hitsOf(run: HookRun, identity: string, query: RecallQuery): Promise<SearchHitDto[]> {
  const name = rememberedName(run.environment, run.api.url, identity);
  const search = async (asked: MemorySearchQueryDto): Promise<SearchHitDto[]> => {
    // In the body: an address stands in the logs of proxies.
    const body = JSON.stringify(asked);
    const reply = await run.api.api('/memory/search', { method: 'POST', body });
    return jsonOf<PageDto<SearchHitDto>>(reply, 'items').items;
  };
  // Renamed or removed on the server: the next start of a session finds its name, and the people are found now.
  const forgotten = (failure: unknown): SearchHitDto[] => {
    if (!(failure instanceof MemoryRefusal) || failure.code !== 'project_not_found') throw failure;
    if (name !== null) forgetProject(run.environment, run.api.url, identity, name);
    return [];
  };
  const found = recallSearches(query, name).map((asked) => search(asked).catch(forgotten));
  return about((await Promise.all(found)).flat(), query);
}
