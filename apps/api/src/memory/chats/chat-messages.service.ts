import { Injectable } from '@nestjs/common';
import {
  LIMITS,
  type ChatHistoryQueryDto,
  type ChatMessageDto,
  type MessagesQueryDto,
  type StoreChatMessagesDto,
  type StoredChatMessagesDto,
  type UndeliveredReplyDto,
} from '@groupless/shared-dto';
import type { ModelHistory } from '@groupless/shared-dto/tool-answers';
import type { WriteSource } from '../../platform/access/write-source';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { jsonObject, toJsonText, type JsonText } from '../../platform/http/json-text';
import { byOurClock } from '../records/said-at';
import { REMINDER_KEY, type StoredRow } from '../row-json';
import { SearchIndexService } from '../search/index/search-index.service';
import { withoutSecrets } from '../fence/secrets/mask-secrets';
import {
  ChatCatchUpRepository,
  type CatchUp,
  type NewestMessage,
  type WayBack,
} from './chat-catch-up.repository';
import { ChatMessagesRepository, type MessageSource, type WindowRow } from './chat-messages.repository';
import { ChatErasingService } from './erasing/chat-erasing.service';
import {
  ChatRepliesRepository,
  type NewReply,
  type RequestedReply,
  type TakenBack,
} from './replies/chat-replies.repository';
import type { WaitingReply } from './replies/waiting-reply';
import { OwnedMessagesRepository } from './turns/owned-messages.repository';
import {
  WaitingRepliesRepository,
  type OverdueReplies,
  type WaitingReplies,
} from './replies/waiting-replies.repository';
import { fitted, type Asked } from './model-history';
import { projectChat } from './project-chat';
import { PROJECT_CHATS, type Reader } from '../readers/reader';
import { ChatWritesRepository, type NewMessage } from './chat-writes.repository';
import { TurnWritesRepository, type TurnSource } from './turns/turn-writes.repository';

export type {
  CatchUp,
  NewestMessage,
  NewMessage,
  RequestedReply,
  TakenBack,
  WaitingReplies,
  WaitingReply,
  WayBack,
};

/** Replies that an agent gets. */
export interface HandedOut {
  replies: readonly WaitingReply[];
  /** The ids of those that no agent had got before. */
  handed: ReadonlySet<number>;
}

/** A window of messages of a chat, and the time that it covers. */
export interface MessageWindow {
  /** Oldest first. */
  items: JsonText;
  /** The cursor of the previous window; null at the beginning. */
  next_before: number | null;
  /** That of the next one; null at the end. */
  next_after: number | null;
  /** Null: from the beginning. */
  from: string | null;
  /** Null: until now. */
  until: string | null;
}

/** The messages of one chat: as the webhook and conversations read them, and as pings and replies store them. */
@Injectable()
export class ChatMessagesService {
  constructor(
    private readonly messages: ChatMessagesRepository,
    private readonly owned: OwnedMessagesRepository,
    private readonly writes: ChatWritesRepository,
    private readonly turns: TurnWritesRepository,
    private readonly replies: ChatRepliesRepository,
    private readonly catchUps: ChatCatchUpRepository,
    private readonly waiting: WaitingRepliesRepository,
    private readonly clock: Clock,
    private readonly index: SearchIndexService,
    private readonly erasing: ChatErasingService,
  ) {}

  /**
   * The newest messages of a chat, or those before one of them, oldest first. An unknown chat has none, as has one about a
   * project with none that are for the reader.
   * @returns a `ChatHistoryDto` as JSON
   */
  async history(
    { chat_id, limit = LIMITS.chat_history.default, before }: ChatHistoryQueryDto,
    { owner }: Reader,
  ): Promise<JsonText> {
    const messages = chat_id.startsWith(PROJECT_CHATS)
      ? await this.owned.list({ chat_id: projectChat(chat_id), limit, before: before ?? null, owner })
      : await this.messages.listHistory(chat_id, limit, before ?? null);
    return jsonObject({ chat_id: toJsonText(chat_id), messages });
  }

  /**
   * The same for a model: of the chats that are for its reader, and without what the quarantine holds.
   * @throws AppError `forbidden`
   */
  async historyForModel(
    { chat_id, limit = LIMITS.chat_history.default, before, budget }: Asked & { chat_id: string },
    { chats, owner }: Reader,
  ): Promise<ModelHistory> {
    if (!chat_id.startsWith(chats))
      throw new AppError('forbidden', `This key reads the chats whose id begins with "${chats}".`);
    await this.index.catchUp();
    const messages = chat_id.startsWith(PROJECT_CHATS)
      ? await this.owned.listUnheld({ chat_id: projectChat(chat_id), limit, before: before ?? null, owner })
      : await this.messages.listUnheld(chat_id, limit, before ?? null);
    return fitted(chat_id, JSON.parse(messages) as ChatMessageDto[], budget, limit);
  }

