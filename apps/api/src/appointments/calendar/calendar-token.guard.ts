import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CalendarTokensService } from '../../auth/calendar/calendar-tokens.service';
import { AppError } from '../../platform/errors/app-error';

/** Calendar programs cannot send headers, so the token in the address is the credential. */
@Injectable()
export class CalendarTokenGuard implements CanActivate {
  constructor(private readonly tokens: CalendarTokensService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { query } = context
      .switchToHttp()
      .getRequest<FastifyRequest<{ Querystring: { token?: unknown } }>>();
    const user = typeof query.token === 'string' ? await this.tokens.findUser(query.token) : null;
    if (user === null)
      throw new AppError('unauthenticated', 'This calendar address opens nothing, or no longer.');
    return true;
  }
}
