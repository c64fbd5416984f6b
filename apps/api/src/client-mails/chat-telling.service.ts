import { Injectable } from '@nestjs/common';
import { ChatRemindersService } from '../conversations/reminders/chat-reminders.service';
import { MailService } from '../mail/mail.service';
import type { ChatReminderPlan } from '../mail/settings/mail-settings.service';
import { ChatRemindersRepository, type DueChatReminder } from './chat-reminders.repository';
import { isQuiet, LATE_MS, quietMs } from './quiet-hours';
import { aboutReminder, toldValues, type Place } from './told-values';

/** Reminds clients in the chat in which they booked. */
@Injectable()
export class ChatTellingService {
  constructor(
    private readonly reminders: ChatRemindersRepository,
    private readonly chats: ChatRemindersService,
    private readonly mails: MailService,
  ) {}

  /** Not in quiet hours: what is due then leaves at their end. What a person holds waits until it is given back. */
  async remind({ reminder_hours, quiet, from }: ChatReminderPlan, place: Place, now: Date): Promise<void> {
    if (isQuiet(now, quiet, place.time_zone)) return;
    const notBefore = new Date(Math.max(from.getTime(), now.getTime() - LATE_MS - quietMs(quiet)));
    for (const due of await this.reminders.listDue(now, reminder_hours, notBefore))
      await this.send(due, place, now);
  }

  /** A reminder that no agent has brought yet is taken back when its appointment is moved, cancelled or has begun. */
  async takeBackUntrue(now: Date): Promise<void> {
    for (const reminder of await this.reminders.listUntrue(now)) {
      await this.chats.takeBack(reminder.chat_id, reminder.message_id);
      await this.reminders.settle(reminder);
    }
  }

  private async send(due: DueChatReminder, place: Place, now: Date): Promise<void> {
    const { id: appointment_id, chat_id, starts_at, language, hours } = due;
    const values = toldValues(due, place);
    const { text } = await this.mails.write({ kind: 'reminder', language, values });
    const about = aboutReminder(hours, starts_at);
    const key = `${appointment_id}:${about}`;
    const message_id = await this.chats.send({ chat_id, text, key, at: now });
    if (message_id === null) return;
    const sent = { appointment_id, about, chat_id, message_id, starts_at, is_settled: false, sent_at: now };
    await this.reminders.add(sent);
  }
}
