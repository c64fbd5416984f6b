import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  SEARCH_KINDS,
  type MemorySearchQueryDto,
  type PageDto,
  type SearchHitDto,
  type SearchKind,
} from '@groupless/shared-dto';
import { decodeCursor, listFingerprint } from '../../platform/http/cursor';
import { pageOf } from './hits/hits-page';
import { WITHOUT_STATE } from './readable-kinds';
import { OF_CUSTOMERS, type Reader } from '../readers/reader';
import { ENOUGH, WANTED, WANTED_OF_PROJECT } from './hits/candidates';
import { LEAST_BY_DATE } from './hits/list-hits';
import { ProjectScopeService } from '../records/projects/project-scope.service';
import { SearchIndexService } from './index/search-index.service';
import { isPartHidden } from './readable-counts';
import {
  anyOf,
  BY_TIME_ALONE,
  hasWords,
  planSearch,
  type QueryTerms,
  type SearchPlan,
} from './plan/search-plan';
import { SearchRepository, type FoundHit, type HitPosition, type SearchedRows } from './search.repository';
import { quotedIn } from './quoted';
import { SearchTimeService } from './times/search-time.service';

/** Searches all that the memory holds. */
@Injectable()
export class SearchService {
  constructor(
    private readonly index: SearchIndexService,
    private readonly search: SearchRepository,
    private readonly scopes: ProjectScopeService,
    private readonly times: SearchTimeService,
  ) {}

  /**
   * One page of what has any of the query's words, best first. What was written before is found; where the index does not come
   * that far in a second, `total_is_exact` is false.
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
    const project = (await this.scopes.find(query.project, reader.owner))?.name ?? null;
    const fingerprint = listFingerprint([
      'memory search',
      q,
      kinds,
      reader.chats,
      project,
      project_at_hand,
      query.since ?? null,
    ]);
    const after = query.cursor === undefined ? null : positionIn(query.cursor, fingerprint);
    const limit = query.limit ?? LIMITS.page.default;
    if (kinds.length === 0) return EMPTY;
    const isCaughtUp = await this.index.catchUp();
    const rows = {
      kinds,
      reader,
      project,
      project_at_hand,
      is_around: query.around === 1,
      since: await this.times.startOf(query.since),
      period: null,
    };
    const { words, period } = await this.times.of(q, rows);
    const list = (by: string, among: SearchedRows) => this.findAmong(by, among, after, limit, fingerprint);
    const named = await list(words, { ...rows, period });
    // A time leaves nothing out: not where the other words find nothing either.
    const page = named.total > 0 || words === q || isByDate(after) ? named : await list(q, rows);
    return { ...page, total_is_exact: page.total_is_exact && isCaughtUp };
  }

  /**
   * The same of what was said with customers.
   * @param chats how the ids of the chats begin; empty: all
   * @throws AppError `invalid_cursor`
   */
  findSaid(query: MemorySearchQueryDto, chats: string): Promise<PageDto<SearchHitDto>> {
    return this.find({ ...query, kind: 'chat' }, WITHOUT_STATE, { ...OF_CUSTOMERS, chats });
  }

  private async findAmong(
    q: string,
    rows: SearchedRows,
    after: HitPosition | null,
    limit: number,
    fingerprint: string,
  ): Promise<PageDto<SearchHitDto>> {
    const terms = await this.search.listTerms(q, rows.kinds, rows.reader);
    if (rows.period !== null && !hasWords(terms)) {
      const found = await this.search.listHits(BY_TIME_ALONE, rows, after, limit + 1);
      return pageOf(found, limit, BY_TIME_ALONE, fingerprint);
    }
    const plan = planSearch(terms, rows.project === null ? WANTED : WANTED_OF_PROJECT);
    if (plan === null) return EMPTY;
    const list = (by: SearchPlan) => this.search.listHits(by, rows, after, limit + 1);
    const page = (hits: readonly FoundHit[], by: SearchPlan) =>
      pageOf(hits, limit, { ...by, ...terms }, fingerprint);
    const quoted = await this.ofQuoted(q, plan);
    const found = quoted === null ? [] : await list(quoted);
    if (quoted !== null && found.length > 0) return page(found, quoted);
    const hits = await list(plan);
    const isWanting = plan.is_partial && (hits[0]?.found ?? 0) < ENOUGH;
    const more = isWanting ? moreFor(terms, rows) : null;
    return more === null ? page(hits, plan) : page(await list({ ...plan, more }), plan);
  }

  /** The plan that finds only what has the quoted phrases; null if there are none. */
  private async ofQuoted(q: string, plan: SearchPlan): Promise<SearchPlan | null> {
    const phrases = quotedIn(q);
    const finder = phrases.length === 0 ? null : await this.search.phraseQuery(phrases);
    return finder === null
      ? null
      : { ...plan, finder, found: 'quoted', more: null, quoted: phrases, is_partial: false };
  }
}

const EMPTY: PageDto<SearchHitDto> = { items: [], next_cursor: null, total: 0, total_is_exact: true };

function askedKinds(kind: string | undefined): SearchKind[] {
  const asked = kind?.split(',');
  return SEARCH_KINDS.filter((one) => asked?.includes(one) ?? true);
}

/** What is left out afterwards counts among the wanted rows: where that was most of them, these come beside what was found. */
function moreFor(terms: QueryTerms, { kinds, reader, project, since }: SearchedRows): SearchPlan['more'] {
  if (project !== null) return { finder: anyOf(terms.terms), among: 'project' };
  if (since !== null) return { finder: anyOf(terms.terms), among: 'time' };
  const wider = isPartHidden(kinds, reader) ? planSearch(terms, WANTED_OF_PROJECT) : null;
  return wider === null ? null : { finder: wider.more?.finder ?? wider.finder, among: 'all' };
}

/** Whether the page before was of a list by date, which goes on as one. */
function isByDate(after: HitPosition | null): boolean {
  return after !== null && after.score >= LEAST_BY_DATE;
}

function positionIn(cursor: string, fingerprint: string): HitPosition {
  const [score = '', kind = '', id = ''] = decodeCursor(cursor, fingerprint, ['decimal', 'text', 'integer']);
  return { score: Number(score), kind, id: Number(id) };
}
