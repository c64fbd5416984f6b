import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { LIMITS, type MessageRole } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { MemoryStatements } from '../../database/database.module';
import {
  inOrderOfCallers,
  JoinedStatements,
  LOCK_PATIENCE_MS,
  PATIENCE,
} from '../../database/joined-statements';
import { MEMORY } from '../../database/memory.data-source';
import type { Statement, Value } from '../../database/statements';
import { writeWithin } from '../../database/write-within';
import type { JsonText } from '../../shared/http/json-text';
import { CHAT_MESSAGE_JSON, REPLY_JSON, type StoredRow } from '../row-json';

export interface NewMessage {
  chat_id: string;
  role: MessageRole;
  text: string;
  timestamp: Date;
  /** The sender's own id; a message that comes twice with it is stored once. */
  external_id: string | null;
  written_in: 'ping' | 'panel';
}

interface SentMessage {
  message: NewMessage;
  /** How many take-overs the writer knows of; null: it does not matter. */
  known_takeovers: number | null;
}

/** The newest message of a chat. */
export interface NewestMessage {
  id: string;
  /** As PostgreSQL writes it. */
  timestamp: string;
  role: string;
  preview: string;
}

export interface CatchUp {
  takeovers: number;
  /** Ids of the customer's messages that came by pings after a given one, in order; the first of very many. */
  received: string[];
  newest: NewestMessage | null;
  /** Replies that no ping has confirmed, oldest first, as an array of `DeliverDto`s. */
  deliver: JsonText;
}

const WINDOW = (condition: string) => `
  select id, ${CHAT_MESSAGE_JSON} as row from chat_history
  where chat_id = $1 ${condition} order by timestamp desc, id desc limit $2`;

const NEWEST = { name: 'newest_of_thread', text: WINDOW('') };

const BEFORE = {
  name: 'thread_before',
  text: WINDOW(
    'and (timestamp, id) < (select timestamp, id from chat_history where id = $3 and chat_id = $1)',
  ),
};

/**
 * Stores a message unless its sender's id is known, or more take-overs ($7, null: all the same) were begun than
 * the writer knows of. The lock on the chat's row comes before the message's id, and the row is read as it is
 * once the lock is there.
 */
const STORE = {
  name: 'store_message',
  text: `
    with chat as (
      insert into chats as known (chat_id) values ($1)
      on conflict (chat_id) do update set takeovers = known.takeovers
      returning takeovers
    )
    insert into chat_history (chat_id, role, message, timestamp, external_id, written_in)
    select $1, $2, $3, $4, $5, $6 from chat where $7::int is null or chat.takeovers <= $7
    on conflict (chat_id, external_id) where external_id is not null do nothing
    returning id, ${CHAT_MESSAGE_JSON} as row`,
};

