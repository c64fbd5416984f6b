import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignedInDto } from '@groupless/shared-dto';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { readCookie, setCookie, type PrivateCookie } from '../../platform/http/headers/cookies';
import type { Visitor } from './identity.service';
import { KNOWN_DEVICE_S } from './known-devices';
import type { SignedIn } from './login.service';

const REFRESH_TOKEN = { name: 'refresh_token', path: '/api/auth' };
const KNOWN_DEVICE = { name: 'known_device', path: '/api/auth/login' };
/** Longer user agents are truncated. */
const USER_AGENT_MAX = 300;

/** The two cookies of the log-in: the refresh token and the known device. */
@Injectable()
export class AuthCookies {
  private readonly secure: boolean;
  /** A browser sends cookies to every port of a host, so the demo's would replace those of the panel beside it. */
  private readonly prefix: string;

  constructor(@Inject(SETTINGS) { public_url, is_demo }: Settings) {
    this.secure = public_url?.startsWith('https:') ?? false;
    this.prefix = is_demo ? 'demo_' : '';
  }

  /** Sets the cookies of an answer and returns its body. */
  set(reply: FastifyReply, { answer, refresh_token, known_device }: SignedIn): SignedInDto {
    if (refresh_token !== null) this.setOne(reply, { ...REFRESH_TOKEN, ...refresh_token });
    if (known_device !== null) {
      this.setOne(reply, { ...KNOWN_DEVICE, value: known_device, max_age_s: KNOWN_DEVICE_S });
    }
    return answer;
  }

  /** After a log-out: deletes the token and the browser's cache. */
  clear(reply: FastifyReply): void {
    this.setOne(reply, { ...REFRESH_TOKEN, value: '', max_age_s: 0 });
    void reply.header('clear-site-data', '"cache"');
  }

  refreshTokenOf(request: FastifyRequest): string | null {
    return readCookie(request, this.prefix + REFRESH_TOKEN.name);
  }

  visitorOf(request: FastifyRequest): Visitor {
    return {
      ip: request.ip,
      user_agent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
      known_device: readCookie(request, this.prefix + KNOWN_DEVICE.name),
    };
  }

  private setOne(reply: FastifyReply, cookie: Omit<PrivateCookie, 'secure'>): void {
    const name = this.prefix + cookie.name;
    void reply.header('set-cookie', setCookie({ ...cookie, name, secure: this.secure }));
  }
}
