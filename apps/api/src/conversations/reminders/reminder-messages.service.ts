import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { ChatMessagesService } from '../../memory/chats/chat-messages.service';
import type { Transaction } from '../../database/transaction';
import type { Actor } from '../../platform/access/caller';
import type { Conversation } from '../conversation.entity';
import { ConversationsRepository } from '../conversations.repository';
import { lastMessageOf, lastStanding, REPLY_EVENTS } from '../last-message';

/** A reminder of an appointment as a message without an author. */
export interface ReminderMessage {
  chat_id: string;
  text: string;
  /** The idempotency key. */
  key: string;
  at: Date;
  /** Called while the conversation is locked, so that no outdated reminder is sent. */
  isStillDue: (transaction: Transaction) => Promise<boolean>;
}

/** Reminders have no author. */
const NOBODY: Actor = { caller: null, ip: null };

/** Stores reminders as messages of a chat, which the agent delivers like replies. */
@Injectable()
export class ReminderMessagesService {
  constructor(
    private readonly conversations: ConversationsRepository,
    private readonly messages: ChatMessagesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * @returns the id of the message, also if it was stored before; null if it is not due any more or the chat is unknown
   * @throws AppError `overloaded`
   */
  async send({ chat_id, text, key, at, isStillDue }: ReminderMessage): Promise<number | null> {
    const [conversation] = await this.conversations.listByChats([chat_id]);
    if (conversation === undefined) return null;
    let message_id: number | null = null;
    await this.conversations.changeAfterMemory(conversation.id, null, async (present, transaction) => {
      const known = await this.messages.findReminder(chat_id, key);
      if (known !== null && known !== 'erased') message_id = Number(known.id);
      if (known !== null || !(await isStillDue(transaction))) return null;
      const { id } = await this.messages.storeReminder({ chat_id, text, timestamp: at, key });
      message_id = Number(id);
      const event = this.eventOf('conversation.reminded', conversation.id, message_id);
      return { set: this.lastOf(present, message_id, text, at), event, announces: REPLY_EVENTS };
    });
    return message_id;
  }

  /**
   * Takes back a reminder that is no longer true, unless the customer has got it.
   * @returns whether the customer cannot have got it: one that the agent was sending counts as told
   * @throws AppError `overloaded`
   */
  async takeBack(chat_id: string, key: string): Promise<boolean> {
    const [conversation] = await this.conversations.listByChats([chat_id]);
    if (conversation === undefined) return true;
    let isGone = true;
    await this.conversations.changeAfterMemory(conversation.id, null, async (present) => {
      const known = await this.messages.findReminder(chat_id, key);
      if (known === null || known === 'erased') return null;
      const message_id = Number(known.id);
      const taken = await this.messages.takeBackReply(chat_id, message_id);
      isGone = taken !== null && !taken.may_have_been_sent;
      if (taken === null) return null;
      const set = await lastStanding(present, this.messages);
      const event = this.eventOf('conversation.reminder_taken_back', conversation.id, message_id);
      return { set, event, announces: REPLY_EVENTS };
    });
    return isGone;
  }

  /** An unanswered customer message stays the last message, so that it is not overlooked. */
  private lastOf(present: Conversation, id: number, text: string, at: Date) {
    const waits = present.last_message_role === 'user' && present.unread_count > 0;
    return waits ? {} : lastMessageOf(present, id, text, at);
  }

  private eventOf(action: string, conversation_id: string, message_id: number) {
    const object = `conversation:${conversation_id}`;
    return this.audit.eventOf(NOBODY, { action, object, details: { message_id } });
  }
}
