import { Injectable } from '@nestjs/common';
import type { ConversationNoteDto, ConversationNotesQueryDto, PageDto } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { AuditService } from '../../audit/audit.service';
import { mapPage } from '../../database/pages/read-entity-page';
import type { RequestKey } from '../../database/request-keys';
import { EventsService } from '../../events/events.service';
import type { KnownActor } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { newId } from '../../shared/new-id';
import { UsersService } from '../../users/users.service';
import { ConversationsService } from '../conversations.service';
import { eventAuthor, type NewEvent } from '../thread-events/conversation-events.repository';
import type { ConversationNote } from './conversation-note.entity';
import { mentionedIn } from './mentions';
import { toNoteDto } from './note.mapper';
import { NotesRepository } from './notes.repository';

/**
 * Internal notes. They exist only in the panel's database, so agents, pings, deliveries and searches cannot see them.
 */
@Injectable()
export class NotesService {
  constructor(
    private readonly notes: NotesRepository,
    private readonly conversations: ConversationsService,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly events: EventsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found`, `invalid_cursor` */
  async list(
    conversation_id: string,
    { removed = 'false', ...page }: ConversationNotesQueryDto,
  ): Promise<PageDto<ConversationNoteDto>> {
    await this.conversations.demand(conversation_id);
    return mapPage(await this.notes.listNotes(conversation_id, removed === 'true', page), toNoteDto);
  }

  /** @throws AppError `not_found` */
  async get(conversation_id: string, id: string): Promise<ConversationNoteDto> {
    return toNoteDto(found(await this.notes.findNote({ id, conversation_id }), 'note'));
  }

  /** @throws AppError `not_found` */
  async add(
    conversation_id: string,
    text: string,
    actor: KnownActor,
    request: RequestKey | null,
  ): Promise<ConversationNoteDto> {
    const created_at = this.clock.now();
    const { caller } = actor;
    const author_id = caller.kind === 'user' ? caller.id : null;
    const mentioned = mentionedIn(text, await this.users.listOperators());
    const note = {
      id: newId(created_at),
      conversation_id,
      text,
      author_id,
      author_name: caller.name,
      author_key: caller.kind === 'key' ? caller.id : null,
      mentioned_ids: mentioned.filter((one) => one !== author_id),
      created_at,
      removed_at: null,
      removed_by_name: null,
    };
    const event = this.audit.eventOf(actor, {
      action: 'conversation.note_added',
      object: `conversation:${conversation_id}`,
    });
    const added = found(await this.notes.insertNote(note, event, request), 'conversation');
    this.events.announce('conversation.updated', conversation_id);
    for (const user_id of added.mentioned_ids)
      this.events.announce('conversation.mentioned', conversation_id, user_id);
    return toNoteDto(added);
  }

  /** @throws AppError `not_found`; `forbidden` for a colleague's note, unless an admin removes it */
  async remove(conversation_id: string, id: string, actor: KnownActor): Promise<void> {
    const event = this.audit.eventOf(actor, {
      action: 'conversation.note_removed',
      object: `conversation:${conversation_id}`,
    });
    const removed = { removed_at: event.at, removed_by_name: actor.caller.name };
    await this.change({ id, conversation_id }, removed, event, actor);
  }

  /** @throws AppError `not_found`; `forbidden` for a colleague's note, unless an admin puts it back */
  async putBack(conversation_id: string, id: string, actor: KnownActor): Promise<ConversationNoteDto> {
    const event = this.audit.eventOf(actor, {
      action: 'conversation.note_put_back',
      object: `conversation:${conversation_id}`,
    });
    return toNoteDto(await this.change({ id, conversation_id }, null, event, actor));
  }

  private async change(
    which: Pick<ConversationNote, 'id' | 'conversation_id'>,
    removed: { removed_at: Date; removed_by_name: string } | null,
    event: AuditEvent,
    actor: KnownActor,
  ): Promise<ConversationNote> {
    const kind = removed === null ? 'note_put_back' : 'note_removed';
    const lineOf = (note: ConversationNote): NewEvent => {
      refuseUnlessOwn(note, actor);
      return { kind, details: { author_name: note.author_name }, by: eventAuthor(actor) };
    };
    const note = found(await this.notes.changeNote(which, removed, event, lineOf), 'note');
    this.events.announce('conversation.updated', which.conversation_id);
    return note;
  }
}

/** @throws AppError `forbidden` */
function refuseUnlessOwn(
  { author_id, author_key, author_name }: ConversationNote,
  { caller }: KnownActor,
): void {
  const isOwn = caller.kind === 'user' ? author_id === caller.id : author_key === caller.id;
  if (isOwn || (caller.kind === 'user' && caller.role === 'admin')) return;
  throw new AppError(
    'forbidden',
    `${author_name} wrote this note. Its author or an admin can remove it or put it back.`,
  );
}
