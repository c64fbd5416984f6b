import { Injectable, Logger } from '@nestjs/common';
import { MailService, type Telling } from '../mail/mail.service';
import { describeError } from '../platform/log/describe-error';
import type { User } from './user.entity';

/** Tells users by mail what happened to their account. */
@Injectable()
export class SecurityNoticesService {
  private readonly log = new Logger(SecurityNoticesService.name);

  constructor(private readonly mails: MailService) {}

  /** What has happened stays so: a failure is logged only. */
  async tell(
    user: Pick<User, 'email' | 'name' | 'locale'>,
    notice: NonNullable<Telling['notice']>,
  ): Promise<void> {
    const { email: to, name, locale: language } = user;
    try {
      await this.mails.send({ kind: 'security', to, language, notice, values: { name } });
    } catch (error) {
      this.log.warn({ err: describeError(error), notice }, 'a notice of security was not written');
    }
  }
}
