import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { NotificationKind } from '@groupless/shared-dto';
import { DataSource } from 'typeorm';
import type { Transaction } from '../../database/transaction';

export interface Notice {
  kind: NotificationKind;
  object_id: string;
  user_id: string | null;
  by_id: string | null;
  at: Date;
}

/** What happened, as far as a device may show it. */
export interface Shown {
  id: string;
  /** Of the client; empty where it is not known. */
  name: string;
  /** When an appointment begins; null of anything else. */
  starts_at: Date | null;
}

const MOST = 500;
const ANY = `select from team_notices where way = 'push' limit 1`;

/** Of two processes each takes others. */
const TAKE = `
  delete from team_notices where id in (
    select id from team_notices where way = 'push' order by id limit ${MOST} for update skip locked)
  returning kind, object_id, user_id, by_id, at`;

const OF_CONVERSATIONS = `
  select id, coalesce(client_name, contact_name, '') as name, null as starts_at from conversations
  where id = any($1) and case $2
    when 'needs_human' then status = 'needs_human'
    when 'client_waits' then waiting_since is not null
    when 'new_conversation' then true
    when 'mentioned' then exists (select from conversation_notes as note
      where conversation_id = conversations.id and removed_at is null and $3 = any(mentioned_ids))
    else assigned_to = $3 end
  order by id`;

const OF_APPOINTMENTS = `
  select appointments.id, coalesce(attendee_name, clients.name, '') as name, starts_at
  from appointments left join clients on clients.id = client_id
  where appointments.id = any($1) and case $2
    when 'new_appointment' then appointments.status in ('pending', 'confirmed')
    when 'cancelled_appointment' then appointments.status = 'cancelled'
    else $3::uuid is not null end
  order by starts_at`;

const OF_ACCOUNTS = `
  select id, name, null as starts_at from assistant_accounts where id = any($1) and $2 <> '' and $3::uuid is not null order by name`;

@Injectable()
export class PushNoticesRepository {
  constructor(@InjectDataSource() private readonly panel: DataSource) {}

  async any(): Promise<boolean> {
    return (await this.panel.query<unknown[]>(ANY)).length > 0;
  }

  /**
   * Takes notices off the list, and stores what is told of them with that.
   * @returns how many
   */
  take(store: (transaction: Transaction, notices: Notice[]) => Promise<void>): Promise<number> {
    return this.panel.transaction(async (transaction) => {
      const [notices] = await transaction.query<[Notice[], number]>(TAKE);
      if (notices.length > 0) await store(transaction, notices);
      return notices.length;
    });
  }

  /** Those that are still so. */
  listShown(kind: NotificationKind, ids: readonly string[], user_id: string): Promise<Shown[]> {
    return this.panel.query<Shown[]>(statementOf(kind), [ids, kind, user_id]);
  }
}

function statementOf(kind: NotificationKind): string {
  if (kind === 'account_limit') return OF_ACCOUNTS;
  return kind.endsWith('_appointment') ? OF_APPOINTMENTS : OF_CONVERSATIONS;
}
