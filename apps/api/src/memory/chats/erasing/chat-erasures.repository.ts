import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, LessThan } from 'typeorm';
import { MEMORY } from '../../../database/memory.data-source';
import { ChatErasure } from './chat-erasure.entity';

const NOTE_FOLLOWED = `
  insert into chats as known (chat_id, erased_to) values ($1, $2)
  on conflict (chat_id) do update set erased_to = excluded.erased_to where known.erased_to < excluded.erased_to`;

/** Counts which of the customer's messages that are counted as unread were erased, and which stand. */
const COUNT_UNREAD = `
  select count(*) filter (where is_erased)::int as erased, count(*) filter (where not is_erased)::int as standing from (
    select id, false as is_erased from chat_history
    where chat_id = $1 and id <= $2 and written_in = 'ping' and role = 'user'
    union all
    select id, true from unnest($3::bigint[]) as erased (id) where id <= $2
    order by id desc limit $4
  ) as unread`;

/** How many of the customer's messages are counted as unread, and up to which. */
export interface CountedUnread {
  received_to: number;
  unread_count: number;
}

export interface UnreadCounts {
  erased: number;
  standing: number;
}

export interface ErasedChat {
  chat_id: string;
  /** Its first erasure that is not followed. */
  first: number;
}

const LIST_CHATS = `
  select chat_id, min(id) as first from chat_erasures group by chat_id having min(id) > $1 order by first limit $2`;

/** For how many chats erasures are followed at a time. */
const MOST_CHATS = 200;

/** Erasures that the panel's database has not followed yet. */
@Injectable()
export class ChatErasuresRepository {
  constructor(@InjectDataSource(MEMORY) private readonly memory: DataSource) {}

  /** The chats with erasures that are not followed, the oldest first, some at a time. */
  async listChats(after: number): Promise<ErasedChat[]> {
    const rows = await this.memory.query<{ chat_id: string; first: string }[]>(LIST_CHATS, [
      after,
      MOST_CHATS,
    ]);
    return rows.map(({ chat_id, first }) => ({ chat_id, first: Number(first) }));
  }

  /** The erasures of a chat that are not followed, the oldest first. */
  listErasures(chat_id: string): Promise<ChatErasure[]> {
    return this.memory.getRepository(ChatErasure).find({ where: { chat_id }, order: { id: 'ASC' } });
  }

  /** Of the last `unread_count` messages up to `received_to`. */
  async countUnread(
    chat_id: string,
    { received_to, unread_count }: CountedUnread,
    erased: readonly string[],
  ): Promise<UnreadCounts> {
    const values = [chat_id, received_to, erased, unread_count];
    const [row] = await this.memory.query<[UnreadCounts]>(COUNT_UNREAD, values);
    return row;
  }

  async noteFollowed(chat_id: string, erased_to: number): Promise<void> {
    await this.memory.query(NOTE_FOLLOWED, [chat_id, erased_to]);
  }

  async settle(ids: readonly number[]): Promise<void> {
    if (ids.length > 0) await this.memory.getRepository(ChatErasure).delete({ id: In([...ids]) });
  }

  /** Of chats that no conversation shows, once every ping that read them before has ended. */
  async settleBefore(chat_id: string, before: Date): Promise<void> {
    await this.memory.getRepository(ChatErasure).delete({ chat_id, at: LessThan(before) });
  }
}
