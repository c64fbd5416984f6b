import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { MailPreviewDto, MailTextDto } from '@groupless/shared-dto';
import { RequiresConfirmation, RequiresRole } from '../../platform/access/access.decorators';
import type { Actor } from '../../platform/access/caller';
import { CurrentActor } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { MailTextRequest } from './mail-text.request';
import { MailTextsService } from './mail-texts.service';

/** The texts of mails, of each kind in each language. */
@ApiTags('Mail')
@Controller('api/settings/mail/texts/:kind/:language')
@RequiresRole('admin')
export class MailTextsController {
  constructor(private readonly texts: MailTextsService) {}

  @Get()
  @Describes({ summary: 'Read the text of a mail', problems: ['not_found'] })
  get(@Param('kind') kind: string, @Param('language') language: string): Promise<MailTextDto> {
    return this.texts.get({ kind, language });
  }

  @Put()
  @RequiresConfirmation()
  @Describes({
    summary: 'Replace the text of a mail',
    description:
      'A placeholder that the kind does not have is 400, and so is `{link}` that does not stand alone on its line of the text: ' +
      'what touches an address becomes a part of it.',
    problems: ['not_found'],
  })
  replace(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Body() text: MailTextRequest,
    @CurrentActor() actor: Actor,
  ): Promise<MailTextDto> {
    return this.texts.replace({ kind, language }, text, actor);
  }

  @Delete()
  @HttpCode(204)
  @RequiresConfirmation()
  @Describes({
    summary: 'Go back to the text of the program',
    problems: ['not_found'],
  })
  reset(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @CurrentActor() actor: Actor,
  ): Promise<void> {
    return this.texts.reset({ kind, language }, actor);
  }

  @Post('preview')
  @HttpCode(200)
  @Describes({
    summary: 'See what a mail with this text would look like',
    description: 'With the values of the next appointment, and invented ones where there is none.',
    problems: ['not_found'],
  })
  preview(
    @Param('kind') kind: string,
    @Param('language') language: string,
    @Body() text: MailTextRequest,
  ): Promise<MailPreviewDto> {
    return this.texts.preview({ kind, language }, text);
  }
}