  /**
   * The same, as conversations show it.
   * @param showsTakenBack whether to show the replies that were taken back
   * @returns a `MessagesDto` as JSON; null if `around` or `after` is no message of the chat
   */
  async window(
    chat_id: string,
    { before, around, after, limit = LIMITS.page.default }: MessagesQueryDto,
    showsTakenBack: boolean,
  ): Promise<MessageWindow | null> {
    const place = around ?? after;
    if (place !== undefined)
      return this.windowAt(chat_id, place, { limit, isAround: around !== undefined, showsTakenBack });
    const found = await this.messages.listNewestFirst(chat_id, limit + 1, before ?? null, showsTakenBack);
    const shown = found.slice(0, limit).reverse();
    const isBegun = found.length <= limit;
    const last = before === undefined ? undefined : shown.at(-1);
    return { ...windowOf(shown, isBegun, last), until: shown[0]?.until ?? null };
  }

  /** A message with as many before as after it, or those after it. */
  private async windowAt(
    chat_id: string,
    place: number,
    { limit, isAround, showsTakenBack }: { limit: number; isAround: boolean; showsTakenBack: boolean },
  ): Promise<MessageWindow | null> {
    const most = isAround ? Math.ceil(limit / 2) : 1;
    const upTo = await this.messages.listUpTo(chat_id, most + 1, place, showsTakenBack);
    if (Number(upTo[0]?.id) !== place) return null;
    const older = isAround ? upTo.slice(0, most).reverse() : [];
    const room = limit - older.length;
    const newer = await this.messages.listAfter(chat_id, room + 1, place, showsTakenBack);
    const next = newer[room];
    const shown = [...older, ...newer.slice(0, room)];
    const isBegun = isAround && upTo.length <= most;
    return { ...windowOf(shown, isBegun, next && shown.at(-1)), until: next?.at ?? null };
  }

  /**
   * Stores the message of a ping, once for each id and text of its sender.
   * @param knownTakeovers the number of take-overs the sender had seen; a newer one refuses the message. Null: no
   *   take-over refuses it
   * @returns its id; null if a newer take-over refused it
   */
  async storeOnce(message: NewMessage, knownTakeovers: number | null): Promise<number | 'erased' | null> {
    const { chat_id, external_id } = message;
    const digest =
      external_id === null ? null : await this.erasing.digestOf(chat_id, { sent_id: external_id });
    const stored = await this.writes.storeMessage(message, knownTakeovers, digest);
    return stored === null ? this.findStored(message) : Number(stored.id);
  }

  /**
   * Stores what was said in a chat about a project, each message once.
   * @throws AppError `forbidden` if the chat is no such chat
   */
  async storeOfProject(
    chat_id: string,
    { messages, ...place }: StoreChatMessagesDto,
    source: TurnSource & Pick<WriteSource, 'sent_ms'>,
  ): Promise<StoredChatMessagesDto> {
    if (!chat_id.startsWith(PROJECT_CHATS)) {
      const detail = `Only chats whose id begins with "${PROJECT_CHATS}" are written here.`;
      throw new AppError('forbidden', detail);
    }
    const now = this.clock.now();
    const timed = messages.map(withoutSecrets).map(({ timestamp, ...message }) => {
      const writtenAt = timestamp === undefined ? now : byOurClock(timestamp, now, source);
      return { ...message, timestamp: writtenAt > now ? now : writtenAt };
    });
    const stored =
      messages.length === 0 ? 0 : await this.turns.store(chat_id, timed, withoutSecrets(place), source);
    return { stored, known: messages.length - stored };
  }

  /** The chats and authors of messages. */
  listSources(ids: readonly number[]): Promise<MessageSource[]> {
    return this.messages.listSources(ids);
  }

  /** The id of a message that is sent again; null if it is not known. */
  async findStored(message: NewMessage): Promise<number | 'erased' | null> {
    const { chat_id, external_id } = message;
    if (external_id === null) return null;
    const known = await this.messages.findSent(message);
    if (known !== null) return known;
    return (await this.erasing.isErased(chat_id, { sent_id: external_id })) ? 'erased' : null;
  }

  /** Stores a reply of the team within seconds or not at all: a `ConversationMessageDto` as JSON. */
  storeReply(reply: NewReply): Promise<StoredRow> {
    return this.replies.storeReply(reply);
  }

  /** The reply that was sent with this key, as a `ConversationMessageDto`; null if none was. */
  async findRequested(chat_id: string, request_key: string): Promise<RequestedReply | 'erased' | null> {
    const known = await this.replies.findRequested(chat_id, request_key);
    if (known !== null) return known;
    return (await this.erasing.isErased(chat_id, { request_key })) ? 'erased' : null;
  }

