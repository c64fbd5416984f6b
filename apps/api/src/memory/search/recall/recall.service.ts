import { Injectable } from '@nestjs/common';
import { LIMITS, type RecallDto, type RecallInputDto, type SearchHitDto } from '@groupless/shared-dto';
import { about, chosen, markOf, recalledText } from '@groupless/shared-dto/memory/recall/recalled';
import { recallQueryOf, recallSearches } from '@groupless/shared-dto/memory/recall/request-words';
import type { KnownActor } from '../../../platform/access/caller';
import { placeOwnerOf, sourceOf } from '../../../platform/access/write-source';
import { ReadersService } from '../../readers/readers.service';
import { ProjectScopeService } from '../../records/projects/project-scope.service';
import { readableKinds } from '../readable-kinds';
import { SearchService } from '../search.service';
import { OwnTurnsRepository } from './own-turns.repository';

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
    const project = named === undefined ? null : await this.projectOf(named, actor);
    const [kinds, reader] = [readableKinds(actor.caller), this.readers.ofModel(actor)];
    const pages = await Promise.all(
      recallSearches(query, project).map((asked) => this.search.find(asked, kinds, reader)),
    );
    const found = pages.flatMap(({ items }) => items);
    const hits = await this.withoutOwn(about(found, query), session_id);
    const shown = chosen(hits, { brief: '', rows: told });
    return {
      text: shown.length === 0 ? null : recalledText(shown),
      told: [...new Set([...told, ...shown.map(markOf)])].slice(-LIMITS.recall_told.most),
    };
  }

  private async projectOf(named: string, actor: KnownActor): Promise<string | null> {
    const at_hand = await this.scopes.findAtHand(named, placeOwnerOf(sourceOf(actor)));
    return (at_hand ?? (await this.scopes.findKnown(named, this.readers.ofModel(actor).owner)))?.name ?? null;
  }

  /** What was said in the session is before it. */
  private async withoutOwn(hits: readonly SearchHitDto[], session_id?: string): Promise<SearchHitDto[]> {
    const said = hits.filter(({ kind }) => kind === 'chat').map(({ id }) => id);
    const own = session_id === undefined || said.length === 0 ? [] : await this.turns.find(said, session_id);
    return hits.filter(({ kind, id }) => kind !== 'chat' || !own.includes(id));
  }
}
