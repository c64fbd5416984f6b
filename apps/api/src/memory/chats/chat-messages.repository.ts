import { Injectable } from '@nestjs/common';
import { MemoryStatements } from '../../database/database.module';
import { inOrderOfCallers, BatchedStatements } from '../../database/statements/batched-statements';
import { unnestParameters } from '../../database/statements/unnest-parameters';
import type { JsonText } from '../../platform/http/json-text';
import { isHeldBack } from '../fence/quarantine/held-back';
import type { NewMessage } from './chat-writes.repository';
import type { ChatMessage } from './chat-message.entity';
import { TAKEN_BACK_COLUMNS, THREAD_COLUMNS } from './replies/thread-columns';
import { CHAT_MESSAGE_JSON, CONVERSATION_MESSAGE_JSON, type StoredRow } from '../row-json';

interface ChatWindow {
  chat_id: string;
  limit: number;
}

export type MessageSource = Pick<ChatMessage, 'id' | 'chat_id' | 'role'> & {
  /** Whether its author has said it in other words since. */
  is_corrected: boolean;
};

/** The identity of a message that is sent again. */
export type SentMessage = Pick<
  NewMessage,
  'chat_id' | 'external_id' | 'sent_by' | 'sent_at' | 'part' | 'text'
>;

const MESSAGES = ({ chat = '$1', limit = '$2', condition = '' }) => `
  select '[' || coalesce(string_agg(${CHAT_MESSAGE_JSON}, ',' order by timestamp, id), '') || ']' as messages
  from (select id, role, message, timestamp from chat_history where chat_id = ${chat} ${condition}
        order by timestamp desc, id desc limit ${limit}) as newest`;

const NEWEST = { name: 'newest_chat_messages', text: MESSAGES({}) };

const NEWEST_OF_SEVERAL = {
  name: 'newest_messages_of_several_chats',
  text: `
    select place::int, messages
    from ${unnestParameters(['text', 'int'])} with ordinality as asked (asked_chat, asked_limit, place)
    cross join lateral (${MESSAGES({ chat: 'asked_chat', limit: 'asked_limit' })}) as found`,
};

/** Requests for more messages are not batched, so that one statement does not load too much. */
const MOST_SHARED_MESSAGES = 100;

const BEFORE = {
  name: 'chat_messages_before',
  text: MESSAGES({
    condition:
      'and (timestamp, id) < (select timestamp, id from chat_history where id = $3 and chat_id = $1)',
  }),
};

/** Without messages in the quarantine. */
const UNHELD = {
  name: 'chat_messages_for_assistants',
  text: MESSAGES({
    condition: `
      and ($3::bigint is null or (timestamp, id) < (select timestamp, id from chat_history where id = $3 and chat_id = $1))
      and not ${isHeldBack("'chat'", 'chat_history.id')}`,
  }),
};

/** A message with its time, and that of the message before which the window ends. */
export interface WindowRow extends StoredRow {
  at: string;
  until: string | null;
}

/** Of the messages and, where `$3` is true, the replies that were taken back. */
const WINDOW = (condition: string, until = 'null', order = 'desc') => {
  const newest = (columns: string, table: string, shown = 'true') =>
    `(select ${columns} from ${table} where chat_id = $1 and ${shown} ${condition} order by timestamp ${order}, id ${order} limit $2)`;
  return `
  select id, ${CONVERSATION_MESSAGE_JSON} as row, timestamp::text as at, (${until})::text as until from (
    ${newest(THREAD_COLUMNS, 'chat_history')} union all ${newest(TAKEN_BACK_COLUMNS, 'taken_back_replies', '$3::boolean')}
  ) as said order by timestamp ${order}, id ${order} limit $2`;
};

const OF_THREAD = (columns: string) => `
  select ${columns} from chat_history where id = $4 and chat_id = $1
  union all select ${columns} from taken_back_replies where id = $4 and chat_id = $1`;

const NEWEST_ROWS = { name: 'newest_message_rows', text: WINDOW('') };

const ROWS_BEFORE = {
  name: 'message_rows_before',
  text: WINDOW(`and (timestamp, id) < (${OF_THREAD('timestamp, id')})`, OF_THREAD('timestamp')),
};

const ROWS_UP_TO = {
  name: 'message_rows_up_to',
  text: WINDOW(`and (timestamp, id) <= (${OF_THREAD('timestamp, id')})`),
};

const ROWS_AFTER = {
  name: 'message_rows_after',
  text: WINDOW(`and (timestamp, id) > (${OF_THREAD('timestamp, id')})`, 'null', 'asc'),
};

