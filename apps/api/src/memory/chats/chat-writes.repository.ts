import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { MessageRole, SessionPlaceDto } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { MemoryStatements } from '../../database/database.module';
import {
  inOrderOfCallers,
  JoinedStatements,
  LOCK_PATIENCE_MS,
  PATIENCE,
} from '../../database/statements/joined-statements';
import { MEMORY } from '../../database/memory.data-source';
import type { Statement, Value } from '../../database/statements/statements';
import { writeWithin } from '../../database/statements/write-within';
import type { JsonText } from '../../platform/http/json-text';
import { CHAT_MESSAGE_JSON, CONVERSATION_MESSAGE_JSON, type StoredRow } from '../row-json';

/** What a ping brings. */
export interface NewMessage {
  chat_id: string;
  role: MessageRole;
  text: string;
  timestamp: Date;
  /** The sender's own id; one text that comes twice with it is stored once. */
  external_id: string | null;
  /** The place among the parts of one long message. */
  part: number;
  /** The id of the key that reports it, and its name. */
  sent_by: string;
  reported_by: string;
  /** Null where the ping does not tell it. */
  channel: string | null;
}

/** A turn of a chat about a project. */
export interface NewTurn {
  external_id: string;
  role: MessageRole;
  text: string;
  timestamp: Date;
}

/** Whose turns are stored: the id of the key, and the user for whom it stores; null: the team. */
export interface TurnSource {
  id: string | null;
  owner: string | null;
}

/** A team member's reply in the panel. */
export interface NewReply {
  chat_id: string;
  text: string;
  timestamp: Date;
  author: { id: string | null; name: string };
  /** Null: every sending is a reply of its own. */
  request_key: string | null;
}

interface SentMessage {
  message: NewMessage;
  /** How many take-overs the writer knows of; null: it does not matter. */
  known_takeovers: number | null;
}

/**
 * The message that a sender's id stands for already: the one with the same text, and the newest with any. Messages from
 * before `sent_id` were known by `external_id` in their chat, whoever sent them.
 */
const KNOWN = ({ chat, id, by, part, text }: Record<'chat' | 'id' | 'by' | 'part' | 'text', string>) => `
  select max(id) filter (where message = ${text}) as same, max(id) as newest from (
    select id, message from chat_history
    where chat_id = ${chat} and sent_id = ${id} and part = ${part} and sent_by = ${by}
    union all
    select id, message from chat_history
    where chat_id = ${chat} and external_id = ${id} and sent_id is null and ${part} = 0
  ) as sent_before`;

/**
 * Stores a message unless it is known, or more take-overs ($6, null: all the same) were begun than the writer knows of.
 * The lock on the chat's row comes before the message's id, and the row is read as it is once the lock is there. A
 * message that was sent at the same moment is not seen yet: then the unique index refuses it.
 */
const STORE = {
  name: 'store_message',
  text: `
    with chat as (
      insert into chats as known (chat_id) values ($1)
      on conflict (chat_id) do update set takeovers = known.takeovers
      returning takeovers
    ), before as (
      ${KNOWN({ chat: '$1', id: '$5', by: '$7', part: '$8', text: '$3' })}
    )
    insert into chat_history (chat_id, role, message, timestamp, sent_id, written_in, sent_by, part, channel, reported_by, edited_of)
    select $1, $2, $3, $4, $5, 'ping', $7, $8, $9, $10, newest from chat cross join before
    where same is null and ($6::int is null or chat.takeovers <= $6)
    on conflict (chat_id, sent_id, part, sent_by, md5(message)) where sent_id is not null do nothing
    returning id, ${CHAT_MESSAGE_JSON} as row`,
};

