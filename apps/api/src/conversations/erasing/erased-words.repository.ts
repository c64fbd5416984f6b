import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, MoreThan } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import { WORDS_ERASED, type ErasedWords } from '../../events/public';
import type { ChatErasure, ErasureLine } from '../../memory/chats/erasing/chat-erasing.service';
import { Bus } from '../../shared/bus/bus';
import { ConcurrencyLimit } from '../../shared/concurrency-limit';
import { Conversation } from '../conversation.entity';
import type { ConversationChange } from '../conversations.repository';
import type { ConversationEvent } from '../thread-events/conversation-event.entity';
import { addEvents } from '../thread-events/conversation-events.repository';
import { ErasedWordsCheck } from './erased-words-check.entity';

/** What a conversation is after an erasure. */
export interface Followed {
  /** All erasures of the chat that are not settled. */
  erasures: readonly ChatErasure[];
  /** What changes of the conversation. */
  set: ConversationChange['set'];
}

type CheckedConversation = Pick<Conversation, 'id' | 'chat_id' | 'last_message_id' | 'last_message_at'>;

/** Each holds a connection of the panel's pool while it reads the memory. */
const ONE_AT_A_TIME = {
  at_once: 1,
  waiting: 1_000,
  patience_ms: 60_000,
  refusal: 'Too many erasures are followed at once.',
};

/** Removes what copies erased words into the panel's database. */
@Injectable()
export class ErasedWordsRepository {
  private readonly writes = new ConcurrencyLimit(ONE_AT_A_TIME);

  constructor(
    @InjectDataSource() private readonly panel: DataSource,
    private readonly bus: Bus,
  ) {}

  /**
   * Changes the conversation of a chat under its lock, with its lines, the audit and the stored events, in one transaction. Its
   * repeat changes nothing.
   * @param decide reads the chat while the conversation is locked
   * @returns the conversation's id, whether it is shown otherwise, and the erasures; null if the chat has no conversation
   */
  follow(
    chat_id: string,
    now: Date,
    decide: (present: Conversation) => Promise<Followed>,
  ): Promise<{ id: string; isChanged: boolean; erasures: readonly ChatErasure[] } | null> {
    return this.writes.run(() =>
      this.panel.transaction(async (transaction) => {
        const lock = { mode: 'pessimistic_write' } as const;
        const present = await transaction.findOne(Conversation, { where: { chat_id }, lock });
        if (present === null) return null;
        const { id, erased_to } = present;
        const { erasures, set } = await decide(present);
        const fresh = erasures.filter((erasure) => erasure.id > erased_to);
        const lines = fresh.flatMap(({ at, line, message_ids }) =>
          line === null ? [] : [{ at, by: line, kind: line.kind, details: detailsOf(line, message_ids) }],
        );
        const isChanged = Object.keys(set).length > 0 || lines.length > 0;
        await transaction.update(
          Conversation,
          { id },
          { ...set, erased_to: fresh.at(-1)?.id ?? erased_to, ...(isChanged && { updated_at: now }) },
        );
        for (const { at, ...line } of lines) await addEvents(transaction, [id], at, line);
        // After the change, whose own event tells what was there before it.
        const written_at = erasures.flatMap((erasure) => erasure.written_at);
        if (written_at.length > 0)
          await this.bus.tell(WORDS_ERASED, { transaction, conversation_id: id, written_at });
        await insertAudit(transaction, erasures);
        return { id, isChanged, erasures };
      }),
    );
  }

  /** Removes messages that are no more from stored events. */
  async eraseEvents(words: ErasedWords): Promise<void> {
    await this.panel.transaction((transaction) => this.bus.tell(WORDS_ERASED, { transaction, ...words }));
  }

  /** Of a chat without a conversation. A repeat changes nothing. */
  async record(erasures: readonly ChatErasure[]): Promise<void> {
    await insertAudit(this.panel.manager, erasures);
  }

  /** The next conversations of before there were erasures, some at a time; null: all were looked at. */
  async listUnchecked(limit: number): Promise<CheckedConversation[] | null> {
    const check = await this.panel.getRepository(ErasedWordsCheck).findOneBy({ is_only_row: true });
    if (check === null || check.is_done) return null;
    return this.panel.getRepository(Conversation).find({
      select: { id: true, chat_id: true, last_message_id: true, last_message_at: true },
      where: check.checked_to === null ? {} : { id: MoreThan(check.checked_to) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  /** @param last the last one that was looked at; null: there are no more */
  async noteChecked(last: string | null): Promise<void> {
    const done = last === null ? { is_done: true } : { checked_to: last };
    await this.panel.getRepository(ErasedWordsCheck).update({ is_only_row: true }, done);
  }
}

/** The ids are for panels that show the messages. */
function detailsOf({ kind }: ErasureLine, message_ids: readonly string[]): ConversationEvent['details'] {
  return kind === 'chat_erased' ? {} : { message_ids: message_ids.join(',') };
}

async function insertAudit(manager: DataSource['manager'], erasures: readonly ChatErasure[]): Promise<void> {
  const events = erasures.flatMap(({ audit }) => (audit === null ? [] : [audit]));
  if (events.length === 0) return;
  await manager.createQueryBuilder().insert().into(AuditEvent).values(events).orIgnore().execute();
}
