import { Injectable } from '@nestjs/common';
import { EventsService } from '../../events/events.service';
import { QUOTED_TIMES } from '../../events/public';
import { ChatMessagesService } from '../../memory/chats/chat-messages.service';
import { ChatErasingService, type ChatErasure } from '../../memory/chats/erasing/chat-erasing.service';
import { CHATS_ERASED } from '../../memory/chats/public';
import { Clock } from '../../platform/clock';
import { Bus } from '../../shared/bus/bus';
import { On } from '../../shared/bus/topic';
import { Job } from '../../shared/jobs/job';
import type { Conversation } from '../conversation.entity';
import { lastStanding } from '../last-message';
import { ErasedWordsRepository, type Followed } from './erased-words.repository';

/** A ping that read the chat before an erasure has ended after this time. */
const PINGS_END_MS = 10 * 60_000;
const UNCHECKED_AT_ONCE = 500;

/**
 * Follows the erasures of messages: the preview of a conversation is the newest message that stands, its count is of messages
 * that stand, and events that wait or stand in a log quote no other. The memory notes each erasure in its own transaction, so a
 * process that dies leaves the rest to the job.
 */
@Injectable()
export class ErasedWordsService {
  constructor(
    private readonly erasing: ChatErasingService,
    private readonly messages: ChatMessagesService,
    private readonly conversations: ErasedWordsRepository,
    private readonly events: EventsService,
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  @Job({
    name: 'erased-words',
    every: '* * * * *',
    at_start: true,
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
  })
  async run(_data: object, stopping: AbortSignal): Promise<void> {
    for await (const chats of this.erasing.listChats()) {
      if (stopping.aborted) return;
      await this.followAll({ chat_ids: chats });
    }
    while (!stopping.aborted && (await this.checkOlder()));
  }

  /**
   * Looks at some conversations of before there were erasures, once: the last message of some was erased, or was too old.
   * @returns whether there may be more
   */
  private async checkOlder(): Promise<boolean> {
    const unchecked = await this.conversations.listUnchecked(UNCHECKED_AT_ONCE);
    if (unchecked === null) return false;
    const shown = unchecked.filter(({ last_message_at }) => last_message_at !== null);
    const standing = await this.messages.listStanding(shown.flatMap(({ last_message_id: id }) => id ?? []));
    const fallen = shown.filter(({ last_message_id: id }) => id === null || !standing.has(id));
    for (const { chat_id } of fallen) await this.follow(chat_id, 'older');
    for (const { id, chat_id } of unchecked) await this.eraseOlderEvents(id, chat_id);
    await this.conversations.noteChecked(unchecked.at(-1)?.id ?? null);
    return unchecked.length > 0;
  }

  /** Events of before that quote a message that is no more. */
  private async eraseOlderEvents(conversation_id: string, chat_id: string): Promise<void> {
    const quoted = (await this.bus.tell(QUOTED_TIMES, { conversation_id })).flat();
    const gone = await this.messages.listTimesWithoutMessage(chat_id, quoted);
    if (gone.length > 0) await this.conversations.eraseEvents({ conversation_id, written_at: gone });
  }

  /** One that fails does not keep the others waiting. */
  @On(CHATS_ERASED)
  async followAll({ chat_ids }: { chat_ids: readonly string[] }): Promise<void> {
    const failures: unknown[] = [];
    for (const chat_id of chat_ids)
      await this.follow(chat_id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  /** @param which `older`: the last message fell before there were erasures, so nothing says what else did */
  private async follow(chat_id: string, which: 'noted' | 'older' = 'noted'): Promise<void> {
    const now = this.clock.now();
    const followed = await this.conversations.follow(chat_id, now, (present) => this.decide(present, which));
    if (followed === null) return this.settleWithoutConversation(chat_id, now);
    if (followed.isChanged) this.events.announce('conversation.updated', followed.id);
    await this.erasing.settle(followed.erasures.map(({ id }) => id));
  }

  private async decide(present: Conversation, which: 'noted' | 'older'): Promise<Followed> {
    const { chat_id, erased_to, unread_count, received_ids } = present;
    const erasures = await this.erasing.listErasures(chat_id);
    const erased = erasures.filter(({ id }) => id > erased_to).flatMap(({ received_ids }) => received_ids);
    const last = await lastStanding(present, this.messages);
    const counted = await this.erasing.countUnread(chat_id, present, erased);
    const unread = which === 'older' ? counted.standing : unread_count - counted.erased;
    const there = which === 'older' ? await this.messages.listStanding(received_ids.map(Number)) : null;
    const standing = received_ids.filter((id) => there?.has(Number(id)) ?? !erased.includes(id));
    const set = {
      ...last,
      ...(unread < unread_count && { unread_count: unread }),
      ...(standing.length < received_ids.length && { received_ids: standing }),
    };
    return { erasures, set };
  }

  /** The first ping of a chat may still make its conversation of what it read. */
  private async settleWithoutConversation(chat_id: string, now: Date): Promise<void> {
    const erasures: ChatErasure[] = await this.erasing.listErasures(chat_id);
    await this.conversations.record(erasures);
    await this.erasing.settleBefore(chat_id, new Date(now.getTime() - PINGS_END_MS));
  }
}
