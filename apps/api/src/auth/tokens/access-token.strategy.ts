import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { SECRETS } from '../../config/config.module';
import type { Secrets } from '../../config/secrets-file';
import { bearerTokenOf } from './bearer-token';
import { ACCESS, ALGORITHM, ISSUER } from './tokens';

/** The strategy's name. */
export const ACCESS_TOKEN = 'access-token';

export interface AccessClaims {
  user_id: string;
  session_id: string;
  /** When the token expires, in seconds since 1970. */
  exp: number;
}

/** The unvalidated claims of a token with a valid signature. */
interface Payload {
  sub?: unknown;
  sid?: unknown;
  exp?: unknown;
}

/** Checks signature, type and expiry of the access token in the `Authorization` header. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, ACCESS_TOKEN) {
  constructor(@Inject(SECRETS) secrets: Secrets) {
    super({
      jwtFromRequest: (request) =>
        bearerTokenOf((request as unknown as FastifyRequest).headers.authorization),
      // Refuses tokens of another type before checking the signature.
      secretOrKeyProvider: (_request, token: string, done) => {
        done(typeOf(token) === ACCESS.typ ? null : new Error('another kind of token'), secrets.JWT_SECRET);
      },
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: ACCESS.audience,
      // The guard compares `exp` with its clock: passport-jwt knows the system's alone.
      ignoreExpiration: true,
    });
  }

  /** @returns false for a token without ids or expiry. The ids must be UUIDs, because they are SQL parameters. */
  validate({ sub, sid, exp }: Payload): AccessClaims | false {
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return false;
    if (!isUUID(sub, 'loose') || !isUUID(sid, 'loose')) return false;
    return { user_id: sub, session_id: sid, exp };
  }
}

/** The `typ` of a JWT's header, or undefined. */
function typeOf(token: string): unknown {
  try {
    const header = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString();
    return (JSON.parse(header) as { typ?: unknown }).typ;
  } catch {
    return undefined;
  }
}
