import { Injectable } from '@nestjs/common';
import {
  QUARANTINE_KINDS,
  type PageDto,
  type QuarantinedDto,
  type QuarantineStatus,
  type SearchKind,
} from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import type { PageInput } from '../../../database/pages/read-page';
import { EventsService } from '../../../events/events.service';
import type { KnownActor } from '../../../shared/access/caller';
import { sourceOf } from '../../../shared/access/write-source';
import { found } from '../../../shared/errors/found';
import { titleOf } from '../../search/excerpt';
import { SearchIndexService } from '../../search/search-index.service';
import type { QuarantineEntry } from './quarantine-entry.entity';
import { QuarantineRepository, type HeldText } from './quarantine.repository';

/** Rows that are kept from assistants because they give orders to a model, until a person decides. */
@Injectable()
export class QuarantineService {
  constructor(
    private readonly entries: QuarantineRepository,
    private readonly index: SearchIndexService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /** Which rows are held, as `kind id`. What was written before this call has been judged. */
  async heldRows(): Promise<ReadonlySet<string>> {
    // Rows are judged where they are indexed.
    await this.index.catchUp();
    return new Set((await this.entries.listHeldRows()).map(({ kind, row_id }) => `${kind} ${row_id}`));
  }

  /** @param readable the kinds that the caller may read */
  async list(page: PageInput, readable: readonly SearchKind[]): Promise<PageDto<QuarantinedDto>> {
    await this.index.catchUp();
    const kinds = QUARANTINE_KINDS.filter((kind) => readable.includes(kind));
    const { items, ...rest } = await this.entries.listHeld(kinds, page);
    const texts = await this.entries.findTexts(items.map(({ id }) => id));
    return { ...rest, items: items.map((entry) => toQuarantinedDto(entry, texts.get(entry.id))) };
  }

  /**
   * Lets assistants see the row again.
   * @throws AppError `not_found`
   */
  async release(id: number, actor: KnownActor): Promise<QuarantinedDto> {
    const held = await this.find(id);
    await this.entries.release(id);
    return this.decided(held, 'released', actor);
  }

  /**
   * Deletes the row.
   * @throws AppError `not_found`
   */
  async discard(id: number, actor: KnownActor): Promise<QuarantinedDto> {
    const held = await this.find(id);
    await this.entries.discard(held.entry, sourceOf(actor));
    return this.decided(held, 'discarded', actor);
  }

  private async find(id: number): Promise<Held> {
    const entry = found(await this.entries.findEntry(id), 'entry of the quarantine');
    const text = (await this.entries.findTexts([id])).get(id);
    return { entry, row: toQuarantinedDto(entry, text) };
  }

  private async decided(
    { entry, row }: Held,
    status: QuarantineStatus,
    actor: KnownActor,
  ): Promise<QuarantinedDto> {
    const { kind, row_id } = entry;
    await this.audit.record(actor, { action: `quarantine.${status}`, object: `${kind}:${row_id}` });
    if (kind !== 'chat') this.events.announce(EVENTS[kind], row_id);
    return { ...row, status };
  }
}

interface Held {
  entry: QuarantineEntry;
  row: QuarantinedDto;
}

const EVENTS = {
  session: 'session.created',
  state: 'state.updated',
  project: 'project.updated',
  person: 'person.updated',
} as const;

function toQuarantinedDto(
  { id, kind, row_id, status, rule, found_at }: QuarantineEntry,
  { title, text }: HeldText = { title: null, text: '' },
): QuarantinedDto {
  return {
    id,
    kind,
    row_id,
    status,
    rule,
    title: title ?? titleOf(text),
    text,
    found_at: found_at.toISOString(),
  };
}
