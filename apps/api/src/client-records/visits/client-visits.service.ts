import { Injectable } from '@nestjs/common';
import type { ClientDto, ClientVisitsDto, NoReminderReason } from '@groupless/shared-dto';
import { ClientsService } from '../../clients/clients.service';
import { MailSettingsService } from '../../mail/settings/mail-settings.service';
import { Clock } from '../../platform/clock';
import { ClientVisitsRepository } from './client-visits.repository';

/** How reliably a client came before, shown when somebody books or answers. */
@Injectable()
export class ClientVisitsService {
  constructor(
    private readonly visits: ClientVisitsRepository,
    private readonly clients: ClientsService,
    private readonly mail: MailSettingsService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `not_found` */
  async get(client_id: string): Promise<ClientVisitsDto> {
    const { row: client } = await this.clients.get(client_id);
    const [visits, no_reminder] = await Promise.all([
      this.visits.readVisits(client_id, this.clock.now()),
      this.whyNoReminder(client),
    ]);
    return { ...visits, no_reminder };
  }

  private async whyNoReminder({
    email,
    shared_email,
    email_refused,
    no_reminders,
  }: ClientDto): Promise<NoReminderReason | null> {
    const { are_on, by_mail } = await this.mail.reminders();
    if (!are_on) return null;
    if (by_mail !== 'on') return by_mail === 'off' ? 'chat_alone' : 'mail_off';
    if (email === null && shared_email === null) return 'no_email';
    if (email_refused !== null) return 'refused';
    return no_reminders.includes('mail') ? 'unwanted' : null;
  }
}
