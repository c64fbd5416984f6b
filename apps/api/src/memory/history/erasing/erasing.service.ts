import { Injectable } from '@nestjs/common';
import type { EraseDto, VersionKind } from '@groupless/shared-dto';
import { AuditService } from '../../../audit/audit.service';
import { OBJECT_ERASED } from '../../../events/public';
import type { KnownActor } from '../../../platform/access/caller';
import { sourceOf } from '../../../platform/access/write-source';
import { invalidRequest, type AppError } from '../../../platform/errors/app-error';
import { found } from '../../../platform/errors/found';
import { Bus } from '../../../shared/bus/bus';
import { ContextService } from '../../brief/context.service';
import { SearchIndexService } from '../../search/index/search-index.service';
import { projectChat } from '../../chats/project-chat';
import { ChatErasingService, type ErasedMessages } from '../../chats/erasing/chat-erasing.service';
import { CorrectionsRepository } from '../corrections.repository';
import { VERSIONED } from '../versioned-kinds';
import { RowEventsService } from '../../readers/row-events.service';

/** Erases a row of the memory with everything that is stored about it. */
@Injectable()
export class ErasingService {
  constructor(
    private readonly corrections: CorrectionsRepository,
    private readonly messages: ChatErasingService,
    private readonly index: SearchIndexService,
    private readonly context: ContextService,
    private readonly audit: AuditService,
    private readonly events: RowEventsService,
    private readonly bus: Bus,
  ) {}

  /**
   * A project takes its state and decisions along, a session its decisions and its turns: the database would delete them with it
   * and keep them as versions.
   * @throws AppError `not_found` if there is neither the row nor a version of it, `invalid_request`
   */
  async erase({ kind, id }: EraseDto, actor: KnownActor): Promise<void> {
    if ((kind === 'chat') !== (typeof id === 'string')) throw wrongId(kind);
    if (typeof id === 'string') {
      const chat_id = projectChat(id);
      return this.eraseMessages({ chat_id }, `chat:${chat_id}`, actor);
    }
    if (kind === 'chat_message') return this.eraseMessages({ id }, `chat_message:${id}`, actor);
    if (kind !== 'chat') await this.eraseRecord(kind, id, actor);
  }

  private async eraseRecord(kind: VersionKind, id: number, actor: KnownActor): Promise<void> {
    // Before the session and its versions go, because they tell which turns are its own.
    if (kind === 'session') await this.messages.erase({ session: id });
    for (const dependent of await this.corrections.listDependents(kind, id, sourceOf(actor)))
      await this.eraseRow(dependent.kind, dependent.id, actor);
    await this.eraseRow(kind, id, actor);
  }

  private async eraseMessages(which: ErasedMessages, object: string, actor: KnownActor): Promise<void> {
    const audit = this.audit.eventOf(actor, { action: 'memory.erased', object });
    const { caller } = actor;
    const kind = 'chat_id' in which ? 'chat_erased' : 'message_erased';
    const line = { kind, by_id: caller.kind === 'user' ? caller.id : null, by_name: caller.name } as const;
    const { count, isRecorded } = await this.messages.erase(which, { line, audit });
    found(count || null, 'message');
    if (!isRecorded) await this.audit.record(actor, { action: 'memory.erased', object });
  }

  private async eraseRow(kind: VersionKind, id: number, actor: KnownActor): Promise<void> {
    await this.bus.tell(OBJECT_ERASED, { kind, id });
    const tell = await this.events.prepare(VERSIONED[kind].event, kind === 'state' ? null : id);
    found(await this.corrections.erase(kind, id, sourceOf(actor)), 'row of the memory');
    await this.audit.record(actor, { action: 'memory.erased', object: `${kind}:${id}` });
    this.context.forget();
    tell();
    // The index job would follow later, but an erasure has to be complete at once.
    await this.index.removeDeleted(kind, [id]);
  }
}

function wrongId(kind: EraseDto['kind']): AppError {
  const message = kind === 'chat' ? 'id of a chat is its chat_id.' : `id of a ${kind} is a number.`;
  return invalidRequest([{ field: 'id', code: 'wrong_type', message }]);
}
