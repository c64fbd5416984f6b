import { Injectable } from '@nestjs/common';
import type { CalendarTokenDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { UserActor } from '../../platform/access/caller';
import { AppError } from '../../platform/errors/app-error';
import { digestOf, newToken } from '../../platform/crypto/random-token';
import { CalendarTokensRepository, type CalendarUser } from './calendar-tokens.repository';

export type { CalendarUser };

/** The path of the calendar feed. Calendar programs cannot send headers, so a token in the URL authenticates them. */
export const CALENDAR_PATH = '/api/appointments/calendar.ics';

/** The tokens of the calendar feed, one a user. */
@Injectable()
export class CalendarTokensService {
  constructor(
    private readonly tokens: CalendarTokensRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a token, which invalidates the user's former one.
   * @param baseUrl the server's address without a trailing slash
   * @throws AppError `unauthenticated` if the user has just been removed
   */
  async rotate(baseUrl: string, actor: UserActor): Promise<CalendarTokenDto> {
    const token = newToken();
    const event = this.audit.eventOf(actor, { action: 'auth.calendar_token_made' });
    const stored = { user_id: actor.caller.id, token_digest: digestOf(token), created_at: event.at };
    if (!(await this.tokens.replaceToken(stored, event)))
      throw new AppError('unauthenticated', 'The user does not exist any more.');
    return { token, calendar_url: `${baseUrl}${CALENDAR_PATH}?token=${token}` };
  }

  /**
   * The user of a token; null if it was rotated, or the user was removed or deactivated. The look-up compares digests,
   * so its timing reveals nothing.
   */
  findUser(token: string): Promise<CalendarUser | null> {
    return this.tokens.findUser(digestOf(token));
  }
}
