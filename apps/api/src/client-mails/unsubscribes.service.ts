import { Inject, Injectable } from '@nestjs/common';
import { ClientsService } from '../clients/clients.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { MailTextsService } from '../mail/texts/mail-texts.service';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { AppError } from '../platform/errors/app-error';
import { ClientMailsRepository } from './client-mails.repository';
import type { NotifiedAppointment } from './notified-appointment';

/** What a token of these addresses is bound to. */
const PLACE = 'unsubscribe';
/** Who booked with another address than the client's ends the reminders of this booking alone. */
const OF_APPOINTMENT = 'appointment:';

type Whose = { client_id: string; appointment_id?: never } | { appointment_id: string; client_id?: never };

/** Lets clients end reminders by mail, without a log-in: by an address that only their mails have. */
@Injectable()
export class UnsubscribesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly mails: ClientMailsRepository,
    private readonly texts: MailTextsService,
    private readonly sealing: SealedTexts,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /** Null without `PUBLIC_URL`: nobody knows the address of this server. */
  addressFor({
    id,
    client_id,
    is_booker,
  }: Pick<NotifiedAppointment, 'id' | 'client_id' | 'is_booker'>): string | null {
    const { public_url } = this.settings;
    if (public_url === null) return null;
    const whose = is_booker ? `${OF_APPOINTMENT}${id}` : client_id;
    return `${public_url}/api/mail/unsubscribe/${this.sealing.seal(whose, PLACE)}`;
  }

  /** @throws AppError `not_found` */
  async ask(token: string): Promise<string> {
    return this.texts.unsubscribePage(await this.languageOf(this.open(token)), 'question');
  }

  /** @throws AppError `not_found` */
  async unsubscribe(token: string): Promise<string> {
    const whose = this.open(token);
    const language = await this.languageOf(whose);
    if (whose.appointment_id !== undefined) await this.mails.endReminders(whose.appointment_id);
    else
      await this.clients.edit(
        whose.client_id,
        ({ no_reminders }) => ({ no_reminders: [...new Set([...no_reminders, 'mail' as const])].sort() }),
        { caller: null, ip: null },
      );
    return this.texts.unsubscribePage(language, 'done');
  }

  /** @throws AppError `not_found` */
  private async languageOf({ client_id }: Whose): Promise<string | null> {
    return client_id === undefined ? null : (await this.clients.getKept(client_id)).language;
  }

  /** @throws AppError `not_found` */
  private open(token: string): Whose {
    try {
      const whose = this.sealing.open(token, PLACE);
      return whose.startsWith(OF_APPOINTMENT)
        ? { appointment_id: whose.slice(OF_APPOINTMENT.length) }
        : { client_id: whose };
    } catch {
      throw new AppError('not_found', 'This address opens nothing.');
    }
  }
}
