import { Injectable } from '@nestjs/common';
import type { ConversationCountsDto, DashboardDto, UndeliveredDto } from '@groupless/shared-dto';
import { ChatMessagesService } from '../../memory/chats/chat-messages.service';
import type { Caller } from '../../platform/access/caller';
import { readerOf } from '../reads/own-unread';
import { ChatNumbersRepository } from './chat-numbers.repository';
import { ConversationCountsRepository } from './conversation-counts.repository';
import { ConversationsRepository } from '../conversations.repository';

/** The agent polls every few seconds, so a reply that waits this long is a fault. */
const UNDELIVERED_MS = 10 * 60_000;

/** A reminder may wait for the customer's next message; one that waits for so long may come too late. */
const UNREACHED_MS = 30 * 60_000;

const OF_DASHBOARD = 5;

/** Counts conversations that wait for a person or a delivery, and has the time of the agent's last ping. */
@Injectable()
export class ConversationCountsService {
  constructor(
    private readonly counts: ConversationCountsRepository,
    private readonly numbers: ChatNumbersRepository,
    private readonly conversations: ConversationsRepository,
    private readonly messages: ChatMessagesService,
  ) {}

  async count(now: Date): Promise<Omit<DashboardDto['conversations'], 'messages_by_day_14d'>> {
    const [{ agent_last_seen_at, waiting_since, ...counts }, undelivered, many_numbers] = await Promise.all([
      this.counts.count(),
      this.listUndelivered(now),
      this.numbers.listShared(now),
    ]);
    return {
      ...counts,
      waiting_since: waiting_since?.toISOString() ?? null,
      undelivered: undelivered.slice(0, OF_DASHBOARD),
      many_numbers,
      agent_last_seen_at: agent_last_seen_at?.toISOString() ?? null,
    };
  }

  /** The conversations that the caller has not read; null: what the team has not read counts. */
  async countUnread(caller: Caller): Promise<number | null> {
    const reader = readerOf(caller);
    return reader === null ? null : this.counts.countUnread(reader);
  }

  /** The badge beside the conversations in the panel. */
  async countAttention(caller: Caller): Promise<ConversationCountsDto> {
    const { waiting_since, ...counts } = await this.counts.countAttention(readerOf(caller));
    return { ...counts, waiting_since: waiting_since?.toISOString() ?? null };
  }

  /** Conversations with overdue replies, oldest first; limited. */
  async listUndelivered(now: Date): Promise<UndeliveredDto[]> {
    return this.conversationsOf(await this.listOverdue(now));
  }

  /** The same of reminders. */
  async listUnreached(now: Date): Promise<UndeliveredDto[]> {
    const before = new Date(now.getTime() - UNREACHED_MS);
    return this.conversationsOf(await this.messages.listOverdue(before, { ofReminders: true }));
  }

  private async conversationsOf(
    overdue: Awaited<ReturnType<ChatMessagesService['listOverdue']>>,
  ): Promise<UndeliveredDto[]> {
    const known = await this.conversations.listByChats(overdue.map(({ chat_id }) => chat_id));
    return overdue.flatMap(({ chat_id, replies, since }) => {
      const conversation = known.find((one) => one.chat_id === chat_id);
      if (conversation === undefined) return [];
      const { id, name } = conversation;
      return [{ conversation_id: id, name: name ?? chat_id, replies, since: since.toISOString() }];
    });
  }

  /** The chats of these conversations. */
  async listOverdueChats(now: Date): Promise<string[]> {
    return (await this.listOverdue(now)).map(({ chat_id }) => chat_id);
  }

  private listOverdue(now: Date) {
    return this.messages.listOverdue(new Date(now.getTime() - UNDELIVERED_MS));
  }
}
