import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventEmitter, once } from 'node:events';
import { isUnfilledPlaceholder } from '@groupless/shared-dto';
import { LiveCallersService } from '../../auth/sessions/live-callers.service';
import { EventsService } from '../../events/events.service';
import { OnEvents } from '../../events/public';
import { ChatMessagesService, type WaitingReplies } from '../../memory/chats/chat-messages.service';
import type { KeyCaller } from '../../platform/access/caller';
import { AppError } from '../../platform/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../platform/http/json-text';
import { HandedOutRepliesService } from '../reminders/handed-out-replies.service';
import { WaysBackService } from '../pings/ways-back.service';
import { ConversationsRepository } from '../conversations.repository';

/** The most waiting requests of one process. Each polls once when a reply is written. */
const MOST_WAITING = 100;

/** The replies that the chat agent still has to deliver, over all chats. */
@Injectable()
export class MessageDeliveriesService implements OnModuleDestroy {
  private readonly replies = new EventEmitter().setMaxListeners(0);
  private readonly stopping = new AbortController();

  constructor(
    private readonly callers: LiveCallersService,
    private readonly messages: ChatMessagesService,
    private readonly handedOut: HandedOutRepliesService,
    private readonly conversations: ConversationsRepository,
    private readonly ways: WaysBackService,
    private readonly events: EventsService,
  ) {}

  /**
   * Answers at once if a reply waits, otherwise when one arrives or the time is over. It runs no query while it waits.
   * @param gone aborted when the caller disconnects
   * @returns a `DeliveriesDto` as JSON
   * @throws AppError `overloaded`, and `invalid_api_key` if the key was revoked meanwhile
   */
  async wait(waitS: number, caller: KeyCaller, gone: AbortSignal): Promise<JsonText> {
    if (waitS === 0) return this.list(caller);
    if (this.replies.listenerCount('reply') >= MOST_WAITING) throw tooManyWaiting();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), waitS * 1_000);
    const until = AbortSignal.any([gone, over.signal, this.stopping.signal]);
    try {
      return await this.listUntil(until, gone, caller);
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  /** A stopping server waits for its answers, so waiting requests are answered at once. */
  onModuleDestroy(): void {
    this.stopping.abort();
  }

  private async listUntil(until: AbortSignal, gone: AbortSignal, caller: KeyCaller): Promise<JsonText> {
    for (;;) {
      // Subscribes before the query, so that no reply in between is missed.
      const replied = until.aborted
        ? null
        : once(this.replies, 'reply', { signal: until }).catch(() => undefined);
      const found = await this.list(caller);
      if (replied === null || found !== NOTHING) return found;
      await replied;
      if (gone.aborted) return NOTHING;
      if (!(await this.callers.hasScope(caller, 'agent')))
        throw new AppError('invalid_api_key', 'The key was revoked, or has expired.');
    }
  }

  private async list(caller: KeyCaller): Promise<JsonText> {
    const waiting = await this.listFor(caller);
    const known = await this.conversations.listByChats(waiting.map(({ chat_id }) => chat_id));
    const ofChat = new Map(known.map((conversation) => [conversation.chat_id, conversation]));
    const offered = waiting.filter(({ chat_id }) => ofChat.has(chat_id));
    const { replies, handed } = await this.handedOut.handOut(offered.flatMap((chat) => chat.waiting));
    const given = new Map(replies.map(({ id, row }) => [id, row]));
    const items = offered.flatMap(({ chat_id, way_back, waiting }) => {
      const conversation = ofChat.get(chat_id);
      const rows = waiting.flatMap(({ id }) => given.get(id) ?? []);
      if (conversation === undefined || rows.length === 0) return [];
      if (waiting.some(({ id }) => handed.has(id)))
        this.events.announce('conversation.updated', conversation.id);
      return jsonObject({
        chat_id: toJsonText(chat_id),
        channel: toJsonText(way_back?.channel ?? conversation.channel),
        conversation_id: toJsonText(conversation.id),
        takeover: toJsonText(conversation.status === 'human'),
        deliver: `[${rows.join(',')}]` as JsonText,
      });
    });
    return jsonObject({ items: `[${items.join(',')}]` as JsonText });
  }

  private async listFor(caller: KeyCaller): Promise<WaitingReplies[]> {
    const waiting = await this.messages.listWaiting();
    // Older versions took placeholders as ids. Nobody can be reached by one, and no ping could confirm the reply.
    const reachable = waiting.filter(({ chat_id }) => !isUnfilledPlaceholder(chat_id));
    return this.ways.thatLeadTo(reachable, { caller, channel: null });
  }

  /** Also when the feed begins to listen: a reply from before that is told by no event. */
  @OnEvents({ types: ['conversation.replied', 'resync'], after_ms: 0 })
  tellWaiting(): void {
    this.replies.emit('reply');
  }
}

const NOTHING = jsonObject({ items: '[]' as JsonText });

function tooManyWaiting(): AppError {
  const detail = `At most ${MOST_WAITING} requests may wait at a time. One is enough for all chats.`;
  return new AppError('overloaded', detail);
}
