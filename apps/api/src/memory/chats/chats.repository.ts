import { Injectable } from '@nestjs/common';
import { MemoryStatements } from '../../database/database.module';
import type { JsonText } from '../../shared/http/json-text';
import { CHAT_JSON } from '../row-json';

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
    from (select chat_id from chat where starts_with(chat_id, $3) limit $2) as listed
    cross join lateral (select role, message, timestamp from chat_history where chat_history.chat_id = listed.chat_id
                        order by timestamp desc, id desc limit 1) as newest`,
};

const COUNT_CHATS = {
  name: 'count_chats',
  text: `${CHATS}
    select count(*)::int as counted from (select from chat where starts_with(chat_id, $3) limit $2) as up_to_limit`,
};

@Injectable()
export class ChatsRepository {
  constructor(private readonly memory: MemoryStatements) {}

  /** One more than the limit, if there are that many. */
  listChats(
    prefix: string,
    after: string | null,
    limit: number,
  ): Promise<{ chat_id: string; row: JsonText }[]> {
    return this.memory.read(LIST_CHATS, [after, limit + 1, prefix]);
  }

  /** Counts no further than one past the limit. */
  async countChats(prefix: string, limit: number): Promise<number> {
    return (await this.memory.readOne<{ counted: number }>(COUNT_CHATS, [null, limit + 1, prefix])).counted;
  }
}
