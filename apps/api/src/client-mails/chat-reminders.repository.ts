import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, Repository } from 'typeorm';
import type { Transaction } from '../database/transaction';
import { ChatReminder } from './chat-reminder.entity';
import { ABOUT_REMINDER, DUE_REMINDERS, notifiedColumns } from './due-reminders';
import type { NotifiedAppointment } from './notified-appointment';

export interface DueChatReminder extends NotifiedAppointment {
  chat_id: string;
  about: string;
}

type ReminderKey = Pick<ChatReminder, 'appointment_id' | 'about'>;
type SentReminder = ReminderKey & Pick<ChatReminder, 'chat_id'>;

/**
 * Whether the chat of the conversation `v` was given to another client after the appointment `a` was booked in it. That the
 * two clients differ is not enough: people book for their relatives.
 */
const IS_ANOTHERS = `(
  v.client_id is distinct from a.client_id and exists (select from conversation_events as line
    where line.conversation_id = v.id and line.at > a.created_at and (line.kind = 'contact_changed'
      or line.kind in ('tied', 'untied') and line.details ->> 'before_id' is not null)))`;

/** Whether a reminder may be sent to the chat of `v`. A person who has taken over informs the client. */
const MAY_BE_REMINDED = `v.status <> 'human' and not ${IS_ANOTHERS}
  and not exists (select from clients as client where client.id = a.client_id and 'chat' = any(client.no_reminders))`;

/** Parameters as in `DUE_REMINDERS`. */
const DUE = `
  select ${notifiedColumns()}, a.chat_id, ${ABOUT_REMINDER} as about ${DUE_REMINDERS}
    and exists (select from conversations as v where v.chat_id = a.chat_id and ${MAY_BE_REMINDED})
    and not exists (select from chat_reminders as r where r.appointment_id = a.id and r.about = ${ABOUT_REMINDER}
      and (r.message_id is not null or r.chat_id <> a.chat_id))
  order by a.starts_at, a.id, h.hours`;

const IS_STILL_DUE = `
  select from appointments as a join conversations as v on v.chat_id = a.chat_id
  where a.id = $1 and a.starts_at = $2 and a.chat_id = $3 and a.status = 'confirmed' and ${MAY_BE_REMINDED}`;

/** Reminders whose appointment changed, ended or is gone, or whose chat belongs to another client now. */
const OUTDATED = `
  select r.appointment_id, r.about, r.chat_id from chat_reminders as r
    left join appointments as a on a.id = r.appointment_id
    left join conversations as v on v.chat_id = r.chat_id
  where not r.is_settled and (a.id is null or r.starts_at <= $1 or a.starts_at <> r.starts_at
    or a.status <> 'confirmed' or a.chat_id is distinct from r.chat_id
    or v.id is not null and not (${MAY_BE_REMINDED}))
  order by r.starts_at, r.appointment_id, r.about limit 200`;

/** The reminders that are due in chats, and those that were sent. */
@Injectable()
export class ChatRemindersRepository {
  constructor(@InjectRepository(ChatReminder) private readonly reminders: Repository<ChatReminder>) {}

  /** @param notBefore reminders that were due before this are not sent any more */
  listDue(now: Date, hours: readonly number[], notBefore: Date): Promise<DueChatReminder[]> {
    return this.reminders.query<DueChatReminder[]>(DUE, [now, hours, notBefore]);
  }

  /** Whether the appointment is unchanged since it was listed, and its chat may get the reminder. */
  async isStillDue(
    transaction: Transaction,
    { id, starts_at, chat_id }: Pick<DueChatReminder, 'id' | 'starts_at' | 'chat_id'>,
  ): Promise<boolean> {
    return (await transaction.query<unknown[]>(IS_STILL_DUE, [id, starts_at, chat_id])).length > 0;
  }

  async add(reminder: ChatReminder): Promise<void> {
    await this.reminders.createQueryBuilder().insert().values(reminder).orIgnore().execute();
  }

  async noteStored({ appointment_id, about }: ReminderKey, message_id: number): Promise<void> {
    await this.reminders.update({ appointment_id, about }, { message_id });
  }

  /** Sent reminders that are no longer true. */
  listOutdated(now: Date): Promise<SentReminder[]> {
    return this.reminders.query<SentReminder[]>(OUTDATED, [now]);
  }

  /** A reminder that was not sent or was taken back becomes due again when it is true again. */
  async remove({ appointment_id, about }: ReminderKey): Promise<void> {
    await this.reminders.delete({ appointment_id, about });
  }

  async settle({ appointment_id, about }: ReminderKey): Promise<void> {
    await this.reminders.update({ appointment_id, about }, { is_settled: true });
  }

  /** Deletes the rows of appointments that have begun: they need no reminder. */
  async forgetBegun(now: Date): Promise<void> {
    await this.reminders.delete({ is_settled: true, starts_at: LessThanOrEqual(now) });
  }
}
