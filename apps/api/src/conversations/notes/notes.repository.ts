import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { PageDto } from '@groupless/shared-dto';
import { Repository } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { SortKey } from '../../database/pages/page-statements';
import { readEntityPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { breaks } from '../../database/violations';
import { addEvents, type NewEvent } from '../thread-events/conversation-events.repository';
import { ConversationNote } from './conversation-note.entity';

const NEWEST_FIRST: SortKey[] = [
  { sql: 'note.created_at', kind: 'time', descending: true },
  { sql: 'note.id', kind: 'uuid', descending: true },
];

@Injectable()
export class NotesRepository {
  constructor(@InjectRepository(ConversationNote) private readonly notes: Repository<ConversationNote>) {}

  /** @throws AppError `invalid_cursor` */
  listNotes(conversation_id: string, page: PageInput): Promise<PageDto<ConversationNote>> {
    const query = this.notes
      .createQueryBuilder('note')
      .where('note.conversation_id = :conversation_id', { conversation_id });
    return readEntityPage(query, NEWEST_FIRST, page);
  }

  /** @returns null if there is no such conversation */
  insertNote(note: ConversationNote, event: AuditEvent): Promise<ConversationNote | null> {
    return this.notes.manager
      .transaction(async (transaction) => {
        await transaction.insert(ConversationNote, note);
        await transaction.insert(AuditEvent, event);
        return note;
      })
      .catch((error: unknown) => {
        if (breaks(error, 'conversation_notes_conversation')) return null;
        throw error;
      });
  }

  /**
   * @param lineOf what the thread tells of it, or why it stays
   * @returns whether there was such a note
   */
  deleteNote(
    id: string,
    conversation_id: string,
    event: AuditEvent,
    lineOf: (note: ConversationNote) => NewEvent,
  ): Promise<boolean> {
    return this.notes.manager.transaction(async (transaction) => {
      const note = await transaction.findOneBy(ConversationNote, { id, conversation_id });
      if (note === null) return false;
      const line = lineOf(note);
      if ((await transaction.delete(ConversationNote, { id, conversation_id })).affected !== 1) return false;
      await transaction.insert(AuditEvent, event);
      await addEvents(transaction, [conversation_id], event.at, line);
      return true;
    });
  }
}
