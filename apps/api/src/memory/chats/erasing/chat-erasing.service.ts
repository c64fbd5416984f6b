import { Injectable, Logger } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { HashKeysService } from '../../../database/sealed/hash-keys.service';
import { describeError } from '../../../platform/log/describe-error';
import { Bus } from '../../../shared/bus/bus';
import { Retention, type RetentionCount } from '../../../shared/retention';
import { SearchIndexService } from '../../search/index/search-index.service';
import { CHATS_ERASED } from '../public';
import type { ChatErasure, ErasureLine } from './chat-erasure.entity';
import { ChatErasuresRepository, type CountedUnread, type UnreadCounts } from './chat-erasures.repository';
import {
  ChatErasingRepository,
  type ErasedMessages,
  type ErasureRecord,
  type MessageDigest,
  type ReportedMessage,
  type SentAs,
} from './chat-erasing.repository';

export type { ChatErasure, ErasedMessages, ErasureLine, ErasureRecord, ReportedMessage };

/** What was erased. */
export interface Erased {
  count: number;
  /** Whether its record is stored. */
  isRecorded: boolean;
  /** Whether the message stands, because another key reported it. */
  isOfAnother: boolean;
}

/**
 * Erases messages, whoever asks for it: a person, their author, or the retention. The erasure is noted with it. What copies words
 * of messages into the panel's database follows the note, at once and, should that fail, by a job.
 */
@Injectable()
export class ChatErasingService {
  private readonly log = new Logger(ChatErasingService.name);

  constructor(
    private readonly erasing: ChatErasingRepository,
    private readonly erasures: ChatErasuresRepository,
    private readonly index: SearchIndexService,
    private readonly hashes: HashKeysService,
    private readonly bus: Bus,
  ) {}

  /**
   * Erases messages with their words in the search and their copies.
   * @param record not stored of chats about projects
   */
  async erase(which: ErasedMessages, record: ErasureRecord = { line: null, audit: null }): Promise<Erased> {
    const { ids, chats, isOfAnother } = await this.erasing.remove(which, record, await this.digest());
    await this.follow(chats);
    await this.index.removeDeleted('chat', ids);
    return { count: ids.length, isRecorded: chats.length > 0, isOfAnother };
  }

  /**
   * Notes that the customer got replies that were erased while the agent was sending them; a repeat changes nothing.
   * @param recordOf what is said about those of the ids that were such replies
   * @returns how many there were
   */
  async confirm(
    chat_id: string,
    ids: readonly number[],
    recordOf: (ids: readonly number[]) => ErasureRecord,
  ): Promise<number> {
    const count = await this.erasing.confirm(chat_id, ids, recordOf);
    if (count > 0) await this.follow([chat_id]);
    return count;
  }

  /** @param kept chats that are left alone */
  async removeBefore(before: Date, kept: readonly string[]): Promise<number> {
    const removed = await this.erasing.removeBefore(before, kept, await this.digest());
    for await (const chats of this.listChats()) await this.follow(chats);
    return removed;
  }

  countBefore(before: Date, kept: readonly string[], most: number): Promise<RetentionCount> {
    return this.erasing.countBefore(before, kept, most);
  }

  @Retention({ what: 'ids of erased messages', days: LIMITS.erased_ids_days })
  forgetIdsBefore(before: Date): Promise<void> {
    return this.erasing.forgetIdsBefore(before);
  }

  /** The hash by which an erased message is known when it is sent again. */
  async digestOf(chat_id: string, sent_as: SentAs): Promise<string> {
    return (await this.digest())(chat_id, sent_as);
  }

  /** Whether the message was erased, or its author took it back before it came. */
  async isErased(chat_id: string, sent_as: SentAs): Promise<boolean> {
    return this.erasing.knowsId(await this.digestOf(chat_id, sent_as));
  }

  /** The chats with erasures that are not followed, the oldest first, some at a time. */
  async *listChats(): AsyncGenerator<string[]> {
    let chats = await this.erasures.listChats(0);
    while (chats.length > 0) {
      yield chats.map(({ chat_id }) => chat_id);
      chats = await this.erasures.listChats(chats.at(-1)?.first ?? 0);
    }
  }

  /** The erasures of a chat that are not followed, the oldest first. */
  listErasures(chat_id: string): Promise<ChatErasure[]> {
    return this.erasures.listErasures(chat_id);
  }

  /** How many of the last `unread_count` messages up to `received_to` were erased, and how many stand. */
  countUnread(chat_id: string, counted: CountedUnread, erased: readonly string[]): Promise<UnreadCounts> {
    return this.erasures.countUnread(chat_id, counted, erased);
  }

  /** The conversation of a chat follows an erasure: who read the chat from now on has read it after that. */
  noteFollowed(chat_id: string, erased_to: number): Promise<void> {
    return this.erasures.noteFollowed(chat_id, erased_to);
  }

  /** Nothing is left to be done for these. */
  settle(ids: readonly number[]): Promise<void> {
    return this.erasures.settle(ids);
  }

  /** The same for what was erased before a time, in a chat that no conversation shows. */
  settleBefore(chat_id: string, before: Date): Promise<void> {
    return this.erasures.settleBefore(chat_id, before);
  }

  /** A failure does not undo the erasure, so it is no error of the caller: the job goes on with it. */
  private async follow(chats: readonly string[]): Promise<void> {
    try {
      await this.bus.tell(CHATS_ERASED, { chat_ids: chats });
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'copies of erased messages wait to be removed');
    }
  }

  private async digest(): Promise<MessageDigest> {
    const hash = await this.hashes.hasher('erased message ids');
    return (chat_id, sent_as) =>
      hash(JSON.stringify('sent_id' in sent_as ? [chat_id, sent_as.sent_id] : [chat_id, sent_as]));
  }
}
