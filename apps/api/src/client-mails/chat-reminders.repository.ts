import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ChatReminder } from './chat-reminder.entity';
import { DUE_REMINDERS, TOLD_APPOINTMENT } from './due-reminders';
import type { ToldAppointment } from './told-appointment';

export interface DueChatReminder extends ToldAppointment {
  chat_id: string;
  hours: number;
}

type SentReminder = Pick<ChatReminder, 'appointment_id' | 'about' | 'chat_id' | 'message_id'>;

/** Parameters as in `DUE_REMINDERS`. */
const DUE = `
  select ${TOLD_APPOINTMENT}, a.chat_id, h.hours ${DUE_REMINDERS}
    and a.chat_id is not null
    and not exists (select from chat_reminders as r where r.appointment_id = a.id
      and r.about = 'reminder:' || h.hours || ':' || floor(extract(epoch from a.starts_at))::bigint)
  order by a.starts_at, a.id, h.hours`;

/** Those whose appointment is another one by now. */
const UNTRUE = `
  select r.* from chat_reminders as r join appointments as a on a.id = r.appointment_id
  where not r.is_settled and (r.starts_at <= $1 or a.starts_at <> r.starts_at
    or a.status not in ('pending', 'confirmed') or a.chat_id is distinct from r.chat_id)
  order by r.starts_at, r.appointment_id, r.about limit 200`;

/** Which reminders go into chats, and which went. */
@Injectable()
export class ChatRemindersRepository {
  constructor(@InjectRepository(ChatReminder) private readonly reminders: Repository<ChatReminder>) {}

  /** @param notBefore reminders whose time was before this are given up */
  listDue(now: Date, hours: readonly number[], notBefore: Date): Promise<DueChatReminder[]> {
    return this.reminders.query<DueChatReminder[]>(DUE, [now, hours, notBefore]);
  }

  async add(reminder: ChatReminder): Promise<void> {
    await this.reminders.createQueryBuilder().insert().values(reminder).orIgnore().execute();
  }

  /** Reminders that tell what is over, or no longer so. */
  async listUntrue(now: Date): Promise<SentReminder[]> {
    const rows = await this.reminders.query<(Omit<SentReminder, 'message_id'> & { message_id: string })[]>(
      UNTRUE,
      [now],
    );
    return rows.map((row) => ({ ...row, message_id: Number(row.message_id) }));
  }

  async settle({ appointment_id, about }: Pick<ChatReminder, 'appointment_id' | 'about'>): Promise<void> {
    await this.reminders.update({ appointment_id, about }, { is_settled: true });
  }
}
