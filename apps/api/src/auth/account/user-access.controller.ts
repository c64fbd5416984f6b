import { Controller, Delete, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AuthSessionDto, InvitedUserDto } from '@groupless/shared-dto';
import type { FastifyRequest } from 'fastify';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { RequiresConfirmation, RequiresRole } from '../../platform/access/access.decorators';
import type { UserActor } from '../../platform/access/caller';
import { CurrentUser } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { baseUrl } from '../../platform/http/server/base-url';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { InvitesService } from '../../users/invites/invites.service';
import { UserAccessService } from './user-access.service';

/** Other users' access, managed by admins: invitations, sessions, second factors. */
@ApiTags('Users')
@Controller('api/users/:id')
@RequiresRole('admin')
export class UserAccessController {
  constructor(
    private readonly access: UserAccessService,
    private readonly invites: InvitesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Post('invite')
  @RequiresConfirmation()
  @HttpCode(200)
  @Describes({
    summary: 'Make a new link with which a user chooses a password',
    description:
      'For who was invited, and for who has forgotten the password, which counts until the link is used. The ' +
      'link is shown this once, and is good once, for 72 hours; an older one is dead from now on. Where it is mailed, one email is asked for six mails an hour.',
    problems: ['not_found', 'too_many_requests'],
  })
  invite(
    @Param('id', UuidPipe) id: string,
    @Req() request: FastifyRequest,
    @CurrentUser() actor: UserActor,
  ): Promise<InvitedUserDto> {
    return this.invites.renew(id, baseUrl(this.settings, request), actor);
  }

  @Get('sessions')
  @Describes({
    summary: 'List where a user is logged in',
    problems: ['not_found'],
  })
  listSessions(
    @Param('id', UuidPipe) id: string,
    @CurrentUser() actor: UserActor,
  ): Promise<AuthSessionDto[]> {
    return this.access.listSessions(id, actor);
  }

  @Delete('sessions')
  @HttpCode(204)
  @Describes({ summary: 'End all sessions of a user', problems: ['not_found'] })
  endSessions(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<void> {
    return this.access.endSessions(id, actor);
  }

  @Delete('totp')
  @RequiresConfirmation()
  @HttpCode(204)
  @Describes({
    summary: 'Switch the TOTP of a user off, and end all sessions of the user',
    problems: ['not_found'],
  })
  removeSecondFactor(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<void> {
    return this.access.removeSecondFactor(id, actor);
  }
}