/** The same for several messages of different chats: a row for each, without an id if it was not stored. */
const STORE_SEVERAL = {
  name: 'store_several_messages',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.* from patience cross join
        unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::int[]) with ordinality
        as sent (sent_chat, sent_role, sent_text, sent_at, sent_external_id, sent_in, sent_takeovers, place)
    ), chat as (
      insert into chats as known (chat_id) select sent_chat from sent
      -- Those who lock several rows lock them in the same order.
      order by sent_chat collate "C"
      on conflict (chat_id) do update set takeovers = known.takeovers
      returning chat_id as locked_chat, takeovers
    ), stored as (
      insert into chat_history (chat_id, role, message, timestamp, external_id, written_in)
      select sent_chat, sent_role, sent_text, sent_at, sent_external_id, sent_in
      from sent join chat on locked_chat = sent_chat
      where sent_takeovers is null or takeovers <= sent_takeovers
      on conflict (chat_id, external_id) where external_id is not null do nothing
      returning id, chat_id as stored_chat, ${CHAT_MESSAGE_JSON} as row
    )
    select place::int, id, row from sent left join stored on stored_chat = sent_chat`,
};

const FIND_BY_EXTERNAL_ID = {
  name: 'find_message',
  text: 'select id from chat_history where chat_id = $1 and external_id = $2',
};

const FIND_TAKEOVERS = { name: 'find_takeovers', text: 'select takeovers from chats where chat_id = $1' };

const ANNOUNCE_TAKEOVER = {
  name: 'announce_takeover',
  text: `
    insert into chats as known (chat_id, takeovers) values ($1, $2)
    on conflict (chat_id) do update set takeovers = greatest(known.takeovers, excluded.takeovers)`,
};

/**
 * Whoever holds a transaction of the panel open meanwhile gets this much time at most, and never more than a third
 * of that after which the panel's database ends a transaction that waits.
 */
const MOST_PATIENCE_MS = 3_000;

/** So many messages of one chat are caught up with at a time; the next ping goes on. */
const MOST_RECEIVED = 10_000;

const { messages: MOST_REPLIES, bytes: MOST_BYTES } = LIMITS.deliver;

const CATCH_UP = {
  name: 'catch_up_with_chat',
  text: `
    with confirmed as (
      update chat_history set delivered_at = $4
      where id = any($3) and chat_id = $1 and written_in = 'panel' and delivered_at is null
    ), waiting as (
      select id, message, timestamp from chat_history
      where chat_id = $1 and written_in = 'panel' and delivered_at is null and id <> all($3)
      order by id limit ${MOST_REPLIES}
    ), measured as (
      select *, sum(octet_length(message)) over (order by id) - octet_length(message) as bytes_before from waiting
    )
    select
      coalesce((select takeovers from chats where chat_id = $1), 0) as takeovers,
      array(select id from chat_history
            where chat_id = $1 and id > $2 and written_in = 'ping' and role = 'user'
            order by id limit ${MOST_RECEIVED})::text[] as received,
      (select row_to_json(newest) from (
         select id::text, timestamp::text, role, left(message, ${LIMITS.message_preview}) as preview
         from chat_history where chat_id = $1 order by chat_history.timestamp desc, chat_history.id desc limit 1
       ) as newest) as newest,
      (select '[' || coalesce(string_agg(${REPLY_JSON}, ',' order by id), '') || ']'
       from measured where bytes_before < ${MOST_BYTES}) as deliver`,
};

/** The messages of one chat: as windows of a thread, and as pings and replies write them. */
@Injectable()
export class ChatMessagesRepository {
  private readonly patience_ms: number;
  private readonly stores = new JoinedStatements<SentMessage, StoredRow | null>({
    runTogether: (sent) => this.storeSeveral(sent),
    runAlone: (sent) => this.storeOne(sent),
    keyOf: ({ message }) => message.chat_id,
    maxRunning: 2,
    patienceMs: LOCK_PATIENCE_MS,
  });

  constructor(
    private readonly memory: MemoryStatements,
    @InjectDataSource(MEMORY) private readonly data_source: DataSource,
    @Inject(SETTINGS) { statement_timeout_ms }: Settings,
  ) {
    this.patience_ms = Math.min(MOST_PATIENCE_MS, Math.ceil(statement_timeout_ms / 3));
  }

  /** The newest messages, newest first; with `before`, those older than that message. */
  listNewestFirst(chat_id: string, limit: number, before: number | null): Promise<StoredRow[]> {
    return before === null
      ? this.memory.run(NEWEST, [chat_id, limit])
      : this.memory.run(BEFORE, [chat_id, limit, before]);
  }

  /**
   * Stores a message.
   * @param known_takeovers how many take-overs the writer knows of; null: it does not matter
   * @returns null if its external id is known, or a take-over was begun that the writer does not know of
   */
  storeMessage(message: NewMessage, known_takeovers: number | null): Promise<StoredRow | null> {
    return this.stores.call({ message, known_takeovers });
  }

  /** Stores a message for somebody who holds a transaction of the panel open: soon, or not at all. */
  async storeSoon(message: NewMessage): Promise<StoredRow | null> {
    const [stored] = await this.writeSoon<StoredRow>(STORE, storeValues(message, null));
    return stored ?? null;
  }

  async findMessage(chat_id: string, external_id: string): Promise<number | null> {
    const [found] = await this.memory.run<{ id: string }>(FIND_BY_EXTERNAL_ID, [chat_id, external_id]);
    return found === undefined ? null : Number(found.id);
  }

  async countTakeovers(chat_id: string): Promise<number> {
    const [found] = await this.memory.run<{ takeovers: number }>(FIND_TAKEOVERS, [chat_id]);
    return found?.takeovers ?? 0;
  }

  /** From now on no message is stored by who knows only of fewer take-overs. Soon, or not at all. */
  async announceTakeover(chat_id: string, takeovers: number): Promise<void> {
    await this.writeSoon(ANNOUNCE_TAKEOVER, [chat_id, takeovers]);
  }

  /**
   * Notes which replies were delivered, and answers what there is.
   * @param after the last of the customer's messages that is known already
   */
  catchUp(chat_id: string, after: number, delivered: readonly number[], now: Date): Promise<CatchUp> {
    return this.memory.one<CatchUp>(CATCH_UP, [chat_id, after, delivered, now]);
  }

  private async storeOne({ message, known_takeovers }: SentMessage): Promise<StoredRow | null> {
    const [stored] = await this.memory.run<StoredRow>(STORE, storeValues(message, known_takeovers));
    return stored ?? null;
  }

  private async storeSeveral(sent: readonly SentMessage[]): Promise<(StoredRow | null | undefined)[]> {
    const messages = sent.map(({ message }) => message);
    const rows = await this.memory.run<{ place: number; id: string | null; row: JsonText }>(STORE_SEVERAL, [
      messages.map(({ chat_id }) => chat_id),
      messages.map(({ role }) => role),
      messages.map(({ text }) => text),
      messages.map(({ timestamp }) => timestamp.toISOString()),
      messages.map(({ external_id }) => external_id),
      messages.map(({ written_in }) => written_in),
      sent.map(({ known_takeovers }) => known_takeovers),
    ]);
    return inOrderOfCallers(sent, rows).map(
      (stored) => stored && (stored.id === null ? null : { id: stored.id, row: stored.row }),
    );
  }

  private writeSoon<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return writeWithin<Row>(this.patience_ms, this.data_source, statement, values);
  }
}

function storeValues(message: NewMessage, known_takeovers: number | null): Value[] {
  const { chat_id, role, text, timestamp, external_id, written_in } = message;
  return [chat_id, role, text, timestamp.toISOString(), external_id, written_in, known_takeovers];
}
