import { Injectable } from '@nestjs/common';
import {
  QUARANTINE_KINDS,
  type HeldRowsDto,
  type HeldRowsQueryDto,
  type PageDto,
  type QuarantineKind,
  type QuarantinedDto,
  type QuarantineQueryDto,
  type QuarantineStatus,
  type SearchKind,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { PageInput } from '../../../database/pages/read-page';
import type { KnownActor } from '../../../platform/access/caller';
import { sourceOf } from '../../../platform/access/write-source';
import { found } from '../../../platform/errors/found';
import type { ExpectedTags } from '../../../platform/http/headers/if-match';
import { titleOf } from '../../search/hits/excerpt';
import { SearchIndexService } from '../../search/index/search-index.service';
import type { QuarantineEntry } from './quarantine-entry.entity';
import { OF_ALL, type Reader } from '../../readers/reader';
import { ReadersService } from '../../readers/readers.service';
import { RowEventsService } from '../../readers/row-events.service';
import { QuarantineRepository, type HeldText } from './quarantine.repository';

/** Rows that are kept from assistants because they give orders to a model, until a person decides. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly entries: QuarantineRepository,
    private readonly index: SearchIndexService,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly readers: ReadersService,
  ) {}

  /** @param readable the kinds that the caller may read; of others all count as held */
  async answerHeldBack(
    { kind, row_id }: HeldRowsQueryDto,
    readable: readonly SearchKind[],
    reader: Reader,
  ): Promise<HeldRowsDto> {
    const asked = row_id.split(',').map(Number);
    return { kind, row_ids: readable.includes(kind) ? await this.listHeldBack(kind, asked, reader) : asked };
  }

  /** Which of some rows no assistant may see: those that are held, and those that have not been judged yet. */
  async listHeldBack(kind: QuarantineKind, ids: readonly number[], reader = OF_ALL): Promise<number[]> {
    // Rows are judged where they are indexed.
    await this.index.catchUp();
    return this.entries.listHeldBack(kind, ids, reader);
  }

  /** Which of some rows wait for a decision of a person. */
  listHeld(kind: QuarantineKind, ids: readonly number[]): Promise<number[]> {
    return ids.length === 0 ? Promise.resolve([]) : this.entries.listHeldRows(kind, ids);
  }

  /** Whether a person has released the text of a row. */
  isReleased(kind: QuarantineKind, row_id: number): Promise<boolean> {
    return this.entries.isReleased(kind, row_id);
  }

  /** @param readable the kinds that the caller may read */
  async list(
    { kind, row_id, ...page }: QuarantineQueryDto & PageInput,
    readable: readonly SearchKind[],
    reader: Reader,
  ): Promise<PageDto<QuarantinedDto>> {
    await this.index.catchUp();
    const kinds = (kind === undefined ? QUARANTINE_KINDS : [kind]).filter((one) => readable.includes(one));
    const { items, ...rest } = await this.entries.listHeld({ kinds, row_id }, page, reader);
    const texts = await this.entries.findTexts(
      items.map(({ id }) => id),
      reader,
    );
    return {
      ...rest,
      items: items.flatMap((entry) => {
        const text = texts.get(entry.id);
        return text === undefined ? [] : [toQuarantinedDto(entry, text)];
      }),
    };
  }

  /**
   * Lets assistants see the row again.
   * @param digests of the texts that the decision may be about
   * @throws AppError `not_found`, `version_mismatch`
   */
  release(id: number, digests: ExpectedTags, actor: KnownActor): Promise<QuarantinedDto> {
    return this.decide(id, 'released', actor, () => this.entries.release(id, digests));
  }

  /**
   * Deletes the row.
   * @param digests of the texts that the decision may be about
   * @throws AppError `not_found`, `version_mismatch`
   */
  discard(id: number, digests: ExpectedTags, actor: KnownActor): Promise<QuarantinedDto> {
    return this.decide(id, 'discarded', actor, () => this.entries.discard(id, digests, sourceOf(actor)));
  }

  private async decide(
    id: number,
    status: QuarantineStatus,
    actor: KnownActor,
    act: () => Promise<QuarantineEntry | null>,
  ): Promise<QuarantinedDto> {
    // A text that was just changed is judged first. The entry then has its digest, or is gone.
    await this.index.catchUp();
    const texts = await this.entries.findTexts([id], await this.readers.of(actor));
    const text = found(texts.get(id) ?? null, 'entry of the quarantine');
    const entry = found(await act(), 'entry of the quarantine');
    const { kind, row_id } = entry;
    await this.audit.record(actor, { action: `quarantine.${status}`, object: `${kind}:${row_id}` });
    if (kind !== 'chat') this.events.announce(EVENTS[kind], row_id);
    return { ...toQuarantinedDto(entry, text), status };
  }
}

const EVENTS = {
  session: 'session.created',
  state: 'state.updated',
  task: 'task.updated',
  project: 'project.updated',
  person: 'person.updated',
  decision: 'decision.updated',
} as const;

function toQuarantinedDto(
  { id, kind, row_id, status, rule, digest, found_at }: QuarantineEntry,
  { title, text }: HeldText,
): QuarantinedDto {
  return {
    id,
    kind,
    row_id,
    status,
    rule,
    title: title ?? titleOf(text),
    text,
    digest,
    found_at: found_at.toISOString(),
  };
}