  /**
   * Stores a reminder of an appointment as a reply without an author.
   * @param key the idempotency key
   */
  async storeReminder(reminder: {
    chat_id: string;
    text: string;
    timestamp: Date;
    key: string;
  }): Promise<StoredRow> {
    const { key, ...message } = reminder;
    const author = { id: null, name: 'reminder' };
    return this.replies.storeReply({ ...message, author, request_key: `${REMINDER_KEY}${key}` });
  }

  /** The reminder that was stored with this key; null if none was. */
  findReminder(chat_id: string, key: string): Promise<RequestedReply | 'erased' | null> {
    return this.findRequested(chat_id, `${REMINDER_KEY}${key}`);
  }

  /** Takes back an undelivered reply within seconds or not at all; null if there was none. */
  takeBackReply(chat_id: string, id: number): Promise<TakenBack | null> {
    return this.replies.takeBackReply(chat_id, id, this.clock.now());
  }

  /** Whether a message of the chat came by a ping, or by another program. */
  isReported(chat_id: string, id: number): Promise<boolean> {
    return this.replies.isReported(chat_id, id);
  }

  /** Whether a message of the chat is a reply of the panel, delivered or not. */
  isReply(chat_id: string, id: number): Promise<boolean> {
    return this.replies.isReply(chat_id, id);
  }

  /** The newest message of a chat; null if it has none. */
  newest(chat_id: string): Promise<NewestMessage | null> {
    return this.catchUps.findNewest(chat_id);
  }

  /** Those of some messages that are there. */
  async listStanding(ids: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set((await this.messages.listSources(ids)).map(({ id }) => id));
  }

  /** Those of some times at which no message of the chat was written. */
  listTimesWithoutMessage(chat_id: string, times: readonly Date[]): Promise<Date[]> {
    return times.length === 0 ? Promise.resolve([]) : this.messages.listTimesWithoutMessage(chat_id, times);
  }

  /** Whether the message is still one of the chat. */
  stands(chat_id: string, id: number): Promise<boolean> {
    return this.catchUps.stands(chat_id, id);
  }

  /**
   * Notes that an agent gets these replies, before it does: since then the customer may have them.
   * @returns those that were not taken back meanwhile, and whether one of them was not handed out before
   */
  async handOut(waiting: readonly WaitingReply[]): Promise<HandedOut> {
    const fresh = waiting.filter(({ is_handed_out }) => !is_handed_out).map(({ id }) => id);
    const handed = new Set(fresh.length === 0 ? [] : await this.waiting.handOut(fresh, this.clock.now()));
    const replies = waiting.filter(({ id, is_handed_out }) => is_handed_out || handed.has(id));
    return { replies, handed };
  }

  /**
   * Notes that the customer has got these replies; a repeat changes nothing.
   * @returns how many there were
   */
  async confirm(chat_id: string, delivered: readonly number[], now: Date): Promise<number> {
    return delivered.length === 0 ? 0 : this.waiting.confirm(chat_id, delivered, now);
  }

  /** The unconfirmed replies of all chats; limited. */
  listWaiting(): Promise<WaitingReplies[]> {
    return this.waiting.listWaiting();
  }

  /** The replies of people in a chat that no agent has confirmed, oldest first; limited. */
  listUndelivered(chat_id: string): Promise<UndeliveredReplyDto[]> {
    return this.waiting.listUndelivered(chat_id);
  }

  /** The chats with unconfirmed replies of people that were written since. */
  listUndeliveredSince(since: Date): Promise<string[]> {
    return this.waiting.listUndeliveredSince(since);
  }

  /** The chats with unconfirmed replies, or reminders, written before this time, oldest first; limited. */
  listOverdue(writtenBefore: Date, { ofReminders = false } = {}): Promise<OverdueReplies[]> {
    return this.waiting.listOverdue(writtenBefore, ofReminders);
  }

  /** The number of take-overs that were begun in a chat. */
  countTakeovers(chat_id: string): Promise<number> {
    return this.replies.countTakeovers(chat_id);
  }

  /** Begins the take-over with this number, within seconds or not at all. Idempotent. */
  announceTakeover(chat_id: string, takeovers: number): Promise<void> {
    return this.replies.announceTakeover(chat_id, takeovers);
  }

  /** @param after the last of the customer's messages that is known already */
  catchUp(chat_id: string, after: number): Promise<CatchUp> {
    return this.catchUps.catchUp(chat_id, after);
  }
}

/** @param last the last one that is shown, if there are more behind it */
function windowOf(
  shown: readonly WindowRow[],
  isBegun: boolean,
  last: WindowRow | undefined,
): Omit<MessageWindow, 'until'> {
  return {
    items: `[${shown.map(({ row }) => row).join(',')}]` as JsonText,
    next_before: isBegun || shown[0] === undefined ? null : Number(shown[0].id),
    next_after: last === undefined ? null : Number(last.id),
    from: isBegun ? null : (shown[0]?.at ?? null),
  };
}
