import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository } from 'typeorm';
import { SETTINGS } from '../../../config/config.module';
import type { Settings } from '../../../config/settings';
import { MemoryStatements } from '../../../database/database.module';
import { MEMORY } from '../../../database/memory.data-source';
import type { Statement, Value } from '../../../database/statements/statements';
import { writeWithin } from '../../../database/statements/write-within';
import { CONVERSATION_MESSAGE_JSON, IS_REMINDER, type StoredRow } from '../../row-json';
import { TAKEN_BACK_COLUMNS, THREAD_COLUMNS } from './thread-columns';
import { ChatMessage } from '../chat-message.entity';
import { LOCK_CHAT } from '../lock-chat';

/** A team member's reply in the panel. */
export interface NewReply {
  chat_id: string;
  text: string;
  timestamp: Date;
  author: { id: string | null; name: string };
  /** Null: every request makes a new reply. */
  request_key: string | null;
}

/** The channel of the customer's last message, on which a reply goes back. */
const LAST_CHANNEL = `
  (select channel from chat_history where chat_id = $1 and written_in = 'ping' and role = 'user' order by id desc limit 1)`;

const STORE_REPLY = {
  name: 'store_reply',
  text: `
    with chat as (
      ${LOCK_CHAT}
      returning chat_id
    )
    insert into chat_history (chat_id, role, message, timestamp, written_in, author_id, author_name, request_key, channel)
    select chat_id, 'operator', $2, $3, 'panel', $4, $5, $6, ${LAST_CHANNEL} from chat
    returning id, ${CONVERSATION_MESSAGE_JSON} as row`,
};

const FIND_REQUESTED = {
  name: 'find_requested_reply',
  text: `
    select id, message, ${CONVERSATION_MESSAGE_JSON} as row
    from (
      select ${THREAD_COLUMNS} from chat_history where chat_id = $1 and request_key = $2
      union all
      select ${TAKEN_BACK_COLUMNS} from taken_back_replies where chat_id = $1 and request_key = $2
    ) as said`,
};

/** Under the lock of the chat, so that who erases the reply finds it in one of the two tables. */
const TAKE_BACK = {
  name: 'take_back_reply',
  text: `
    with chat as (
      ${LOCK_CHAT}
      returning chat_id
    ), gone as (
      delete from chat_history as reply using chat
      where reply.chat_id = chat.chat_id and id = $2 and written_in = 'panel' and delivered_at is null returning reply.*
    ), kept as (
      insert into taken_back_replies (id, chat_id, message, timestamp, author_id, author_name, channel, request_key,
                                      handed_out_at, taken_back_at)
      select id, chat_id, message, timestamp, author_id, author_name, channel, request_key, handed_out_at, $3 from gone
      where handed_out_at is not null or not ${IS_REMINDER}
    )
    select handed_out_at is not null as may_have_been_sent from gone`,
};

const ANNOUNCE_TAKEOVER = {
  name: 'announce_takeover',
  text: `
    insert into chats as known (chat_id, takeovers) values ($1, $2)
    on conflict (chat_id) do update set takeovers = greatest(known.takeovers, excluded.takeovers)`,
};

const FIND_TAKEOVERS = { name: 'find_takeovers', text: 'select takeovers from chats where chat_id = $1' };

/**
 * The time limit of writes whose caller holds a transaction of the panel open: at most this, and never more than a third
 * of that after which the panel's database ends a transaction that waits.
 */
const MOST_PATIENCE_MS = 3_000;

/** What became of a reply that was taken back. */
export interface TakenBack {
  /** Whether an agent had got it already. */
  may_have_been_sent: boolean;
}

/** A reply with its text, to compare with a retry. */
export interface RequestedReply extends StoredRow {
  message: string;
}

/** Stores and removes replies of people in the panel, and the take-overs before them. */
@Injectable()
export class ChatRepliesRepository {
  private readonly patience_ms: number;

  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
    @InjectRepository(ChatMessage, MEMORY) private readonly entities: Repository<ChatMessage>,
    @Inject(SETTINGS) { statement_timeout_ms }: Settings,
  ) {
    this.patience_ms = Math.min(MOST_PATIENCE_MS, Math.ceil(statement_timeout_ms / 3));
  }

  /** Stores a reply within the time limit or not at all, because the caller holds a transaction of the panel open. */
  async storeReply({ chat_id, text, timestamp, author, request_key }: NewReply): Promise<StoredRow> {
    const values = [chat_id, text, timestamp.toISOString(), author.id, author.name, request_key];
    const [stored] = await this.writeSoon<StoredRow>(STORE_REPLY, values);
    if (stored === undefined) throw new Error('A reply was not stored.');
    return stored;
  }

  /** The reply that was sent with this key; null if none was. */
  async findRequested(chat_id: string, request_key: string): Promise<RequestedReply | null> {
    const [found] = await this.memory.run<RequestedReply>(FIND_REQUESTED, [chat_id, request_key]);
    return found ?? null;
  }

  /**
   * Takes back an undelivered reply within the time limit. People still see it, but for a reminder that no agent has got.
   * @returns null if there was none
   */
  async takeBackReply(chat_id: string, id: number, now: Date): Promise<TakenBack | null> {
    const [taken] = await this.writeSoon<TakenBack>(TAKE_BACK, [chat_id, id, now.toISOString()]);
    return taken ?? null;
  }

  /** Whether the message came by a ping, or by another program. */
  isReported(chat_id: string, id: number): Promise<boolean> {
    return this.entities.existsBy([
      { chat_id, id, written_in: 'ping' },
      { chat_id, id, written_in: IsNull() },
    ]);
  }

  isReply(chat_id: string, id: number): Promise<boolean> {
    return this.entities.existsBy({ chat_id, id, written_in: 'panel' });
  }

  /**
   * From now on, writers that have seen fewer take-overs cannot store messages. Within the time limit or not at all.
   */
  async announceTakeover(chat_id: string, takeovers: number): Promise<void> {
    await this.writeSoon(ANNOUNCE_TAKEOVER, [chat_id, takeovers]);
  }

  async countTakeovers(chat_id: string): Promise<number> {
    const [found] = await this.memory.run<{ takeovers: number }>(FIND_TAKEOVERS, [chat_id]);
    return found?.takeovers ?? 0;
  }

  private writeSoon<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return writeWithin<Row>(this.patience_ms, this.dataSource, statement, values);
  }
}
