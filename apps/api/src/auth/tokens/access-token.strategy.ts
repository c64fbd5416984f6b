import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { SECRETS } from '../../config/config.module';
import type { Secrets } from '../../config/secrets-file';
import { bearerTokenOf } from './bearer-token';
import { ACCESS, ALGORITHM, ISSUER } from './tokens';

/** The strategy's name, by which the guard asks for it. */
export const ACCESS_TOKEN = 'access-token';

export interface AccessClaims {
  user_id: string;
  session_id: string;
}

/** What the guard passes to the strategy. */
export interface AuthenticateOptions {
  /** The injected clock's time, in seconds since 1970. */
  now_s: number;
}

/** What a rightly signed token says, with nothing known yet of whether it says anything. */
interface Payload {
  sub?: unknown;
  sid?: unknown;
  exp?: unknown;
}

/** Checks the signature, kind and end of the access token in the `Authorization` header. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, ACCESS_TOKEN) {
  constructor(@Inject(SECRETS) secrets: Secrets) {
    super({
      jwtFromRequest: (request) =>
        bearerTokenOf((request as unknown as FastifyRequest).headers.authorization),
      // The header is signed too: a token of another kind is refused before its signature is looked at.
      secretOrKeyProvider: (_request, token: string, done) => {
        done(typeOf(token) === ACCESS.typ ? null : new Error('another kind of token'), secrets.JWT_SECRET);
      },
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: ACCESS.audience,
    });
  }

  /**
   * Passport calls this on a copy of the strategy that is made for the request. passport-jwt takes the options of
   * jsonwebtoken once, when the strategy is made; the instant with which `exp` is compared is another each time.
   */
  override authenticate(
    request: Parameters<Strategy['authenticate']>[0],
    { now_s }: AuthenticateOptions,
  ): void {
    const copy = this as unknown as { _verifOpts: object };
    copy._verifOpts = { ...copy._verifOpts, clockTimestamp: now_s };
    super.authenticate(request);
  }

  /** @returns false for a token that does not say whose it is, or never ends. The ids go into SQL as uuids. */
  validate({ sub, sid, exp }: Payload): AccessClaims | false {
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return false;
    if (!isUUID(sub, 'loose') || !isUUID(sid, 'loose')) return false;
    return { user_id: sub, session_id: sid };
  }
}

/** The type in the header of what may be a JWT; undefined if there is none. */
function typeOf(token: string): unknown {
  try {
    const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    return (JSON.parse(header) as { typ?: unknown }).typ;
  } catch {
    return undefined;
  }
}