/** The same for several messages of different chats: a row for each, without an id if it was not stored. */
const STORE_SEVERAL = {
  name: 'store_several_messages',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.* from patience cross join
        unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::int[], $7::text[], $8::int[], $9::text[],
             $10::text[])
        with ordinality as sent
        (sent_chat, sent_role, sent_text, sent_at, own_id, sent_takeovers, key_id, sent_part, sent_channel, key_name, place)
    ), chat as (
      insert into chats as known (chat_id) select sent_chat from sent
      -- Those who lock several rows lock them in the same order.
      order by sent_chat collate "C"
      on conflict (chat_id) do update set takeovers = known.takeovers
      returning chat_id as locked_chat, takeovers
    ), stored as (
      insert into chat_history (chat_id, role, message, timestamp, sent_id, written_in, sent_by, part, channel, reported_by,
                                edited_of)
      select sent_chat, sent_role, sent_text, sent_at, own_id, 'ping', key_id, sent_part, sent_channel, key_name, newest
      from sent join chat on locked_chat = sent_chat
      cross join lateral (
        ${KNOWN({ chat: 'sent_chat', id: 'own_id', by: 'key_id', part: 'sent_part', text: 'sent_text' })}
      ) as before
      where same is null and (sent_takeovers is null or takeovers <= sent_takeovers)
      on conflict (chat_id, sent_id, part, sent_by, md5(message)) where sent_id is not null do nothing
      returning id, chat_id as stored_chat, ${CHAT_MESSAGE_JSON} as row
    )
    select place::int, id, row from sent left join stored on stored_chat = sent_chat`,
};

/** Several messages of one chat in their order, without those whose sender's id is known of the same owner. */
const STORE_OF_PROJECT = {
  name: 'store_messages_of_project',
  text: `
    with chat as (
      insert into chats as known (chat_id) values ($1)
      on conflict (chat_id) do update set takeovers = known.takeovers
      returning chat_id
    )
    insert into chat_history (chat_id, external_id, role, message, timestamp, session_id, branch, head, machine, key_id, owner_id)
    select chat_id, sent_external_id, sent_role, sent_text, sent_at, $6, $7, $8, $9, $10, $11
    from chat cross join unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) with ordinality
      as sent (sent_external_id, sent_role, sent_text, sent_at, place)
    order by place
    on conflict (chat_id, external_id, coalesce(owner_id, '')) where external_id is not null do nothing
    returning id`,
};

/** The way on which the customer wrote last, by which a reply goes back. */
const LAST_CHANNEL = `
  (select channel from chat_history where chat_id = $1 and written_in = 'ping' and role = 'user' order by id desc limit 1)`;

const STORE_REPLY = {
  name: 'store_reply',
  text: `
    with chat as (
      insert into chats as known (chat_id) values ($1)
      on conflict (chat_id) do update set takeovers = known.takeovers
      returning chat_id
    )
    insert into chat_history (chat_id, role, message, timestamp, written_in, author_id, author_name, request_key, channel)
    select chat_id, 'operator', $2, $3, 'panel', $4, $5, $6, ${LAST_CHANNEL} from chat
    returning id, ${CONVERSATION_MESSAGE_JSON} as row`,
};

const FIND_REQUESTED = {
  name: 'find_requested_reply',
  text: `
    select id, message, ${CONVERSATION_MESSAGE_JSON} as row from chat_history where chat_id = $1 and request_key = $2`,
};

const TAKE_BACK = {
  name: 'take_back_reply',
  text: `
    with gone as (
      delete from chat_history
      where chat_id = $1 and id = $2 and written_in = 'panel' and delivered_at is null returning id
    )
    select id from gone`,
};

const ANNOUNCE_TAKEOVER = {
  name: 'announce_takeover',
  text: `
    insert into chats as known (chat_id, takeovers) values ($1, $2)
    on conflict (chat_id) do update set takeovers = greatest(known.takeovers, excluded.takeovers)`,
};

/**
 * The time limit of writes whose caller holds a transaction of the panel open: at most this, and never more than a third
 * of that after which the panel's database ends a transaction that waits.
 */
const MOST_PATIENCE_MS = 3_000;

/** A reply with its text, to compare with what is sent again. */
export interface RequestedReply extends StoredRow {
  message: string;
}

/** Stores messages of chats, and orders them with take-overs. */
@Injectable()
export class ChatWritesRepository {
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
    @InjectDataSource(MEMORY) private readonly dataSource: DataSource,
    @Inject(SETTINGS) { statement_timeout_ms }: Settings,
  ) {
    this.patience_ms = Math.min(MOST_PATIENCE_MS, Math.ceil(statement_timeout_ms / 3));
  }

  /**
   * Stores a message.
   * @param known_takeovers how many take-overs the writer knows of; null: it does not matter
   * @returns null if its external id is known, or a take-over was begun that the writer does not know of
   */
  storeMessage(message: NewMessage, knownTakeovers: number | null): Promise<StoredRow | null> {
    return this.stores.call({ message, known_takeovers: knownTakeovers });
  }

  /** Stores a reply within the time limit, or not at all: the caller holds a transaction of the panel open. */
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

  /** Removes a reply within the time limit, unless it was delivered; whether there was such a one. */
  async takeBackReply(chat_id: string, id: number): Promise<boolean> {
    return (await this.writeSoon(TAKE_BACK, [chat_id, id])).length > 0;
  }

  /** @returns how many messages are new */
  async storeOfProject(
    chat_id: string,
    messages: readonly NewTurn[],
    { session_id, branch, head, machine }: SessionPlaceDto,
    { id, owner }: TurnSource,
  ): Promise<number> {
    const stored = await this.memory.run(STORE_OF_PROJECT, [
      chat_id,
      messages.map(({ external_id }) => external_id),
      messages.map(({ role }) => role),
      messages.map(({ text }) => text),
      messages.map(({ timestamp }) => timestamp.toISOString()),
      session_id ?? null,
      branch ?? null,
      head ?? null,
      machine ?? null,
      id,
      owner,
    ]);
    return stored.length;
  }

  /** From now on, writers that know of fewer take-overs cannot store messages. Done within the time limit, or not at all. */
  async announceTakeover(chat_id: string, takeovers: number): Promise<void> {
    await this.writeSoon(ANNOUNCE_TAKEOVER, [chat_id, takeovers]);
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
      sent.map(({ known_takeovers }) => known_takeovers),
      messages.map(({ sent_by }) => sent_by),
      messages.map(({ part }) => part),
      messages.map(({ channel }) => channel),
      messages.map(({ reported_by }) => reported_by),
    ]);
    return inOrderOfCallers(sent, rows).map(
      (stored) => stored && (stored.id === null ? null : { id: stored.id, row: stored.row }),
    );
  }

  private writeSoon<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    return writeWithin<Row>(this.patience_ms, this.dataSource, statement, values);
  }
}

function storeValues(message: NewMessage, knownTakeovers: number | null): Value[] {
  const { chat_id, role, text, timestamp, external_id, sent_by, part, channel, reported_by } = message;
  const values = [chat_id, role, text, timestamp.toISOString(), external_id, knownTakeovers];
  return [...values, sent_by, part, channel, reported_by];
}
