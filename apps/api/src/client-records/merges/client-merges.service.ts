import { Injectable } from '@nestjs/common';
import type { ClientMergeDto, EventType, PageDto, UndoneMergeDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { ClientsService } from '../../clients/clients.service';
import { mapPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import type { RequestKey } from '../../database/request-keys';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { invalidRequest } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { newId } from '../../shared/new-id';
import { toMergeDto } from './client-merge.mapper';
import { ClientMergesRepository } from './client-merges.repository';
import type { MergedBy } from './moving';
import type { Moved } from './parting';

/** Beyond this number of rows no single events are sent; readers reload the list. */
const MOST_EVENTS = 20;

/** Merges clients that are the same person, and undoes merges. */
@Injectable()
export class ClientMergesService {
  constructor(
    private readonly merges: ClientMergesRepository,
    private readonly clients: ClientsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found`, `invalid_cursor` */
  async list(client_id: string, page: PageInput): Promise<PageDto<ClientMergeDto>> {
    await this.clients.get(client_id);
    return mapPage(await this.merges.listMerges(client_id, page), toMergeDto);
  }

  /** @throws AppError `not_found` */
  async get(client_id: string, id: string): Promise<ClientMergeDto> {
    return toMergeDto(found(await this.merges.findMerge(id, client_id), 'merge'));
  }

  /** @throws AppError `not_found`, `changed_since`, `invalid_request` where the other client is not there, or the same */
  async merge(
    kept_id: string,
    merged_id: string,
    actor: KnownActor,
    request: RequestKey | null,
  ): Promise<ClientMergeDto> {
    if (kept_id === merged_id)
      throw otherClient('client_id must be another client than the one in the path.');
    const by = this.mergedBy(actor);
    const moved = await this.merges.merge({ id: newId(by.at), kept_id, merged_id, request }, by, (done) =>
      this.audit.eventOf(actor, { action: 'client.merged', ...describe(kept_id, done) }),
    );
    if (moved === 'no_merged') throw otherClient('No client has the id in client_id.');
    const { merge } = found(moved === 'no_kept' ? null : moved, 'client');
    this.announce(kept_id, 'client.deleted', moved as Moved);
    return toMergeDto(merge);
  }

  /** @throws AppError `not_found`, `changed_since` */
  async undo(client_id: string, id: string, actor: KnownActor): Promise<UndoneMergeDto> {
    const by = this.mergedBy(actor);
    const moved = found(
      await this.merges.undo(id, client_id, by, (done) =>
        this.audit.eventOf(actor, { action: 'client.unmerged', ...describe(client_id, done) }),
      ),
      'merge',
    );
    this.announce(client_id, 'client.created', moved);
    const { appointment_ids, conversation_ids, left_behind, shared_numbers } = moved;
    const counts = { appointments: appointment_ids.length, conversations: conversation_ids.length };
    return { ...toMergeDto(moved.merge), ...counts, left_behind, shared_numbers };
  }

  private mergedBy({ caller }: KnownActor): MergedBy {
    const { name } = caller;
    const who =
      caller.kind === 'user' ? { user_id: caller.id, key_name: null } : { user_id: null, key_name: name };
    return { ...who, name, at: this.clock.now() };
  }

  private announce(kept_id: string, ofMerged: EventType, moved: Moved): void {
    this.events.announce('client.updated', kept_id);
    this.events.announce(ofMerged, moved.merge.merged_id);
    this.announceEach('appointment.updated', moved.appointment_ids);
    this.announceEach('conversation.updated', moved.conversation_ids);
  }

  private announceEach(type: EventType, ids: string[]): void {
    for (const id of ids.length > MOST_EVENTS ? [null] : ids) this.events.announce(type, id);
  }
}

function describe(kept_id: string, { merge, appointment_ids, conversation_ids }: Moved) {
  const counts = { appointments: appointment_ids.length, conversations: conversation_ids.length };
  const { merged_id, merged } = merge;
  return {
    object: `client:${kept_id}`,
    client_ids: [merged_id],
    details: { client_id: merged_id, name: merged.name, ...counts },
  };
}

function otherClient(message: string) {
  return invalidRequest([{ field: 'client_id', code: 'not_allowed', message }]);
}
