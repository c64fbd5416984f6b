import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type MemorySearchQueryDto,
  type RecallDto,
  type RecallInputDto,
  type SearchHitDto,
} from '@groupless/shared-dto';
import { about, chosen, markOf, recalledText } from '@groupless/shared-dto/memory/recall/recalled';
import { recallQueryOf } from '@groupless/shared-dto/memory/recall/request-words';
import type { KnownActor } from '../../../platform/access/caller';
import { placeOwnerOf, sourceOf } from '../../../platform/access/write-source';
import { ReadersService } from '../../readers/readers.service';
import { ProjectScopeService } from '../../records/projects/project-scope.service';
import { readableKinds } from '../readable-kinds';
import { SearchService } from '../search.service';
import { OwnTurnsRepository } from './own-turns.repository';

/** Some of them were told already, or are no more than an extract. */
const ASKED_HITS = 12;

/** What the memory holds about what a person asks. */
@Injectable()
export class RecallService {
  constructor(
    private readonly search: SearchService,
    private readonly scopes: ProjectScopeService,
    private readonly readers: ReadersService,
    private readonly turns: OwnTurnsRepository,
  ) {}

  /** @throws AppError `project_ambiguous` */
  async recall(
    { prompt, session_id, project: named, told = [] }: RecallInputDto,
    actor: KnownActor,
  ): Promise<RecallDto> {
    const query = recallQueryOf(prompt);
    if (query === null) return { text: null, told };
    const search = async (more: Partial<MemorySearchQueryDto>): Promise<SearchHitDto[]> => {
      const asked = { q: query.q, limit: ASKED_HITS, ...more };
      const { items } = await this.search.find(
        asked,
        readableKinds(actor.caller),
        this.readers.ofModel(actor),
      );
      return items;
    };
    const project = named === undefined ? null : await this.projectOf(named, actor);
    // Of a time: what has another date than that of its last change.
    const kind = query.isTime ? 'session,decision' : 'session,task,state,decision,chat';
    const found = await Promise.all([
      project === null ? [] : search({ kind, project, around: 1 }),
      // People belong to all projects, and so does the state of none.
      query.isTime ? [] : search({ kind: 'person' }),
    ]);
    const hits = await this.withoutOwn(about(found.flat(), query), session_id);
    const shown = chosen(hits, { brief: '', rows: told });
    return {
      text: shown.length === 0 ? null : recalledText(shown),
      told: [...new Set([...told, ...shown.map(markOf)])].slice(-LIMITS.recall_told.most),
    };
  }

  private async projectOf(named: string, actor: KnownActor): Promise<string | null> {
    const at_hand = await this.scopes.findAtHand(named, placeOwnerOf(sourceOf(actor)));
    return (at_hand ?? (await this.scopes.findKnown(named)))?.name ?? null;
  }

  /** What was said in the session is before it. */
  private async withoutOwn(hits: readonly SearchHitDto[], session_id?: string): Promise<SearchHitDto[]> {
    const said = hits.filter(({ kind }) => kind === 'chat').map(({ id }) => id);
    const own = session_id === undefined || said.length === 0 ? [] : await this.turns.find(said, session_id);
    return hits.filter(({ kind, id }) => kind !== 'chat' || !own.includes(id));
  }
}
