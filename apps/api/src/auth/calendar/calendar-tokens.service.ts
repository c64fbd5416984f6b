import { Injectable } from '@nestjs/common';
import type { CalendarTokenDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { UserActor } from '../../shared/access/caller';
import { AppError } from '../../shared/errors/app-error';
import { digestOf, newToken } from '../../shared/crypto/random-token';
import { CalendarTokensRepository, type CalendarUser } from './calendar-tokens.repository';

export type { CalendarUser };

/** Where the calendar feed is, which programs read that can send no header: a token in its address opens it. */
export const CALENDAR_PATH = '/api/appointments/calendar.ics';

/** The tokens of the calendar feed, one a user. */
@Injectable()
export class CalendarTokensService {
  constructor(
    private readonly tokens: CalendarTokensRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes a token; the user's former one opens nothing any more.
   * @param base_url the server's address without a trailing slash
   * @throws AppError `unauthenticated` if the user was removed a moment ago
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
   * The user whose feed a token opens; null after a rotation, and once the user is removed or may not log in. Digests
   * are compared, whose bits a caller cannot choose, so the time of the comparison reveals nothing.
   */
  findUser(token: string): Promise<CalendarUser | null> {
    return this.tokens.findUser(digestOf(token));
  }
}
