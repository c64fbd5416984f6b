import { Injectable } from '@nestjs/common';
import type { AuthSessionDto } from '@groupless/shared-dto';
import { AuditService } from '../../audit/audit.service';
import type { UserActor, UserCaller } from '../../platform/access/caller';
import { AuthSessionsService } from './auth-sessions.service';

/** A user's own sessions. */
@Injectable()
export class OwnSessionsService {
  constructor(
    private readonly sessions: AuthSessionsService,
    private readonly audit: AuditService,
  ) {}

  list({ id, session_id }: UserCaller): Promise<AuthSessionDto[]> {
    return this.sessions.list(id, session_id);
  }

  /** @throws AppError `not_found` */
  async end(session_id: string, actor: UserActor): Promise<void> {
    const entry = { action: 'auth.session_ended', object: `session:${session_id}` };
    await this.sessions.end(actor.caller.id, session_id, this.audit.eventOf(actor, entry));
  }

  async endAll(actor: UserActor): Promise<void> {
    const event = this.audit.eventOf(actor, { action: 'auth.logged_out_everywhere' });
    await this.sessions.endAll(actor.caller.id, event);
  }
}
