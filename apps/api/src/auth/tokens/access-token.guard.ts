import { Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { UserCaller } from '../../platform/access/caller';
import { Clock } from '../../platform/clock';
import { AppError } from '../../platform/errors/app-error';
import { LiveSessionsService } from '../sessions/live-sessions.service';
import { ACCESS_TOKEN, type AccessClaims } from './access-token.strategy';
import { epoch } from './tokens';

/** Checks a request's access token: its signature, and that the session still exists. */
@Injectable()
export class AccessTokenGuard extends AuthGuard(ACCESS_TOKEN) {
  constructor(
    private readonly live: LiveSessionsService,
    private readonly clock: Clock,
  ) {
    super();
  }

  /** @throws AppError `unauthenticated` */
  async userOf(context: ExecutionContext): Promise<UserCaller> {
    await this.canActivate(context);
    const { user } = context.switchToHttp().getRequest<FastifyRequest & { user: AccessClaims }>();
    if (user.exp <= epoch(this.clock.now())) throw refused();
    const session = await this.live.find(user.session_id, user.user_id);
    if (session === null || session.ends_at <= this.clock.now()) throw refused();
    const { user_id: id, name, role, confirmed_at } = session;
    return { kind: 'user', id, name, role, session_id: user.session_id, confirmed_at };
  }

  /** Receives Passport's result from `AuthGuard`. */
  override handleRequest<Claims>(error: unknown, claims: Claims | false): Claims {
    if (error) throw error as Error;
    if (claims === false) throw refused();
    return claims;
  }
}

function refused(): AppError {
  return new AppError(
    'unauthenticated',
    'The access token in Authorization is not valid, or its session has ended. Log in again. An API key goes into x-api-key.',
  );
}
