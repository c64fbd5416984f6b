import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { SignedInDto } from '@groupless/shared-dto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GuardedBy, Open } from '../shared/access/access.decorators';
import { Describes } from '../shared/docs/describes';
import { AuthCookies, refreshTokenOf, visitorOf } from './auth-cookies';
import { LoginService } from './login.service';
import { LoginRequest } from './requests/login.request';
import { SameOriginGuard } from './same-origin.guard';
import { SignedInResponse } from './signed-in.response';

@ApiTags('Log-in')
@Controller('api/auth')
export class AuthController {
  constructor(
    private readonly logins: LoginService,
    private readonly cookies: AuthCookies,
  ) {}

  @Post('login')
  @HttpCode(200)
  @Open()
  @Describes({
    summary: 'Log in with email, password and, where it is on, TOTP',
    description:
      'Also sets the cookie `refresh_token`, with which `/api/auth/refresh` gives the next access token.',
    answers: SignedInResponse,
    problems: ['invalid_credentials', 'totp_required', 'totp_invalid', 'too_many_requests'],
  })
  async logIn(
    @Body() body: LoginRequest,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.cookies.leave(reply, await this.logins.logIn(body, visitorOf(request)));
  }

  @Post('refresh')
  @HttpCode(200)
  @GuardedBy(SameOriginGuard, 'refresh_cookie')
  @Describes({
    summary: 'Get the next access token with the cookie of the log-in',
    description:
      'Replaces the cookie. An older one ends the session, except that for ten seconds the last one still ' +
      'gets an access token, though no new cookie: another tab has it already.',
    answers: SignedInResponse,
  })
  async refresh(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignedInDto> {
    return this.cookies.leave(reply, await this.logins.refresh(refreshTokenOf(request), request.ip));
  }

  @Post('logout')
  @HttpCode(204)
  @GuardedBy(SameOriginGuard, 'refresh_cookie')
  @Describes({ summary: 'End the session of the cookie', answers: 'nothing' })
  async logOut(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.logins.logOut(refreshTokenOf(request), request.ip).then(() => this.cookies.takeBack(reply));
  }
}
