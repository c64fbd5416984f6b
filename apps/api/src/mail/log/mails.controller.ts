import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MailDto, PageDto } from '@groupless/shared-dto';
import { RequiresRole } from '../../platform/access/access.decorators';
import type { Caller, KnownActor } from '../../platform/access/caller';
import { CurrentCaller, CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { MailListRequest } from './mail-list.request';
import { MailLogService } from './mail-log.service';

/** The log of mails. */
@ApiTags('Mail')
@Controller('api/mail')
export class MailsController {
  constructor(private readonly mails: MailLogService) {}

  @Get()
  @RequiresRole('viewer')
  @Describes({
    summary: 'List the mails, the newest first',
    description:
      'Those to users (`invitation`, `reset`, `security`, `team`) are shown to admins and to the user that one is to, to no key. ' +
      'What they say is not shown. Entries stay for `MAIL_RETENTION_DAYS`.',
    problems: ['invalid_cursor'],
  })
  list(@Query() query: MailListRequest, @CurrentCaller() caller: Caller): Promise<PageDto<MailDto>> {
    return this.mails.list(query, caller);
  }

  @Post(':id/again')
  @HttpCode(200)
  @RequiresRole('operator')
  @Describes({
    summary: 'Send a mail again',
    description:
      'With the same `Message-ID`. One that waits is tried now. What held a link to set a password is kept only until it is sent: ' +
      '409 `mail_not_kept`. Those to users are sent again by admins alone. One email is asked for six mails an hour.',
    problems: ['not_found', 'mail_not_kept', 'too_many_requests'],
  })
  sendAgain(@Param('id', UuidPipe) id: string, @CurrentKnownActor() actor: KnownActor): Promise<MailDto> {
    return this.mails.sendAgain(id, actor);
  }
}
