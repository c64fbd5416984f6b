import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AuthSessionDto, MeDto, NotificationSettingsDto } from '@groupless/shared-dto';
import type { FastifyReply } from 'fastify';
import { RequiresUser } from '../../platform/access/access.decorators';
import type { UserActor } from '../../platform/access/caller';
import { CurrentUser } from '../../platform/access/current-caller';
import { Describes } from '../../platform/docs/describes';
import { UuidPipe } from '../../platform/http/uuid.pipe';
import { UsersService } from '../../users/users.service';
import { AuthCookies } from '../log-in/auth-cookies';
import { NotificationSettingsRequest } from './notification-settings.request';
import { OwnPasswordService } from './own-password.service';
import { OwnSessionsService } from '../sessions/own-sessions.service';
import { ChangePasswordRequest } from './change-password.request';
import { PresenceRequest } from './presence.request';
import { UpdateMeRequest } from './update-me.request';

/** A user's own account. */
@ApiTags('Log-in')
@Controller('api/auth')
@RequiresUser()
export class AccountController {
  constructor(
    private readonly users: UsersService,
    private readonly passwords: OwnPasswordService,
    private readonly sessions: OwnSessionsService,
    private readonly cookies: AuthCookies,
  ) {}

  @Get('me')
  @Describes({ summary: 'Read the own account' })
  getMe(@CurrentUser() { caller }: UserActor): Promise<MeDto> {
    return this.users.getMe(caller.id);
  }

  @Patch('me')
  @Describes({ summary: 'Change the own name and preferences' })
  updateMe(@Body() body: UpdateMeRequest, @CurrentUser() actor: UserActor): Promise<MeDto> {
    return this.users.updateMe(body, actor);
  }

  @Put('presence')
  @HttpCode(204)
  @Describes({
    summary: 'Say that the own user is there, or away',
    description: 'Conversations are given to who is there alone, where the settings share them.',
  })
  setPresence(@Body() presence: PresenceRequest, @CurrentUser() { caller }: UserActor): Promise<void> {
    return this.users.notePresence(caller.id, presence);
  }

  @Get('notifications')
  @Describes({
    summary: 'Read what the own user wants to be told of',
  })
  getNotifications(@CurrentUser() { caller }: UserActor): Promise<NotificationSettingsDto> {
    return this.users.getNotifications(caller.id);
  }

  @Put('notifications')
  @Describes({
    summary: 'Choose what the own user wants to be told of',
    description:
      'The panel tells of these by notifications of the desktop and by a sound, while it is open; the server tells of those in `mail`, where mail is on, ' +
      'and of those in `push` the devices of `GET /api/auth/push`. Left out, `mail`, `push` and `push_names` stay as they are.',
  })
  setNotifications(
    @Body() body: NotificationSettingsRequest,
    @CurrentUser() { caller }: UserActor,
  ): Promise<NotificationSettingsDto> {
    return this.users.setNotifications(body, caller.id);
  }

  @Post('password')
  @HttpCode(204)
  @Describes({ summary: 'Change the own password and end the own other sessions' })
  changePassword(@Body() body: ChangePasswordRequest, @CurrentUser() actor: UserActor): Promise<void> {
    return this.passwords.change(body, actor);
  }

  @Get('sessions')
  @Describes({ summary: 'List where the own user is logged in' })
  listSessions(@CurrentUser() { caller }: UserActor): Promise<AuthSessionDto[]> {
    return this.sessions.list(caller);
  }

  @Delete('sessions/:id')
  @HttpCode(204)
  @Describes({ summary: 'End one of the own sessions', problems: ['not_found'] })
  endSession(@Param('id', UuidPipe) id: string, @CurrentUser() actor: UserActor): Promise<void> {
    return this.sessions.end(id, actor);
  }

  @Post('logout-all')
  @HttpCode(204)
  @Describes({ summary: 'End all own sessions, this one included' })
  async logOutEverywhere(
    @CurrentUser() actor: UserActor,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.endAll(actor).then(() => this.cookies.clear(reply));
  }
}
