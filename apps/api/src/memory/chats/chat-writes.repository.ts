import { Injectable } from '@nestjs/common';
import type { MessageRole } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import {
  inOrderOfCallers,
  BatchedStatements,
  LOCK_PATIENCE_MS,
  PATIENCE,
} from '../../database/statements/batched-statements';
import type { Value } from '../../database/statements/statements';
import { unnestParameters } from '../../database/statements/unnest-parameters';
import type { JsonText } from '../../platform/http/json-text';
import { CHAT_MESSAGE_JSON, type StoredRow } from '../row-json';
import { lockChats } from './lock-chat';

/** A message of a ping. */
export interface NewMessage {
  chat_id: string;
  role: MessageRole;
  text: string;
  timestamp: Date;
  /** The time as its sender gave it; null: it gave none. */
  sent_at: Date | null;
  /** The sender's own id; the same text under it is stored once. */
  external_id: string | null;
  /** The place among the parts of one long message. */
  part: number;
  /** The id of the key that reports it, and its name. */
  sent_by: string;
  reported_by: string;
  /** Null if the ping does not have it. */
  channel: string | null;
}

interface SentMessage {
  message: NewMessage;
  /** The number of take-overs that the writer has seen; null: irrelevant. */
  known_takeovers: number | null;
  /** The hash by which it is known if it was erased; null: it has no id of its own. */
  digest: string | null;
}

/**
 * What a sender's id stands for already: the last version, and whether the text is a repeat of one. A text of before is an
 * edit that goes back to it only where it was sent with a later time than the last version. Messages from before `sent_id` were
 * known by `external_id` in their chat, whoever sent them. What another key sent is known where the time is the same, too: a key
 * that takes the place of another reports what that one has reported.
 */
const KNOWN = ({
  chat,
  id,
  by,
  part,
  text,
  at,
}: Record<'chat' | 'id' | 'by' | 'part' | 'text' | 'at', string>) => `
  select (array_agg(id order by sent_at desc nulls last, id desc))[1] as newest, count(*)::int + 1 as version,
    coalesce(bool_or(message = ${text}), false) as is_said,
    coalesce(bool_or(message = ${text}), false) and not coalesce(
      (array_agg(message order by sent_at desc nulls last, id desc))[1] <> ${text}
      and (array_agg(sent_at order by sent_at desc nulls last, id desc))[1] < ${at}, false)
      or exists (select from chat_history as same where same.chat_id = ${chat} and same.sent_id = ${id} and same.part = ${part}
        and same.sent_by <> ${by} and same.message = ${text} and same.sent_at = ${at}) as is_repeat
  from (
    select id, message, sent_at from chat_history
    where chat_id = ${chat} and sent_id = ${id} and part = ${part} and sent_by = ${by}
    union all
    select id, message, sent_at from chat_history
    where chat_id = ${chat} and version_of = ${id} and part = ${part} and sent_by = ${by}
    union all
    select id, message, sent_at from chat_history
    where chat_id = ${chat} and external_id = ${id} and sent_id is null and ${part} = 0
  ) as sent_before`;

/** The columns by which a message is known when it is sent again. */
const SENT_AS = (id: string) =>
  `case when not is_said then ${id} end, case when is_said then ${id} end, case when is_said then version end`;

/**
 * Whether the message was not erased: only then is its chat made. What another key took back under the same id leaves the
 * sender's own message as it is.
 */
const isNotErased = ({ chat, id, by, digest }: Record<'chat' | 'id' | 'by' | 'digest', string>) => `
  (not exists (select from erased_message_ids as erased where erased.digest = ${digest})
    or exists (select from chat_history as own where own.chat_id = ${chat} and own.sent_id = ${id} and own.sent_by = ${by}))`;

/** Whether nothing of the locked `chat` was erased since the statement began. */
const isAsBefore = (chat_id: string) => `
  chat.erased_to = coalesce((select before.erased_to from chats as before where before.chat_id = ${chat_id}), 0)`;

/**
 * Stores a message unless it is known, was erased, or more take-overs ($6, null: all the same) were begun than the writer
 * knows of. Nor while the chat's messages are erased: what is known was read before. The lock on the chat's row comes before the message's id, and the row is read as it is once the lock is there. A
 * message that was sent at the same moment is not seen yet: then the unique index refuses it.
 */
