import { Injectable } from '@nestjs/common';
import { MemoryStatements } from '../../database/database.module';
import { inOrderOfCallers, JoinedStatements } from '../../database/joined-statements';
import type { JsonText } from '../../shared/http/json-text';
import { CHAT_JSON, CHAT_MESSAGE_JSON } from '../row-json';

const MESSAGES = ({ chat = '$1', limit = '$2', condition = '' }) => `
  select '[' || coalesce(string_agg(${CHAT_MESSAGE_JSON}, ',' order by timestamp, id), '') || ']' as messages
  from (select id, role, message, timestamp from chat_history where chat_id = ${chat} ${condition}
        order by timestamp desc, id desc limit ${limit}) as newest`;

const NEWEST = { name: 'newest_chat_messages', text: MESSAGES({}) };

const NEWEST_OF_SEVERAL = {
  name: 'newest_messages_of_several_chats',
  text: `
    select place::int, messages
    from unnest($1::text[], $2::int[]) with ordinality as asked (asked_chat, asked_limit, place)
    cross join lateral (${MESSAGES({ chat: 'asked_chat', limit: 'asked_limit' })}) as found`,
};

/** Who asks for more messages asks alone, so that one statement does not load too much. */
const MOST_SHARED_MESSAGES = 100;

const BEFORE = {
  name: 'chat_messages_before',
  text: MESSAGES({
    condition:
      'and (timestamp, id) < (select timestamp, id from chat_history where id = $3 and chat_id = $1)',
  }),
};

/**
 * The chats in the order of their ids, each with its newest message. Steps through the index from one chat to
 * the next, so that it costs the same however many messages a chat has.
 */
const CHATS = `
  with recursive chat as (
    (select chat_id from chat_history where $1::text is null or chat_id > $1 order by chat_id limit 1)
    union all
    select (select next.chat_id from chat_history as next where next.chat_id > chat.chat_id order by chat_id limit 1)
    from chat where chat.chat_id is not null
  )`;

const LIST_CHATS = {
  name: 'list_chats',
  text: `${CHATS}
    select chat_id, ${CHAT_JSON} as row
    from (select chat_id from chat where chat_id is not null limit $2) as listed
    cross join lateral (select role, message, timestamp from chat_history where chat_history.chat_id = listed.chat_id
                        order by timestamp desc, id desc limit 1) as newest`,
};

const COUNT_CHATS = {
  name: 'count_chats',
  text: `${CHATS} select count(chat_id)::int as counted from (select chat_id from chat limit $2) as up_to_limit`,
};

interface ChatWindow {
  chat_id: string;
  limit: number;
}

@Injectable()
export class ChatsRepository {
  private readonly newest = new JoinedStatements<ChatWindow, JsonText>({
    runTogether: (windows) => this.listNewestOfSeveral(windows),
    runAlone: (window) => this.listNewest(window),
    maxRunning: 2,
  });

  constructor(private readonly memory: MemoryStatements) {}

  /** The newest messages of a chat, oldest of them first; with `before`, those older than that message. */
  async listMessages(chat_id: string, limit: number, before: number | null): Promise<JsonText> {
    if (before !== null)
      return (await this.memory.one<{ messages: JsonText }>(BEFORE, [chat_id, limit, before])).messages;
    const window = { chat_id, limit };
    return limit > MOST_SHARED_MESSAGES ? this.listNewest(window) : this.newest.call(window);
  }

  /** One more than the limit, if there are that many. */
  listChats(after: string | null, limit: number): Promise<{ chat_id: string; row: JsonText }[]> {
    return this.memory.run(LIST_CHATS, [after, limit + 1]);
  }

  /** Counts no further than one past the limit. */
  async countChats(limit: number): Promise<number> {
    // One row of the walk is its end.
    return (await this.memory.one<{ counted: number }>(COUNT_CHATS, [null, limit + 1])).counted;
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
