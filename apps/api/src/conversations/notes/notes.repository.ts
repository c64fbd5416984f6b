import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto } from '@groupless/shared-dto';
import { IsNull, Not, Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { demandFirst, type RequestKey } from '../../database/request-keys';
import { countBefore } from '../../database/statements/count-before';
import { removeInParts, removePartBefore } from '../../database/statements/remove-in-parts';
import { breaks } from '../../database/violations';
import { markForLater } from '../reads/reads.repository';
import { addEvents, type NewEvent } from '../thread-events/conversation-events.repository';
import { CountsRetained, Retention, type RetentionCount } from '../../shared/retention';
import { ConversationNote } from './conversation-note.entity';

const NEWEST_FIRST: SortKey[] = [
  { sql: 'note.created_at', kind: 'time', descending: true },
  { sql: 'note.id', kind: 'uuid', descending: true },
];

@Injectable()
export class NotesRepository {
  constructor(@InjectRepository(ConversationNote) private readonly notes: Repository<ConversationNote>) {}

  /** @throws AppError `invalid_cursor` */
  listNotes(
    conversation_id: string,
    are_removed: boolean,
    page: PageInput,
  ): Promise<PageDto<ConversationNote>> {
    const query = this.notes
      .createQueryBuilder('note')
      .where('note.conversation_id = :conversation_id', { conversation_id })
      .andWhere(`note.removed_at is ${are_removed ? 'not ' : ''}null`);
    return readEntityPage(query, NEWEST_FIRST, page);
  }

  findNote(which: Pick<ConversationNote, 'id' | 'conversation_id'>): Promise<ConversationNote | null> {
    return this.notes.findOneBy(which);
  }

  /**
   * Those whom the note names have the conversation as unread.
   * @returns null if there is no such conversation
   */
  insertNote(
    note: ConversationNote,
    event: AuditEvent,
    request: RequestKey | null,
  ): Promise<ConversationNote | null> {
    return this.notes.manager
      .transaction(async (transaction) => {
        await demandFirst(transaction, request, note.id, note.created_at);
        await transaction.insert(ConversationNote, note);
        await markForLater(transaction, note.conversation_id, note.mentioned_ids);
        await transaction.insert(AuditEvent, event);
        return note;
      })
      .catch((error: unknown) => {
        if (breaks(error, 'conversation_notes_conversation')) return null;
        throw error;
      });
  }

  /**
   * Removes or restores a note.
   * @param removed null: restores it
   * @param lineOf makes the line in the thread; throws if the change is not allowed
   * @returns null if there is no such note
   */
  changeNote(
    { id, conversation_id }: Pick<ConversationNote, 'id' | 'conversation_id'>,
    removed: { removed_at: Date; removed_by_name: string } | null,
    event: AuditEvent,
    lineOf: (note: ConversationNote) => NewEvent,
  ): Promise<ConversationNote | null> {
    return this.notes.manager.transaction(async (transaction) => {
      const note = await transaction.findOne(ConversationNote, {
        where: { id, conversation_id, removed_at: removed === null ? Not(IsNull()) : IsNull() },
        lock: { mode: 'pessimistic_write' },
      });
      if (note === null) return null;
      const line = lineOf(note);
      const changes = removed ?? { removed_at: null, removed_by_name: null };
      await transaction.update(ConversationNote, { id }, changes);
      await transaction.insert(AuditEvent, event);
      await addEvents(transaction, [conversation_id], event.at, line);
      return Object.assign(note, changes);
    });
  }

  /** Deletes removed notes permanently. */
  @Retention({ what: 'conversation_notes', days: ({ audit_retention_days: days }) => days })
  forgetBefore(before: Date): Promise<number> {
    return removeInParts(() => removePartBefore(this.notes, ['id', 'removed_at'], before));
  }

  @CountsRetained('conversation_notes')
  countBefore(before: Date, most: number): Promise<RetentionCount> {
    return countBefore(this.notes, 'removed_at', before, most);
  }
}
