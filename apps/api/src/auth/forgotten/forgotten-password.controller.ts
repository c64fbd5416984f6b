import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { Open } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { baseUrl } from '../../platform/http/server/base-url';
import { ForgottenPasswordRequest, ResetPasswordRequest } from './forgotten-password.requests';
import { ForgottenPasswordsService } from './forgotten-passwords.service';
import { PasswordResetsService } from './password-resets.service';

/** For who has forgotten the password. */
@ApiTags('Log-in')
@Controller('api/auth')
export class ForgottenPasswordController {
  constructor(
    private readonly links: ForgottenPasswordsService,
    private readonly resets: PasswordResetsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('forgot')
  @HttpCode(204)
  @Open()
  @Describes({
    summary: 'Ask for a link to set a new password',
    description:
      'The answer is the same, in the same time, whether a user has this email, mail is set up, or too many links were asked for. ' +
      'The link is good once, for an hour.',
  })
  ask(@Body() { email }: ForgottenPasswordRequest, @Req() request: FastifyRequest): Promise<void> {
    return this.links.ask(email, baseUrl(this.settings, request), request.ip);
  }

  @Post('reset')
  @HttpCode(204)
  @Open()
  @Describes({
    summary: 'Set a new password with a link',
    description: 'Uses the link up and ends all sessions of the user. A second factor stays.',
    problems: ['invalid_token', 'too_many_requests'],
  })
  reset(@Body() body: ResetPasswordRequest, @Req() request: FastifyRequest): Promise<void> {
    return this.resets.reset(body, request.ip);
  }
}
