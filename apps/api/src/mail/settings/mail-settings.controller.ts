import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MailSettingsDto, TestedMailDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../../platform/access/access.decorators';
import type { KnownActor } from '../../platform/access/caller';
import { CurrentKnownActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import type { Versioned } from '../../platform/http/answer';
import { IfMatch, type ExpectedVersions } from '../../platform/http/headers/if-match';
import { TestMailService } from '../sending/test-mail.service';
import { ReplaceMailSettingsRequest, TestMailRequest } from './mail-settings.request';
import { MailSettingsService } from './mail-settings.service';

@ApiTags('Mail')
@Controller('api/settings/mail')
@RequiresRole('admin')
export class MailSettingsController {
  constructor(
    private readonly settings: MailSettingsService,
    private readonly tests: TestMailService,
  ) {}

  @Get()
  @Describes({
    summary: 'Read how mail is sent',
    description: 'The password is never shown.',
    tagged: true,
  })
  get(): Promise<Versioned<MailSettingsDto>> {
    return this.settings.get();
  }

  @Put()
  @RequiresConfirmation()
  @Describes({
    summary: 'Replace how mail is sent',
    description:
      'While `SMTP_URL` is set, `enabled` and `server` are stored, but those of the environment count. A stored password is kept ' +
      'for its server and user alone: with others, `password` is required.',
    problems: ['version_mismatch'],
  })
  replace(
    @Body() settings: ReplaceMailSettingsRequest,
    @IfMatch() versions: ExpectedVersions,
    @CurrentKnownActor() actor: KnownActor,
  ): Promise<Versioned<MailSettingsDto>> {
    return this.settings.replace(settings, versions, actor);
  }

  @Post('test')
  @HttpCode(200)
  @Describes({
    summary: 'Send a test mail now, and tell what the server said',
    description:
      'It is not tried again. 502 `mail_refused` has the words of the server. One email is asked for six mails an hour.',
    problems: ['mail_not_set_up', 'mail_refused', 'too_many_requests'],
  })
  test(@Body() { to }: TestMailRequest): Promise<TestedMailDto> {
    return this.tests.send(to);
  }
}
