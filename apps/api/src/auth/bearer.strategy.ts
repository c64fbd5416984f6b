import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ExtractJwt, Strategy } from 'passport-jwt';
import { SECRETS } from '../config/config.module';
import type { Secrets } from '../config/secrets-file';
import { Clock } from '../shared/clock';
import { ACCESS, ALGORITHM, epoch, ISSUER } from './tokens';

export interface AccessClaims {
  user_id: string;
  session_id: string;
}

/** What a rightly signed token says, with nothing known yet of whether it says anything. */
interface Payload {
  sub?: unknown;
  sid?: unknown;
  exp?: unknown;
}

/**
 * Reads the access token of a request with passport-jwt. Passport's own middleware is left out: it expects
 * Express's requests and one application a process, and all that it does is to call the strategy.
 */
@Injectable()
export class BearerStrategy {
  private readonly strategy: Strategy;

  constructor(
    @Inject(SECRETS) secrets: Secrets,
    private readonly clock: Clock,
  ) {
    this.strategy = new Strategy(
      {
        jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
        // The header is signed too: a token of another kind is refused before its signature is looked at.
        secretOrKeyProvider: (_request, token: string, done) =>
          done(typeOf(token) === ACCESS.typ ? null : 'another kind of token', secrets.JWT_SECRET),
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: ACCESS.audience,
        // Compared below, with the injected clock.
        ignoreExpiration: true,
      },
      (payload: Payload, done: (error: unknown, payload: Payload) => void) => done(null, payload),
    );
  }

  /** What a valid access token says; null for a missing or any other one. */
  async read(request: FastifyRequest): Promise<AccessClaims | null> {
    const { sub, sid, exp } = (await this.verify(request)) ?? {};
    if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number') return null;
    return epoch(this.clock.now()) < exp ? { user_id: sub, session_id: sid } : null;
  }

  /** Passport gives a strategy its three endings by methods on a copy of it. */
  private verify(request: FastifyRequest): Promise<Payload | null> {
    return new Promise((resolve, reject) => {
      const attempt = Object.assign(Object.create(this.strategy) as Strategy, {
        success: (payload: unknown) => resolve(payload as Payload),
        fail: () => resolve(null),
        error: reject,
      });
      attempt.authenticate(request as never);
    });
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
