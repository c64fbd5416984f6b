import { Inject, Injectable } from '@nestjs/common';
import type { Client } from '../clients/client.entity';
import { ClientsService } from '../clients/clients.service';
import { SETTINGS } from '../config/config.module';
import type { Settings } from '../config/settings';
import { MailTextsService } from '../mail/texts/mail-texts.service';
import { SealedTexts } from '../platform/crypto/sealed-text';
import { AppError } from '../platform/errors/app-error';

/** What a token of these addresses is bound to. */
const PLACE = 'unsubscribe';

/** Lets clients end reminders by mail, without a log-in: by an address that only their mails have. */
@Injectable()
export class UnsubscribesService {
  constructor(
    private readonly clients: ClientsService,
    private readonly texts: MailTextsService,
    private readonly sealing: SealedTexts,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'public_url'>,
  ) {}

  /** Null without `PUBLIC_URL`: nobody knows the address of this server. */
  addressFor(client_id: string): string | null {
    const { public_url } = this.settings;
    return public_url === null
      ? null
      : `${public_url}/api/mail/unsubscribe/${this.sealing.seal(client_id, PLACE)}`;
  }

  /** @throws AppError `not_found` */
  async ask(token: string): Promise<string> {
    const { language } = await this.clientOf(token);
    return this.texts.unsubscribePage(language, 'question');
  }

  /** @throws AppError `not_found` */
  async unsubscribe(token: string): Promise<string> {
    const { id, language } = await this.clientOf(token);
    await this.clients.edit(
      id,
      ({ no_reminders }) => ({ no_reminders: [...new Set([...no_reminders, 'mail' as const])].sort() }),
      { caller: null, ip: null },
    );
    return this.texts.unsubscribePage(language, 'done');
  }

  private clientOf(token: string): Promise<Client> {
    let id: string;
    try {
      id = this.sealing.open(token, PLACE);
    } catch {
      throw new AppError('not_found', 'This address opens nothing.');
    }
    return this.clients.getKept(id);
  }
}
