import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { InvitedDto, SignedInDto, UserDto } from '@groupless/shared-dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EventFeedService } from '../../events/event-feed.service';
import { GuardedBy, Open } from '../../platform/access/access.decorators';
import { Describes } from '../../platform/docs/describes';
import { AuthCookies } from './auth-cookies';
import { InvitationService } from './invitation.service';
import { LoginService, type SignedIn } from './login.service';
import { AcceptInviteRequest, LookAtInviteRequest } from './accept-invite.request';
import { LoginRequest } from './login.request';
import { SameOriginGuard } from './same-origin.guard';

@ApiTags('Log-in')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly logins: LoginService,
    private readonly cookies: AuthCookies,
    private readonly invitations: InvitationService,
    private readonly events: EventFeedService,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Open()
  @Describes({
    summary: 'Log in with email, password and, where it is on, TOTP',
    description:
      'Also sets the cookie `refresh_token`, with which `/api/auth/refresh` gives the next access token. The header ' +
      '`Last-Event-ID` of both answers says where the events stand: who reads first and follows `/api/events` with it ' +
      'misses nothing in between.',
    problems: ['invalid_credentials', 'totp_required', 'totp_invalid', 'too_many_requests'],
  })
  async logIn(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.answer(reply, await this.logins.logIn(body, this.cookies.visitorOf(request)));
  }

  @Post('invite')
  @HttpCode(200)
  @Open()
  @Describes({
    summary: 'Choose a password with a link from an admin',
    description:
      'Uses the link up and ends all sessions of the user, who then logs in with the password (and TOTP, if that ' +
      'is on). A token that is unknown, used or too old is the field error `incorrect`.',
    problems: ['too_many_requests'],
  })
  acceptInvite(@Body() body: AcceptInviteRequest, @Req() request: FastifyRequest): Promise<UserDto> {
    return this.invitations.accept(body, request.ip);
  }

  @Post('invite/look')
  @HttpCode(200)
  @Open()
  @Describes({
    summary: 'Say whose an invitation is',
    description: 'Uses nothing up. A token that is unknown, used or too old is the field error `incorrect`.',
    problems: ['too_many_requests'],
  })
  lookAtInvite(@Body() { token }: LookAtInviteRequest, @Req() request: FastifyRequest): Promise<InvitedDto> {
    return this.invitations.look(token, request.ip);
  }

  @Post('refresh')
  @HttpCode(200)
  @GuardedBy(SameOriginGuard, 'refresh_cookie')
  @Describes({
    summary: 'Get the next access token with the cookie of the log-in',
    description:
      'Replaces the cookie. An older one ends the session, except that for ten seconds the last one still ' +
      'gets an access token, though no new cookie: another tab has it already.',
  })
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.answer(reply, await this.logins.refresh(this.cookies.refreshTokenOf(request), request.ip));
  }

  @Post('logout')
  @HttpCode(204)
  @GuardedBy(SameOriginGuard, 'refresh_cookie')
  @Describes({ summary: 'End the session of the cookie' })
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.logins
      .logOut(this.cookies.refreshTokenOf(request), request.ip)
      .then(() => this.cookies.clear(reply));
  }

  private answer(reply: FastifyReply, signedIn: SignedIn): SignedInDto {
    if (this.events.newestId !== null) void reply.header('last-event-id', this.events.newestId);
    return this.cookies.set(reply, signedIn);
  }
}
