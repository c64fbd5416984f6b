import { Injectable } from '@nestjs/common';
import { isUnfilledPlaceholder } from '@groupless/shared-dto';
import { BookingLinksService } from '../appointments/links/booking-links.service';
import { LINK_PLACE, REMINDERS_HANDED_OUT } from '../conversations/public';
import { ReminderMessagesService } from '../conversations/reminders/reminder-messages.service';
import { MailService } from '../mail/mail.service';
import type { ActiveMail, ChatReminderPlan } from '../mail/public';
import { On } from '../shared/bus/topic';
import { ChatRemindersRepository, type DueChatReminder } from './chat-reminders.repository';
import { givenUpBefore, isQuiet } from '../shared/quiet-hours';
import { notificationValues, type Place } from './notification-values';
import { TellingsService } from './told/tellings.service';
import { tryEach } from './try-each';

/** Reminds clients in the chat in which they booked. */
@Injectable()
export class ChatRemindersService {
  constructor(
    private readonly reminders: ChatRemindersRepository,
    private readonly chats: ReminderMessagesService,
    private readonly mails: MailService,
    private readonly tellings: TellingsService,
    private readonly links: BookingLinksService,
  ) {}

  /**
   * Reminders that are due in quiet hours are sent at their end. While a person has taken over the chat, they wait until the
   * agent has it again.
   */
  async remind(
    { reminder_hours, quiet, from, active }: ChatReminderPlan & { active: ActiveMail | null },
    place: Place,
    now: Date,
  ): Promise<void> {
    if (isQuiet(now, quiet, place.time_zone)) return;
    const due = await this.reminders.listDue(now, reminder_hours, givenUpBefore(from, now, quiet));
    // Older versions took placeholders as ids of chats: by one nobody is reached, or somebody else.
    const reachable = due.filter(({ chat_id }) => !isUnfilledPlaceholder(chat_id));
    await tryEach(reachable, (one) => this.send(one, place, { active, now }));
  }

  /**
   * A reminder that no agent has brought yet is taken back when its appointment is moved, cancelled, deleted or has begun, or
   * when its chat is another client's or a person's.
   */
  async takeBackOutdated(now: Date): Promise<void> {
    const outdated = await this.reminders.listOutdated(now);
    await tryEach(outdated, async (reminder) => {
      const { appointment_id, about, chat_id } = reminder;
      const isGone = await this.chats.takeBack(chat_id, keyOf(appointment_id, about));
      await (isGone ? this.reminders.remove(reminder) : this.reminders.settle(reminder));
    });
    await this.reminders.forgetBegun(now);
  }

  @On(REMINDERS_HANDED_OUT)
  async linksOf({ keys }: { keys: readonly string[] }): Promise<ReadonlyMap<string, string>> {
    const urls = await this.links.urlsOf([...new Set(keys.map(appointmentOf))]);
    return new Map(
      keys.flatMap((key) => {
        const url = urls.get(appointmentOf(key));
        return url === undefined ? [] : [[key, url]];
      }),
    );
  }

  private async send(
    due: DueChatReminder,
    place: Place,
    { active, now }: { active: ActiveMail | null; now: Date },
  ): Promise<void> {
    const { id: appointment_id, about, chat_id, starts_at, language } = due;
    const manage = (await this.links.exampleUrl()) === '' ? '' : LINK_PLACE;
    const values = { ...notificationValues(due, place), manage };
    const { text } = await this.mails.write({ kind: 'reminder', language, values });
    const reminder = {
      appointment_id,
      about,
      chat_id,
      message_id: null,
      starts_at,
      is_settled: false,
      sent_at: now,
    };
    // Stored before the message is sent: a message without this row could not be taken back.
    await this.reminders.add(reminder);
    const message_id = await this.chats.send({
      chat_id,
      text,
      key: keyOf(appointment_id, about),
      at: now,
      isStillDue: async (transaction) =>
        (await this.reminders.isStillDue(transaction, due)) && (await this.tellings.mayRemind(due, active)),
    });
    await (message_id === null
      ? this.reminders.remove(reminder)
      : this.reminders.noteStored(reminder, message_id));
    if (message_id !== null) await this.tellings.noteByChat(due, active, now);
  }
}

/** The idempotency key of a reminder's message. */
function keyOf(appointment_id: string, about: string): string {
  return `${appointment_id}:${about}`;
}

function appointmentOf(key: string): string {
  return key.slice(0, key.indexOf(':'));
}
