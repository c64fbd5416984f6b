import { Injectable } from '@nestjs/common';
import type { MarkReadDto, MarkUnreadDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { found } from '../../platform/errors/found';
import type { JsonText } from '../../platform/http/json-text';
import { ConversationsService } from '../conversations.service';
import { readerOf } from './own-unread';
import { ReadsRepository } from './reads.repository';

/** What each user has read. A key reads for the team. */
@Injectable()
export class ReadsService {
  constructor(
    private readonly reads: ReadsRepository,
    private readonly conversations: ConversationsService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
  ) {}

  /** @throws AppError `not_found` */
  async markRead(id: string, { up_to }: MarkReadDto, actor: KnownActor): Promise<JsonText> {
    const mark = { conversation_id: id, user_id: readerOf(actor.caller), message_id: up_to ?? null };
    return this.marked(
      id,
      await this.reads.markRead(mark, this.event(id, 'conversation.read', actor)),
      actor,
    );
  }

  /** @throws AppError `not_found` */
  async markUnread(id: string, { from }: MarkUnreadDto, actor: KnownActor): Promise<JsonText> {
    const mark = { conversation_id: id, user_id: readerOf(actor.caller), message_id: from ?? null };
    return this.marked(
      id,
      await this.reads.markUnread(mark, this.event(id, 'conversation.unread', actor)),
      actor,
    );
  }

  private event(id: string, action: string, actor: KnownActor) {
    return this.audit.eventOf(actor, { action, object: `conversation:${id}` });
  }

  /** Other windows of the user are told, too. */
  private marked(id: string, isFound: boolean, { caller }: KnownActor): Promise<JsonText> {
    found(isFound || null, 'conversation');
    this.events.announce('conversation.updated', id);
    return this.conversations.get(id, caller);
  }
}
