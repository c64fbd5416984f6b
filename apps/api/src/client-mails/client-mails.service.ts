import { Injectable } from '@nestjs/common';
import type { MailKind } from '@groupless/shared-dto';
import { MailService } from '../mail/mail.service';
import { MailSettingsService, tellsClients, type ActiveMail } from '../mail/settings/mail-settings.service';
import { ChatAgentSettingsService } from '../settings/chat-agent-settings.service';
import { Clock } from '../platform/clock';
import { Job } from '../shared/jobs/job';
import { appointmentInvite } from './appointment-invite';
import { ChatRemindersService } from './chat-reminders.service';
import { ClientMailsRepository } from './client-mails.repository';
import { givenUpBefore, isQuiet } from './quiet-hours';
import type { NotifiedAppointment } from './notified-appointment';
import { notificationValues } from './notification-values';
import { notificationKind } from './notification-kind';
import { tryEach } from './try-each';

/** Each run reads changes from this long before the last run again, because a transaction may commit late. */
const OVERLAP_MS = 300_000;
/** After a longer pause, for example when a backup was restored, clients are not notified of the changes in it. */
const GAP_MS = 3_600_000;

/** Notifies clients of changed appointments by mail, and reminds them by mail and in their chats. */
@Injectable()
export class ClientMailsService {
  constructor(
    private readonly appointments: ClientMailsRepository,
    private readonly mails: MailService,
    private readonly settings: MailSettingsService,
    private readonly business: ChatAgentSettingsService,
    private readonly chats: ChatRemindersService,
    private readonly clock: Clock,
  ) {}

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
      async () => chat !== null && this.chats.remind(chat, await this.business.current(), now),
      () => this.notifyByMail(active, now),
    ];
    await tryEach(parts, (part): Promise<unknown> => part());
  }

  private async notifyByMail(active: ActiveMail | null, now: Date): Promise<void> {
    if (active === null || !tellsClients(active.sends)) return this.settings.noteUntold(now);
    await this.notifyOfChanges(active, now);
    if (active.sends.reminder) await this.remind(active, now);
    await this.mails.wake();
  }

  private async notifyOfChanges(active: ActiveMail, now: Date): Promise<void> {
    const { told_from, told_until, sends } = active;
    const since = now.getTime() - told_until.getTime() > GAP_MS ? now : told_until;
    const from = new Date(Math.max(told_from.getTime(), since.getTime() - OVERLAP_MS));
    const changes = await this.appointments.listChanges(from, now);
    for (const ofOne of Map.groupBy(changes, ({ id }) => id).values()) {
      const kind = notificationKind(ofOne);
      const last = ofOne.at(-1);
      if (kind === null || last === undefined || !sends[kind as keyof typeof sends]) continue;
      await this.notifyOnce(active, last, kind, `change:${last.change_version}`);
    }
    await this.settings.noteTold(now);
  }

  /** Reminders that are due in quiet hours are sent at their end. */
  private async remind(active: ActiveMail, now: Date): Promise<void> {
    const { quiet, reminder_hours, told_from } = active;
    const { time_zone } = await this.business.current();
    if (isQuiet(now, quiet, time_zone)) return;
    const notBefore = givenUpBefore(told_from, now, quiet);
    for (const due of await this.appointments.listDue(now, reminder_hours, notBefore))
      await this.notifyOnce(active, due, 'reminder', due.about);
  }

  private async notifyOnce(
    active: ActiveMail,
    appointment: NotifiedAppointment,
    kind: MailKind,
    about: string,
  ): Promise<void> {
    const { id, client_id, email: to, language } = appointment;
    if (to === null || (await this.appointments.isNotified(id, about))) return;
    const place = await this.business.current();
    const { name: business } = place;
    const values = notificationValues(appointment, place);
    const summary = [values.service, business].filter((part) => part !== '').join(', ');
    const organizer = { name: active.from.name || business, email: active.from.address };
    // A reminder changes nothing in a calendar.
    const calendar =
      kind === 'reminder' ? null : appointmentInvite({ ...appointment, email: to }, { organizer, summary });
    const notification = { kind, to, language, values, client_id, appointment_id: id, about, calendar };
    const mail = await this.mails.compose(notification);
    if (mail !== null) await this.appointments.within((transaction) => this.mails.add(transaction, mail));
  }
}