const STORE = {
  name: 'store_message',
  text: `
    with chat as (
      ${lockChats(`select $1 where ${isNotErased({ chat: '$1', id: '$5', by: '$7', digest: '$11' })}`)}
      returning takeovers, erased_to
    ), before as (
      ${KNOWN({ chat: '$1', id: '$5', by: '$7', part: '$8', text: '$3', at: '$12::timestamptz' })}
    )
    insert into chat_history (chat_id, role, message, timestamp, sent_id, version_of, version, written_in, sent_by, part, channel,
                              reported_by, edited_of, sent_at)
    select $1, $2, $3, $4, ${SENT_AS('$5')}, 'ping', $7, $8, $9, $10, newest, $12 from chat cross join before
    where not is_repeat and ($6::int is null or chat.takeovers <= $6) and ${isAsBefore('$1')}
    on conflict do nothing
    returning id, ${CHAT_MESSAGE_JSON} as row`,
};

/** The same for several messages of different chats: a row for each, without an id if it was not stored. */
const STORE_SEVERAL = {
  name: 'store_several_messages',
  text: `
    with ${PATIENCE}, sent as materialized (
      select sent.* from patience cross join
        ${unnestParameters(['text', 'text', 'text', 'timestamptz', 'text', 'int', 'text', 'int', 'text', 'text', 'text', 'timestamptz'])}
        with ordinality as sent
        (sent_chat, sent_role, sent_text, sent_time, own_id, sent_takeovers, key_id, sent_part, sent_channel, key_name, sent_digest, own_time, place)
    ), chat as (
      ${lockChats(`
        select sent_chat from sent where ${isNotErased({ chat: 'sent_chat', id: 'own_id', by: 'key_id', digest: 'sent_digest' })}
        order by sent_chat collate "C"`)}
      returning chat_id as locked_chat, takeovers, erased_to
    ), stored as (
      insert into chat_history (chat_id, role, message, timestamp, sent_id, version_of, version, written_in, sent_by, part, channel,
                                reported_by, edited_of, sent_at)
      select sent_chat, sent_role, sent_text, sent_time, ${SENT_AS('own_id')}, 'ping', key_id, sent_part, sent_channel, key_name,
        newest, own_time
      from sent join chat on locked_chat = sent_chat
      cross join lateral (
        ${KNOWN({ chat: 'sent_chat', id: 'own_id', by: 'key_id', part: 'sent_part', text: 'sent_text', at: 'own_time' })}
      ) as before
      where not is_repeat and (sent_takeovers is null or takeovers <= sent_takeovers)
        and ${isAsBefore('sent_chat')}
      on conflict do nothing
      returning id, chat_id as stored_chat, ${CHAT_MESSAGE_JSON} as row
    )
    select place::int, id, row from sent left join stored on stored_chat = sent_chat`,
};

/** Stores the messages of pings, in order with take-overs. */
@Injectable()
export class ChatWritesRepository {
  private readonly stores = new BatchedStatements<SentMessage, StoredRow | null>({
    runTogether: (sent) => this.storeSeveral(sent),
    runAlone: (sent) => this.storeOne(sent),
    keyOf: ({ message }) => message.chat_id,
    maxRunning: 2,
    patienceMs: LOCK_PATIENCE_MS,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /**
   * Stores a message.
   * @param known_takeovers how many take-overs the writer knows of; null: it does not matter
   * @param digest the hash by which it is known if it was erased
   * @returns null if its external id is known or was erased, or a take-over was begun that the writer does not know of
   */
  storeMessage(
    message: NewMessage,
    knownTakeovers: number | null,
    digest: string | null,
  ): Promise<StoredRow | null> {
    return this.stores.call({ message, known_takeovers: knownTakeovers, digest });
  }

  private async storeOne(sent: SentMessage): Promise<StoredRow | null> {
    const [stored] = await this.memory.run<StoredRow>(STORE, storeValues(sent));
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
      sent.map(({ digest }) => digest),
      messages.map(({ sent_at }) => sent_at?.toISOString() ?? null),
    ]);
    return inOrderOfCallers(sent, rows).map(
      (stored) => stored && (stored.id === null ? null : { id: stored.id, row: stored.row }),
    );
  }
}

function storeValues({ message, known_takeovers, digest }: SentMessage): Value[] {
  const { chat_id, role, text, timestamp, external_id, sent_by, part, channel, reported_by } = message;
  const values = [chat_id, role, text, timestamp.toISOString(), external_id, known_takeovers];
  return [...values, sent_by, part, channel, reported_by, digest, message.sent_at?.toISOString() ?? null];
}
