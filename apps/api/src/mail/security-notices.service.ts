import { Injectable, Logger } from '@nestjs/common';
import { describeError } from '../platform/log/describe-error';
import { MailService } from './mail.service';
import type { SecurityNotice } from './texts/language-texts';

/** A user, as `User` has these fields. */
interface Recipient {
  email: string;
  name: string;
  locale: string | null;
}

/** Tells users by mail what happened to their account. */
@Injectable()
export class SecurityNoticesService {
  private readonly log = new Logger(SecurityNoticesService.name);

  constructor(private readonly mails: MailService) {}

  /** What has happened stays so: a failure is logged only. */
  async tell({ email: to, name, locale: language }: Recipient, notice: SecurityNotice): Promise<void> {
    try {
      await this.mails.send({ kind: 'security', to, language, notice, values: { name } });
    } catch (error) {
      this.log.warn({ err: describeError(error), notice }, 'a notice of security was not written');
    }
  }
}
