import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { MailNotice } from '@groupless/shared-dto';
import { In, Not, Raw, Repository } from 'typeorm';
import type { Transaction } from '../database/transaction';
import { User } from '../users/user.entity';
import { TeamNotice } from './team-notice.entity';

/** What is looked for when it is told, and stands on no list. */
export const OF_ADMINS: readonly MailNotice[] = ['backup_failed', 'something_fails'];

/** What happened, and to whom. */
export interface Happened {
  /** Of the conversation or the appointment. */
  id: string;
  kind: MailNotice;
  /** The name of the person, or the number; empty where neither is known. */
  name: string;
  /** When the appointment begins; null of a conversation. */
  starts_at: Date | null;
}

/** A notice, with what it is about. */
export interface Noted extends Happened {
  notice_id: string;
  /** Only this user is told; null: all who want to know. */
  user_id: string | null;
  /** Whether it is still so. */
  stands: boolean;
}

/** Read of each kind, so that notices that wait for the end of a pause do not hold back others. */
const MOST = 500;

/** With the name, where what happened still stands so. */
const LIST = `
  select notice.id as notice_id, notice.object_id as id, notice.kind, notice.user_id, coalesce(conversation.name, a.attendee_name, c.name, '') as name, a.starts_at,
    conversation.id is not null or a.id is not null as stands
  from (
    select * from (select *, row_number() over (partition by kind order by id) as place from team_notices where way = 'mail') as placed
    where place <= ${MOST}
  ) as notice
  left join conversations as conversation
    on notice.kind <> 'booking_waits' and conversation.id = notice.object_id
      and case notice.kind
        when 'client_waits' then conversation.waiting_since is not null
        when 'mentioned' then exists (select from conversation_notes as note
          where conversation_id = conversation.id and removed_at is null and notice.user_id = any(mentioned_ids))
        else conversation.status = 'needs_human' end
  left join appointments as a
    on notice.kind = 'booking_waits' and a.id = notice.object_id and a.status = 'pending' and a.starts_at > $1
  left join clients as c on c.id = a.client_id
  order by notice.id`;

const LAST_TOLD = `
  select max(created_at) as at from mails where appointment_id is null and about = $2 and kind = 'team' and recipient = $1`;

/** What the team is told by mail, and who wants to know. */
@Injectable()
export class TeamMailsRepository {
  constructor(@InjectRepository(TeamNotice) private readonly notices: Repository<TeamNotice>) {}

  /** The oldest first. */
  list(now: Date): Promise<Noted[]> {
    return this.notices.query<Noted[]>(LIST, [now]);
  }

  /** Active users who have chosen this and may see it. */
  listReaders(kind: MailNotice): Promise<User[]> {
    const role = OF_ADMINS.includes(kind) ? ('admin' as const) : Not('viewer' as const);
    const notify_mail = Raw((column) => `:kind = any(${column})`, { kind });
    return this.notices.manager.find(User, {
      where: { is_active: true, role, notify_mail },
      order: { id: 'ASC' },
    });
  }

  listAdmins(): Promise<User[]> {
    return this.notices.manager.find(User, {
      where: { is_active: true, role: 'admin' },
      order: { id: 'ASC' },
    });
  }

  /**
   * Stores what a user is told of once, in whichever process. Both lock the user, and the second finds the mail of the first.
   * @param about names the occasion
   */
  async once(
    { id, email }: User,
    about: string,
    store: (transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.notices.manager.transaction(async (transaction) => {
      await transaction.query('select from users where id = $1 for no key update', [id]);
      const [{ at }] = await transaction.query<[{ at: Date | null }]>(LAST_TOLD, [email, about]);
      if (at === null) await store(transaction);
    });
  }

  /** When a user was told of this last; null: never. */
  async lastTold(email: string, about: string): Promise<Date | null> {
    const [{ at }] = await this.notices.query<[{ at: Date | null }]>(LAST_TOLD, [email, about]);
    return at;
  }

  /** Takes notices off the list, and stores what is told of them with that; nothing, if another process took one. */
  async take(ids: readonly string[], store: (transaction: Transaction) => Promise<void>): Promise<void> {
    await this.notices.manager.transaction(async (transaction) => {
      if (ids.length > 0) {
        const { affected } = await transaction.delete(TeamNotice, { id: In(ids.map(Number)) });
        if (affected !== ids.length) throw new Error('Another process tells the team of the same.');
      }
      await store(transaction);
    });
  }
}
