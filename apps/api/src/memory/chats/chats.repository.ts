import { Injectable } from '@nestjs/common';
import type { ChatContactDto, ChatDto } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import { isOwnedFor, isSaidFor, isTurnFor, OF_NOBODY, PROJECT_CHATS, type Reader } from '../readers/reader';
import { CHAT_JSON } from '../row-json';

/** A chat with its newest message, without the columns of the panel's database. */
type NewestOfChat = Omit<ChatDto, keyof ChatContactDto>;

export interface ListedChat {
  chat: NewestOfChat;
  /** The time and id of its newest message, in PostgreSQL's format. */
  keys: string[];
}

/** The chats of which a page is read. */
interface ChatsQuestion {
  reader: Reader;
  /** The newest message of the previous page's last chat; null for the first page. */
  after: readonly string[] | null;
  limit: number;
}

function newestIn(condition: string): string {
  return `
    select chat_id, timestamp, id from chat_history as said
    where said.chat_id = chat.chat_id and starts_with(said.chat_id, '${PROJECT_CHATS}') and ${condition}
    order by timestamp desc, id desc limit 1`;
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

/** The newest message of each chat that the reader may see; of project chats only the team's or the reader's own. */
const READABLE = `${CHATS}, readable as (
    select chat_id, timestamp, id from chat
    where not starts_with(chat_id, '${PROJECT_CHATS}') or ${isOwnedFor("'other'", '$5')}
      and (select ${isTurnFor('said', '$5')} from chat_history as said where said.id = chat.id)
    union all
    select newest.* from chat cross join lateral (
      select chat_id, timestamp, id from (
        (${newestIn('owner_id is null')}) union all (${newestIn('owner_id = $5')})
      ) as either
      order by timestamp desc, id desc limit 1) as newest
    where starts_with(chat.chat_id, '${PROJECT_CHATS}') and $5 <> '${OF_NOBODY}' and not ${isOwnedFor("'other'", '$5')}
  )`;

const PAGE = `
  starts_with(chat_id, $1) and (timestamp, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::bigint, 0))
  order by timestamp desc, id desc limit $4`;

const SHOWN = `
  select ${CHAT_JSON}::json as chat, array[timestamp::text, id::text] as keys
  from chat_history join listed using (id, chat_id, timestamp) order by timestamp desc, id desc`;

const LIST_CHATS = {
  name: 'list_chats',
  text: `${READABLE}, listed as (select id, chat_id, timestamp from readable where ${PAGE}) ${SHOWN}`,
};

/** Walks back through the messages, and keeps those that are the newest of their chat. */
const LIST_MANY_CHATS = {
  name: 'list_many_chats',
  text: `
    with listed as (
      select id, chat_id, timestamp from chat_history as candidate
      where id = (select id from chat_history as newest
                  where newest.chat_id = candidate.chat_id and ${isSaidFor('newest', { chats: '$1', owner: '$5' })}
                  order by timestamp desc, id desc limit 1)
        and ${PAGE}
    ) ${SHOWN}`,
};

const COUNT_CHATS = {
  name: 'count_chats',
  text: `${READABLE.replaceAll('$5', '$3')}
    select count(*)::int as counted from (select from readable where starts_with(chat_id, $1) limit $2) as up_to_limit`,
};

@Injectable()
export class ChatsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** The chats with the newest messages, by a lookup for each chat; one more than the limit, if there are that many. */
  listChats(question: ChatsQuestion): Promise<ListedChat[]> {
    return this.memory.read(LIST_CHATS, valuesOf(question));
  }

  /** The same if a lookup for each chat takes too long: reads only the newest messages. */
  listOfManyChats(question: ChatsQuestion): Promise<ListedChat[]> {
    return this.memory.read(LIST_MANY_CHATS, valuesOf(question));
  }

  /** Counts up to one more than the limit. */
  async countChats({ chats, owner }: Reader, limit: number): Promise<number> {
    return (await this.memory.readOne<{ counted: number }>(COUNT_CHATS, [chats, limit + 1, owner])).counted;
  }
}

function valuesOf({ reader, after, limit }: ChatsQuestion) {
  const [at = null, id = null] = after ?? [];
  return [reader.chats, at, id, limit + 1, reader.owner];
}
