import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import {
  LIMITS,
  SEARCH_KINDS,
  type MemorySearchQueryDto,
  type PageDto,
  type SearchHitDto,
  type SearchKind,
} from '@groupless/shared-dto';
import { Clock } from '../../platform/clock';
import { decodeCursor, encodeCursor, listFingerprint } from '../../platform/http/cursor';
import { excerptOf, hitsIn, titleOf } from './excerpt';
import { WITHOUT_STATE } from './readable-kinds';
import { OF_CUSTOMERS, type Reader } from '../readers/reader';
import { MOST_SCORED, WANTED, WANTED_OF_PROJECT } from './list-hits';
import { ProjectScopeService } from '../records/projects/project-scope.service';
import { SearchIndexService } from './search-index.service';
import { phrasesOf, planSearch, type QueryTerms, type SearchPlan } from './search-plan';
import { SearchRepository, type FoundHit, type HitPosition } from './search.repository';
import { shareOf } from './search-share';
import { periodOf } from './time-words';

/** Searches all that the memory holds. */
@Injectable()
export class SearchService {
  constructor(
    private readonly index: SearchIndexService,
    private readonly search: SearchRepository,
    private readonly scopes: ProjectScopeService,
    private readonly clock: Clock,
  ) {}

  /**
   * One page of what has any of the query's words, best first. What was written before is found.
   * @param readable the kinds that the caller may read; others are left out in silence. The state only
   * comes to those for whom it is named here.
   * @param reader by default one of customers' chats alone
   * @throws AppError `invalid_cursor`, `project_not_found`, `project_ambiguous`
   */
  async find(
    query: MemorySearchQueryDto,
    readable: readonly SearchKind[] = WITHOUT_STATE,
    reader: Reader = OF_CUSTOMERS,
  ): Promise<PageDto<SearchHitDto>> {
    const kinds = askedKinds(query.kind).filter((kind) => readable.includes(kind));
    const { q, project_at_hand = null } = query;
    const project = (await this.scopes.find(query.project))?.name ?? null;
    const fingerprint = listFingerprint(['memory search', q, kinds, reader.chats, project, project_at_hand]);
    const after = query.cursor === undefined ? null : positionIn(query.cursor, fingerprint);
    const limit = query.limit ?? LIMITS.page.default;
    if (kinds.length === 0) return EMPTY;
    await this.index.catchUp();
    const terms = await this.search.listTerms(q, kinds);
    const plan = planSearch(terms, project === null ? WANTED : WANTED_OF_PROJECT);
    if (plan === null) return EMPTY;
    const period = periodOf(q, this.clock.now());
    const rows = { kinds, reader, project, project_at_hand, is_around: query.around === 1, period };
    const found = await this.search.listHits(plan, rows, after, limit + 1);
    return pageOf(found, limit, { ...plan, ...terms }, fingerprint);
  }
}

const EMPTY: PageDto<SearchHitDto> = { items: [], next_cursor: null, total: 0, total_is_exact: true };

function askedKinds(kind: string | undefined): SearchKind[] {
  const asked = kind?.split(',');
  return SEARCH_KINDS.filter((one) => asked?.includes(one) ?? true);
}

function positionIn(cursor: string, fingerprint: string): HitPosition {
  const [score = '', kind = '', id = ''] = decodeCursor(cursor, fingerprint, ['decimal', 'text', 'integer']);
  return { score: Number(score), kind, id: Number(id) };
}

async function pageOf(
  found: FoundHit[],
  limit: number,
  plan: SearchPlan & QueryTerms,
  fingerprint: string,
): Promise<PageDto<SearchHitDto>> {
  const hits = found.slice(0, limit);
  const last = hits.at(-1);
  const hasNext = found.length > limit && last !== undefined;
  const total = found[0]?.found ?? 0;
  const items: SearchHitDto[] = [];
  for (const hit of hits) {
    items.push(...toHit(hit, plan));
    // A page of excerpts takes a while; others get their turn in between.
    await setImmediate();
  }
  return {
    items,
    next_cursor: hasNext ? encodeCursor(fingerprint, [String(last.score), last.kind, String(last.id)]) : null,
    total,
    total_is_exact: !plan.is_partial && total < MOST_SCORED,
  };
}

function toHit(hit: FoundHit, plan: SearchPlan & QueryTerms): SearchHitDto[] {
  const { kind, id, score, body, at, words } = hit;
  if (body === null || at === null) return [];
  const title = titleOf(hit.title ?? body);
  const excerpt = excerptOf(body, words);
  const beside = (text: string | null) => (text === null ? [] : [excerptOf(text, words).html]);
  const inTitle = hitsIn(title, words);
  const why = {
    words: [...new Set([...inTitle, ...excerpt.words])],
    phrases: phrasesOf(plan, hit.phrases),
    title: inTitle.length > 0,
    project: hit.at_hand,
    share: shareOf(plan, words),
  };
  const lines = [...beside(hit.before), excerpt.html, ...beside(hit.after)];
  const found = { kind, id, title, excerpt: lines.join('\n'), at, score, why };
  return [hit.is_withdrawn ? { ...found, is_withdrawn: true } : found];
}
