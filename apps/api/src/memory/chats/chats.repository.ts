import { Injectable } from '@nestjs/common';
import type { ChatContactDto, ChatDto } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import { CHAT_JSON } from '../row-json';

/** A chat with its newest message, without what the panel's database knows of it. */
type NewestOfChat = Omit<ChatDto, keyof ChatContactDto>;

export interface ListedChat {
  chat: NewestOfChat;
  /** Time and id of its newest message, as PostgreSQL writes them. */
  keys: string[];
}

/** Of which chats a page is read. */
interface ChatsQuestion {
  /** How their ids begin. */
  prefix: string;
  /** The newest message of the last chat before the page; null for the first page. */
  after: readonly string[] | null;
  limit: number;
}

/**
 * The newest message of each chat. Steps through the index from one chat to the next, so that it costs the same
 * however many messages a chat has.
 */
const CHATS = `
  with recursive chat as (
    (select chat_id, timestamp, id from chat_history order by chat_id, timestamp desc, id desc limit 1)
    union all
    select next.* from chat cross join lateral (
      select chat_id, timestamp, id from chat_history where chat_history.chat_id > chat.chat_id
      order by chat_id, timestamp desc, id desc limit 1) as next
  )`;

const PAGE = `
  starts_with(chat_id, $1) and (timestamp, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::bigint, 0))
  order by timestamp desc, id desc limit $4`;

const SHOWN = `
  select ${CHAT_JSON}::json as chat, array[timestamp::text, id::text] as keys
  from chat_history join listed using (id, chat_id, timestamp) order by timestamp desc, id desc`;

const LIST_CHATS = {
  name: 'list_chats',
  text: `${CHATS}, listed as (select id, chat_id, timestamp from chat where ${PAGE}) ${SHOWN}`,
};

/** Goes back in time through the messages, and takes those that are the newest of their chats. */
const LIST_MANY_CHATS = {
  name: 'list_many_chats',
  text: `
    with listed as (
      select id, chat_id, timestamp from chat_history as candidate
      where id = (select id from chat_history as newest where newest.chat_id = candidate.chat_id
                  order by timestamp desc, id desc limit 1)
        and ${PAGE}
    ) ${SHOWN}`,
};

const COUNT_CHATS = {
  name: 'count_chats',
  text: `${CHATS}
    select count(*)::int as counted from (select from chat where starts_with(chat_id, $1) limit $2) as up_to_limit`,
};

@Injectable()
export class ChatsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** The chats with the newest messages, found by a look at each chat. One more than the limit, if there are that many. */
  listChats(question: ChatsQuestion): Promise<ListedChat[]> {
    return this.memory.read(LIST_CHATS, valuesOf(question));
  }

  /** The same where a look at each chat takes too long: looks at the newest messages only. */
  listOfManyChats(question: ChatsQuestion): Promise<ListedChat[]> {
    return this.memory.read(LIST_MANY_CHATS, valuesOf(question));
  }

  /** Counts no further than one past the limit. */
  async countChats(prefix: string, limit: number): Promise<number> {
    return (await this.memory.readOne<{ counted: number }>(COUNT_CHATS, [prefix, limit + 1])).counted;
  }
}

function valuesOf({ prefix, after, limit }: ChatsQuestion) {
  const [at = null, id = null] = after ?? [];
  return [prefix, at, id, limit + 1];
}