const TIMES_WITHOUT_MESSAGE = {
  name: 'times_without_message',
  text: `
    select at from unnest($2::timestamptz[]) as at
    where not exists (select from chat_history where chat_id = $1 and timestamp = at)`,
};

const SOURCES = {
  name: 'message_sources',
  text: `
    select id::float8 as id, chat_id, role,
      exists (select from chat_history as later where later.edited_of = said.id) as is_corrected
    from chat_history as said where id = any($1)`,
};

const FIND_SENT = {
  name: 'find_sent_message',
  text: `
    select id from chat_history
    where chat_id = $1 and message = $5
      and ($2 in (sent_id, version_of) and part = $4 and (sent_by = $3 or sent_at = $6::timestamptz)
        or external_id = $2 and sent_id is null and $4 = 0)
    order by (sent_by = $3) desc nulls last, id desc limit 1`,
};

/** Reads the messages of one chat. */
@Injectable()
export class ChatMessagesRepository {
  private readonly newest = new BatchedStatements<ChatWindow, JsonText>({
    runTogether: (windows) => this.listNewestOfSeveral(windows),
    runAlone: (window) => this.listNewest(window),
    // PostgreSQL spends most of its time on formatting messages, so several of its processes share that.
    maxRunning: 3,
    maxCallers: 16,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /** The newest messages of a chat, oldest of them first; with `before`, those older than that message. */
  async listHistory(chat_id: string, limit: number, before: number | null): Promise<JsonText> {
    if (before !== null)
      return (await this.memory.one<{ messages: JsonText }>(BEFORE, [chat_id, limit, before])).messages;
    const window = { chat_id, limit };
    return limit > MOST_SHARED_MESSAGES ? this.listNewest(window) : this.newest.call(window);
  }

  /** The same for models: without what the quarantine holds. */
  async listUnheld(chat_id: string, limit: number, before: number | null): Promise<JsonText> {
    return (await this.memory.one<{ messages: JsonText }>(UNHELD, [chat_id, limit, before])).messages;
  }

  /** The newest messages with their ids, newest first; with `before`, those older than that message. */
  listNewestFirst(
    chat_id: string,
    limit: number,
    before: number | null,
    showsTakenBack: boolean,
  ): Promise<WindowRow[]> {
    return before === null
      ? this.memory.read(NEWEST_ROWS, [chat_id, limit, showsTakenBack])
      : this.memory.read(ROWS_BEFORE, [chat_id, limit, showsTakenBack, before]);
  }

  /** The same with this message as the first. */
  listUpTo(chat_id: string, limit: number, id: number, showsTakenBack: boolean): Promise<WindowRow[]> {
    return this.memory.read(ROWS_UP_TO, [chat_id, limit, showsTakenBack, id]);
  }

  /** Those behind this message, oldest first. */
  listAfter(chat_id: string, limit: number, id: number, showsTakenBack: boolean): Promise<WindowRow[]> {
    return this.memory.read(ROWS_AFTER, [chat_id, limit, showsTakenBack, id]);
  }

  /** Those of some times at which no message of the chat was written. */
  async listTimesWithoutMessage(chat_id: string, times: readonly Date[]): Promise<Date[]> {
    const values = [chat_id, times.map((time) => time.toISOString())];
    return (await this.memory.run<{ at: Date }>(TIMES_WITHOUT_MESSAGE, values)).map(({ at }) => at);
  }

  listSources(ids: readonly number[]): Promise<MessageSource[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.memory.run<MessageSource>(SOURCES, [ids]);
  }

  /** The message with this text that a key sent under this id, or another one at the same time. */
  async findSent({
    chat_id,
    external_id,
    sent_by,
    sent_at,
    part,
    text,
  }: SentMessage): Promise<number | null> {
    const values = [chat_id, external_id, sent_by, part, text, sent_at?.toISOString() ?? null];
    const [found] = await this.memory.run<{ id: string }>(FIND_SENT, values);
    return found === undefined ? null : Number(found.id);
  }

  private async listNewest({ chat_id, limit }: ChatWindow): Promise<JsonText> {
    return (await this.memory.one<{ messages: JsonText }>(NEWEST, [chat_id, limit])).messages;
  }

  private async listNewestOfSeveral(windows: readonly ChatWindow[]): Promise<(JsonText | undefined)[]> {
    const rows = await this.memory.run<{ place: number; messages: JsonText }>(NEWEST_OF_SEVERAL, [
      windows.map(({ chat_id }) => chat_id),
      windows.map(({ limit }) => limit),
    ]);
    return inOrderOfCallers(windows, rows).map((row) => row?.messages);
  }
}
