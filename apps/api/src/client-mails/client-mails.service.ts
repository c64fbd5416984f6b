import { Injectable } from '@nestjs/common';
import { MailService } from '../mail/mail.service';
import type { ActiveMail } from '../mail/public';
import { MailSettingsService } from '../mail/settings/mail-settings.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { Clock } from '../platform/clock';
import { Job } from '../shared/jobs/job';
import { ChatRemindersService } from './chat-reminders.service';
import { ClientMailsRepository, type DueReminder } from './client-mails.repository';
import { givenUpBefore, isQuiet } from '../shared/quiet-hours';
import { TellingMailsService } from './told/telling-mails.service';
import { TellingsService } from './told/tellings.service';
import { tryEach } from './try-each';

/** Notifies clients of changed appointments by mail, and reminds them by mail and in their chats. */
@Injectable()
export class ClientMailsService {
  constructor(
    private readonly appointments: ClientMailsRepository,
    private readonly tellings: TellingsService,
    private readonly tellingMails: TellingMailsService,
    private readonly mails: MailService,
    private readonly settings: MailSettingsService,
    private readonly business: ChatAgentSettingsService,
    private readonly chats: ChatRemindersService,
    private readonly clock: Clock,
  ) {}

  /** Changes are told before reminders, so that nobody is reminded of what was not confirmed to them. */
  @Job({
    name: 'client-mails',
    every: '* * * * *',
    retries: 3,
    first_pause_s: 10,
    longest_pause_s: 60,
    keep_days: 1,
    poll_s: 10,
  })
  async notify(): Promise<void> {
    const now = this.clock.now();
    const { active, chat } = await this.settings.plan();
    const parts = [
      () => this.chats.takeBackOutdated(now),
      () => this.tellings.tellChanges(active, now),
      async () => chat !== null && this.chats.remind({ ...chat, active }, await this.business.current(), now),
      () => this.remind(active, now),
      () => this.mails.wake(),
    ];
    await tryEach(parts, (part): Promise<unknown> => part());
  }

  /** Reminders that are due in quiet hours are sent at their end. */
  private async remind(active: ActiveMail | null, now: Date): Promise<void> {
    if (active?.sends.reminder !== true) return this.settings.noteNoReminders(now);
    const { quiet, reminder_hours, told_from } = active;
    const { time_zone } = await this.business.current();
    if (isQuiet(now, quiet, time_zone)) return;
    const due = await this.appointments.listDue(now, reminder_hours, givenUpBefore(told_from, now, quiet));
    await tryEach(due, (one) => this.remindOf(active, one, now));
  }

  private remindOf(active: ActiveMail, due: DueReminder, now: Date): Promise<void> {
    const { id, email: to, about } = due;
    return this.appointments.within(async (transaction) => {
      if (to === null || (await this.appointments.isNotified(transaction, id, about))) return;
      const mail = await this.tellingMails.compose(active, { appointment: due, kind: 'reminder', to, about });
      if (mail === null) return;
      if (await this.tellings.noteReminder(transaction, due, { to, mail_id: mail.id, active, now }))
        await this.mails.add(transaction, mail);
    });
  }
}
