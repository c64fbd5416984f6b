import { Injectable, Logger } from '@nestjs/common';
import { MailService } from '../mail/mail.service';
import { describeError } from '../platform/log/describe-error';
import { ApiKeysRepository } from './api-keys.repository';

/** Tells users by mail of keys that others made for them: these read what they say to their assistants. */
@Injectable()
export class OwnerNoticesService {
  private readonly log = new Logger(OwnerNoticesService.name);

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly mails: MailService,
  ) {}

  /** The key is there already: a failure is logged only. */
  async tell(owner_id: string): Promise<void> {
    try {
      const owner = await this.keys.findOwner(owner_id);
      if (owner === null) return;
      const { name, email: to, locale: language } = owner;
      await this.mails.send({ kind: 'security', to, language, notice: 'key_made', values: { name } });
    } catch (error) {
      this.log.warn({ err: describeError(error) }, 'the owner of a key was not told of it');
    }
  }
}
