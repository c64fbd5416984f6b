import { Injectable } from '@nestjs/common';
import { USER_MAIL_KINDS, type MailDto, type MailQueryDto, type PageDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import { mapPage } from '../../database/pages/read-entity-page';
import type { PageInput } from '../../database/pages/read-page';
import { JobsService } from '../../jobs/jobs.service';
import { demandOfRole } from '../../platform/access/access.decorators';
import type { Caller, KnownActor } from '../../platform/access/caller';
import { demandOneOf } from '../../platform/access/demand';
import { AppError } from '../../platform/errors/app-error';
import { found } from '../../platform/errors/found';
import { AskedMailsService } from '../sending/asked-mails.service';
import { MAIL_JOB, type Mail } from './mail.entity';
import { toMailDto } from './mail.mapper';
import { MailsRepository } from './mails.repository';

/** The log of mails. */
@Injectable()
export class MailLogService {
  constructor(
    private readonly mails: MailsRepository,
    private readonly jobs: JobsService,
    private readonly audit: AuditService,
    private readonly asked: AskedMailsService,
  ) {}

  async list(query: MailQueryDto & PageInput, caller: Caller): Promise<PageDto<MailDto>> {
    return mapPage(await this.mails.listMails(query, caller), toMailDto);
  }

  /** @throws AppError `not_found`, `forbidden` for a mail to a user and no admin, `mail_not_kept`, `too_many_requests` */
  async sendAgain(id: string, actor: KnownActor): Promise<MailDto> {
    const mail = await this.get(id, actor.caller);
    if (isToUser(mail)) demandOneOf([actor.caller], demandOfRole('admin'));
    if (mail.status === 'waiting') await this.jobs.run(MAIL_JOB);
    else await this.retry(mail, actor);
    return toMailDto(await this.get(id, actor.caller));
  }

  private async retry({ id, content, recipient }: Mail, actor: KnownActor): Promise<void> {
    if (content === null)
      throw new AppError('mail_not_kept', 'It held a link to set a password. Ask for another link.');
    await this.asked.count(recipient);
    const event = this.audit.eventOf(actor, { action: 'mail.sent_again', object: `mail:${id}` });
    await this.mails.retry(id, event, (transaction) => this.jobs.add(transaction, MAIL_JOB, { id }));
    await this.jobs.wake(MAIL_JOB);
  }

  private async get(id: string, reader: Caller): Promise<Mail> {
    return found(await this.mails.findShown(id, reader), 'mail');
  }
}

function isToUser({ kind }: Mail): boolean {
  return USER_MAIL_KINDS.some((one) => one === kind);
}
