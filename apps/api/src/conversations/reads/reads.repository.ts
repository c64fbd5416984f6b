import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AuditEvent } from '../../audit/audit-event.entity';
import type { Transaction } from '../../database/transaction';

const FIND = 'select from conversations where id = $1';

/** Marks of several windows of one user come in any order. */
const READ = `
  insert into conversation_reads (conversation_id, user_id, read_to, is_unread)
  select id, $2, least($3, last_id), false from (
    select id, greatest(received_to, received_ids[cardinality(received_ids)]) as last_id from conversations where id = $1
  ) as received
  on conflict (conversation_id, user_id) do update
    set read_to = greatest(conversation_reads.read_to, excluded.read_to), is_unread = false`;

const UNREAD = `
  insert into conversation_reads as mark (conversation_id, user_id, read_to, is_unread)
  select $1, id, coalesce($3::bigint - 1, messages_read_to), true from users where id = any($2::uuid[])
  on conflict (conversation_id, user_id) do update set read_to = coalesce($3::bigint - 1, mark.read_to), is_unread = true`;

/** Marks a conversation for later for some users. */
export async function markForLater(
  transaction: Transaction,
  conversation_id: string,
  user_ids: readonly string[],
): Promise<void> {
  if (user_ids.length > 0) await transaction.query(UNREAD, [conversation_id, user_ids, null]);
}

/** Of the team, for programs. That somebody has read it is no change of the conversation. */
const READ_BY_TEAM = `
  update conversations set unread_count = left_over from (
    select least(unread_count, (select count(*)::int from unnest(received_ids) as received (id) where id > $2::bigint)) as left_over
    from conversations where id = $1
  ) as counted where id = $1 and unread_count > left_over
  returning id`;

const UNREAD_BY_TEAM =
  'update conversations set unread_count = 1 where id = $1 and unread_count = 0 returning id';

export interface Mark {
  conversation_id: string;
  /** Null: a key. */
  user_id: string | null;
  /** The message up to which, or from which on; null: all of them, or for later. */
  message_id: number | null;
}

/** How far users have read conversations. */
@Injectable()
export class ReadsRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  /** @returns whether there is such a conversation */
  markRead({ conversation_id, user_id, message_id }: Mark, event: AuditEvent): Promise<boolean> {
    return this.mark(conversation_id, async (transaction) => {
      if (user_id !== null) await transaction.query(READ, [conversation_id, user_id, message_id]);
      await this.changeOfTeam(transaction, READ_BY_TEAM, [conversation_id, message_id], event);
    });
  }

  /** @returns whether there is such a conversation */
  markUnread({ conversation_id, user_id, message_id }: Mark, event: AuditEvent): Promise<boolean> {
    return this.mark(conversation_id, async (transaction) => {
      if (user_id !== null) await transaction.query(UNREAD, [conversation_id, [user_id], message_id]);
      else await this.changeOfTeam(transaction, UNREAD_BY_TEAM, [conversation_id], event);
    });
  }

  private mark(id: string, work: (transaction: Transaction) => Promise<void>): Promise<boolean> {
    return this.panel.transaction(async (transaction) => {
      const found = await transaction.query<object[]>(FIND, [id]);
      if (found.length > 0) await work(transaction);
      return found.length > 0;
    });
  }

  private async changeOfTeam(
    transaction: Transaction,
    statement: string,
    values: readonly unknown[],
    event: AuditEvent,
  ): Promise<void> {
    const [changed] = await transaction.query<[object[], number]>(statement, [...values]);
    if (changed.length > 0) await transaction.insert(AuditEvent, event);
  }
}
