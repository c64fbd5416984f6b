import { Injectable } from '@nestjs/common';
import { MAIL_WORDS, type TestedMailDto } from '@groupless/shared-dto';
import { JobsService } from '../../jobs/jobs.service';
import { ChatAgentSettingsService } from '../../settings/chat-agent-settings.service';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { nameOfBusiness } from '../../shared/name-of-business';
import { newId } from '../../shared/new-id';
import { MAIL_JOB } from '../log/mail.entity';
import { MailSettingsService } from '../settings/mail-settings.service';
import { mailPage } from '../texts/mail-page';
import { AskedMailsService } from './asked-mails.service';
import { deliverMail, MailRefusedError } from './mail-transport';

/** A mail that shows whether the settings work. Where they do, what waits is sent at once. */
@Injectable()
export class TestMailService {
  constructor(
    private readonly settings: MailSettingsService,
    private readonly business: ChatAgentSettingsService,
    private readonly jobs: JobsService,
    private readonly clock: Clock,
    private readonly asked: AskedMailsService,
  ) {}

  /** @throws AppError `mail_not_set_up`, `mail_refused`, `too_many_requests` */
  async send(to: string): Promise<TestedMailDto> {
    const { server, from, reply_to } = await this.settings.getActive();
    await this.asked.count(to);
    const name = nameOfBusiness(await this.business.current());
    const subject = name === '' ? 'Test' : `Test: ${name}`;
    const text = 'This mail shows that the mail server takes what Groupless sends.';
    const html = mailPage({ subject, text, language: 'en', links: [] });
    const id = newId(this.clock.now());
    try {
      const mail = { id, from, reply_to, to, subject, text, html, calendar: null };
      const response = await deliverMail(server, mail);
      await this.jobs.run(MAIL_JOB);
      return { accepted: true, response };
    } catch (error) {
      if (!(error instanceof MailRefusedError)) throw error;
      throw new AppError('mail_refused', `${MAIL_WORDS.not_sent} ${error.message}`);
    }
  }
}
