import { Injectable } from '@nestjs/common';
import { LIMITS, type UndeliveredReplyDto } from '@groupless/shared-dto';
import { MemoryStatements } from '../../../database/database.module';
import { utcTime } from '../../../database/statements/utc-time';
import type { WayBack } from '../chat-catch-up.repository';
import { IS_REMINDER } from '../../row-json';
import { WAITING_REPLY, type WaitingReply } from './waiting-reply';

/** The unconfirmed replies of one chat. */
export interface WaitingReplies {
  chat_id: string;
  /** Oldest first. */
  waiting: WaitingReply[];
  /** Null: the customer never wrote. */
  way_back: WayBack | null;
}

const { messages: MOST_REPLIES, bytes: MOST_BYTES_OF_CHAT } = LIMITS.deliver;
const { newest: MOST_NEWEST, bytes: MOST_BYTES } = LIMITS.deliveries;

/**
 * The chats come from the newest replies, so that old ones that nobody ever confirms cannot hold back new ones. Each
 * chat shows its oldest replies, so that they reach the customer in their order. Reads only the indexes of what is
 * undelivered, so the cost does not grow with the history.
 */
const LIST = {
  name: 'list_waiting_replies',
  text: `
    with chat as (
      select chat_id, max(id) as newest from (
        select chat_id, id from chat_history
        where written_in = 'panel' and delivered_at is null order by id desc limit ${MOST_NEWEST}
      ) as waiting group by chat_id
    ), measured as (
      select reply.*, sum(bytes) over (partition by reply.chat_id order by id) - bytes as bytes_before_in_chat,
             sum(bytes) over (order by newest desc, id) - bytes as bytes_before
      from chat cross join lateral (
        select chat_id, id, message, timestamp, request_key, handed_out_at, octet_length(message) as bytes from chat_history
        where chat_id = chat.chat_id and written_in = 'panel' and delivered_at is null
        order by id limit ${MOST_REPLIES}
      ) as reply
    )
    select chat_id, waiting, (
      select json_build_object('sent_by', sent_by, 'channel', channel) from chat_history as written
      where written.chat_id = shown.chat_id and written_in = 'ping' and role = 'user' order by id desc limit 1
    ) as way_back from (
      select chat_id, json_agg(${WAITING_REPLY} order by id) as waiting, min(id) as oldest from measured
      where bytes_before_in_chat < ${MOST_BYTES_OF_CHAT} and bytes_before < ${MOST_BYTES}
      group by chat_id
    ) as shown order by oldest`,
};

/** Chats with unconfirmed replies written before a time. */
export interface OverdueReplies {
  chat_id: string;
  replies: number;
  since: Date;
}

/** The most chats that a person handles at a time. */
const MOST_OVERDUE = 50;

/** Only of the newest, as above. */
const OVERDUE = {
  name: 'list_overdue_replies',
  text: `
    select chat_id, count(*)::int as replies, min(timestamp) as since from (
      select chat_id, timestamp from chat_history
      where written_in = 'panel' and delivered_at is null and ${IS_REMINDER} = $2 order by id desc limit ${MOST_NEWEST}
    ) as waiting
    where timestamp <= $1 group by chat_id order by since, chat_id limit ${MOST_OVERDUE}`,
};

const UNDELIVERED = {
  name: 'list_undelivered_replies',
  text: `
    select id::float8 as id, ${utcTime('timestamp')} as since, handed_out_at is not null as sending from chat_history
    where chat_id = $1 and written_in = 'panel' and delivered_at is null and not ${IS_REMINDER}
    order by id limit ${MOST_REPLIES}`,
};

const UNDELIVERED_SINCE = {
  name: 'list_chats_undelivered_since',
  text: `
    select distinct chat_id from chat_history
    where written_in = 'panel' and delivered_at is null and timestamp > $1 and not ${IS_REMINDER}`,
};

/** Of several agents that ask at once, each gets the reply; the time is that of the first. */
const HAND_OUT = {
  name: 'hand_out_replies',
  text: `
    update chat_history set handed_out_at = coalesce(handed_out_at, $2)
    where id = any($1) and written_in = 'panel' and delivered_at is null
    returning id`,
};

const CONFIRM = {
  name: 'confirm_replies',
  text: `
    update chat_history set delivered_at = $3
    where id = any($2) and chat_id = $1 and written_in = 'panel' and delivered_at is null
    returning id`,
};

/**
 * A reply that was taken back while the agent was sending it is a message again: the customer has it. Under the lock of the chat,
 * so that who erases it finds it in one of the two tables.
 */
const CONFIRM_TAKEN_BACK = {
  name: 'confirm_taken_back_replies',
  text: `
    with chat as (
      select chat_id from chats where chat_id = $1 for update
    ), sent as (
      delete from taken_back_replies as reply using chat
      where reply.id = any($2) and reply.chat_id = chat.chat_id and handed_out_at is not null returning reply.*
    )
    insert into chat_history (id, chat_id, role, message, timestamp, written_in, author_id, author_name, request_key, channel,
                              handed_out_at, taken_back_at, delivered_at)
    select id, chat_id, 'operator', message, timestamp, 'panel', author_id, author_name, request_key, channel,
           handed_out_at, taken_back_at, $3 from sent
    returning id`,
};

/** Finds replies and reminders that no customer has received yet, and notes who got them. */
@Injectable()
export class WaitingRepliesRepository {
  constructor(private readonly memory: MemoryStatements) {}

  listOverdue(writtenBefore: Date, ofReminders: boolean): Promise<OverdueReplies[]> {
    return this.memory.run<OverdueReplies>(OVERDUE, [writtenBefore, ofReminders]);
  }

  listUndelivered(chat_id: string): Promise<UndeliveredReplyDto[]> {
    return this.memory.run<UndeliveredReplyDto>(UNDELIVERED, [chat_id]);
  }

  async listUndeliveredSince(since: Date): Promise<string[]> {
    const chats = await this.memory.run<{ chat_id: string }>(UNDELIVERED_SINCE, [since]);
    return chats.map(({ chat_id }) => chat_id);
  }

  listWaiting(): Promise<WaitingReplies[]> {
    return this.memory.run<WaitingReplies>(LIST, []);
  }

  /**
   * Notes that an agent gets these replies.
   * @returns the ids of those that were not taken back or confirmed meanwhile
   */
  async handOut(ids: readonly number[], now: Date): Promise<number[]> {
    const handed = await this.memory.run<{ id: string }>(HAND_OUT, [ids, now]);
    return handed.map(({ id }) => Number(id));
  }

  /**
   * Notes that the customer has got these replies. One after the other: who takes a reply back at the same moment has
   * committed when the second statement begins.
   * @returns how many there were
   */
  async confirm(chat_id: string, ids: readonly number[], now: Date): Promise<number> {
    const delivered = await this.memory.run(CONFIRM, [chat_id, ids, now]);
    const takenBack = await this.memory.run(CONFIRM_TAKEN_BACK, [chat_id, ids, now]);
    return delivered.length + takenBack.length;
  }
}
