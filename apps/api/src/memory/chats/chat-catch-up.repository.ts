import { Injectable } from '@nestjs/common';
import { LIMITS } from '@groupless/shared-dto';
import { MemoryStatements } from '../../database/database.module';
import { IS_REMINDER, REPORTED_BY } from '../row-json';
import { WAITING_REPLY, type WaitingReply } from './replies/waiting-reply';

/** The newest message of a chat. */
export interface NewestMessage {
  id: string;
  /** In PostgreSQL's format. */
  timestamp: string;
  role: string;
  preview: string;
  /** The key that reported it as a message of the team. */
  reported_by: string | null;
  /** Of an appointment: it answers nobody. */
  is_reminder: boolean;
}

/** The channel and key of the customer's last message. Null: unknown. */
export interface WayBack {
  sent_by: string | null;
  channel: string | null;
}

export interface CatchUp {
  takeovers: number;
  /** The last erasure of messages that this knows of. */
  erased_to: number;
  /** Ids of the customer's messages by pings after a given one, in order; limited. */
  received: string[];
  newest: NewestMessage | null;
  /** Replies that no ping has confirmed, oldest first. */
  waiting: WaitingReply[];
  /** Where these go; null if there are none, or the customer never wrote. */
  way_back: WayBack | null;
}

/** The newest message, as the list of conversations shows it. */
const NEWEST_MESSAGE = `
  select id::text, timestamp::text, role, left(message, ${LIMITS.message_preview}) as preview, ${REPORTED_BY} as reported_by,
    ${IS_REMINDER} as is_reminder
  from chat_history where chat_id = $1 order by chat_history.timestamp desc, chat_history.id desc limit 1`;

const FIND_NEWEST = { name: 'find_newest_message', text: NEWEST_MESSAGE };

/** The most messages of one chat per call; the next ping continues. */
const MOST_RECEIVED = 10_000;

const { messages: MOST_REPLIES, bytes: MOST_BYTES } = LIMITS.deliver;

const CATCH_UP = {
  name: 'catch_up_with_chat',
  text: `
    with waiting as (
      select id, message, timestamp, request_key, handed_out_at from chat_history
      where chat_id = $1 and written_in = 'panel' and delivered_at is null
      order by id limit ${MOST_REPLIES}
    ), measured as (
      select *, sum(octet_length(message)) over (order by id) - octet_length(message) as bytes_before from waiting
    )
    select
      coalesce((select takeovers from chats where chat_id = $1), 0) as takeovers,
      coalesce((select erased_to from chats where chat_id = $1), 0)::float8 as erased_to,
      array(select id from chat_history
            where chat_id = $1 and id > $2 and written_in = 'ping' and role = 'user'
            order by id limit ${MOST_RECEIVED})::text[] as received,
      (select row_to_json(newest) from (${NEWEST_MESSAGE}) as newest) as newest,
      (select coalesce(json_agg(${WAITING_REPLY} order by id), '[]')
       from measured where bytes_before < ${MOST_BYTES}) as waiting,
      case when exists (select from waiting) then (
        select json_build_object('sent_by', sent_by, 'channel', channel) from chat_history
        where chat_id = $1 and written_in = 'ping' and role = 'user' order by id desc limit 1
      ) end as way_back`,
};

const FIND_STANDING = {
  name: 'find_standing_message',
  text: 'select from chat_history where id = $1 and chat_id = $2',
};

/** Reads new messages of a customer's chat. */
@Injectable()
export class ChatCatchUpRepository {
  constructor(private readonly memory: MemoryStatements) {}

  async findNewest(chat_id: string): Promise<NewestMessage | null> {
    const [found] = await this.memory.run<NewestMessage>(FIND_NEWEST, [chat_id]);
    return found ?? null;
  }

  /** Whether the message is still one of the chat. */
  async stands(chat_id: string, id: number): Promise<boolean> {
    return (await this.memory.run(FIND_STANDING, [id, chat_id])).length > 0;
  }

  /** @param after the customer's last known message */
  catchUp(chat_id: string, after: number): Promise<CatchUp> {
    return this.memory.one<CatchUp>(CATCH_UP, [chat_id, after]);
  }
}
