import { Injectable } from '@nestjs/common';
import type { LoginDto, SignedInDto } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { AuditService, type AuditEntry } from '../../audit/audit.service';
import { AppError } from '../../platform/errors/app-error';
import { UsersService } from '../../users/users.service';
import { SecurityNoticesService } from '../../mail/security-notices.service';
import { IdentityService, type Visitor } from './identity.service';
import { KnownDevices } from './known-devices';
import type { EndedSession } from '../sessions/auth-sessions.repository';
import {
  ACCESS_TOKEN_S,
  AuthSessionsService,
  type RefreshToken,
  type Tokens,
} from '../sessions/auth-sessions.service';

/** An answer and its cookies. */
export interface SignedIn {
  answer: SignedInDto;
  /** Null: the browser keeps its current one. */
  refresh_token: RefreshToken | null;
  known_device: string | null;
}

/** Log-in, refresh and log-out. */
@Injectable()
export class LoginService {
  constructor(
    private readonly identity: IdentityService,
    private readonly devices: KnownDevices,
    private readonly sessions: AuthSessionsService,
    private readonly users: UsersService,
    private readonly audit: AuditService,
    private readonly notices: SecurityNoticesService,
  ) {}

  /** @throws AppError `invalid_credentials`, `totp_required`, `totp_invalid`, `too_many_requests` */
  logIn(login: LoginDto, visitor: Visitor): Promise<SignedIn> {
    return this.tryToLogIn(login, visitor, null);
  }

  /** @param proved the secret whose code this log-in has already used */
  private async tryToLogIn(login: LoginDto, visitor: Visitor, proved: string | null): Promise<SignedIn> {
    const { user, device } = await this.identity.identify(login, visitor, proved);
    const event = this.eventOf(user.id, visitor.ip, { action: 'auth.logged_in' });
    const tokens = await this.sessions.begin(user, visitor, event);
    // The user has changed during the check: check again.
    if (tokens === null) return this.tryToLogIn(login, visitor, user.totp_secret);
    await this.users.renewHash(user, login.password);
    const knownDevice = this.devices.tokenFor(user.id, device);
    // The first log-in of all is on a new device, too.
    if (device === null && user.last_seen_at !== null) await this.notices.tell(user, 'new_device');
    return { ...(await this.signedIn(user.id, tokens)), known_device: knownDevice };
  }

  /**
   * Exchanges a refresh token for an access token and the next refresh token.
   * @throws AppError `unauthenticated`
   */
  async refresh(refreshToken: string | null, ip: string): Promise<SignedIn> {
    const reuseOf = this.endingOf('auth.refresh_token_reused', ip);
    const refreshed = refreshToken === null ? null : await this.sessions.refresh(refreshToken, reuseOf);
    if (!refreshed?.tokens) throw notSignedIn();
    return { ...(await this.signedIn(refreshed.user_id, refreshed.tokens)), known_device: null };
  }

  /** @throws AppError `unauthenticated` */
  async logOut(refreshToken: string | null, ip: string): Promise<void> {
    const eventOf = this.endingOf('auth.logged_out', ip);
    const session = refreshToken === null ? null : await this.sessions.endByToken(refreshToken, eventOf);
    if (session === null) throw notSignedIn();
  }

  private async signedIn(user_id: string, { access_token, refresh_token }: Tokens) {
    await this.users.noteSeen(user_id);
    const user = await this.users.getMe(user_id);
    return { answer: { access_token, expires_in: ACCESS_TOKEN_S, user }, refresh_token };
  }

  /** A factory of the audit event, called when the token's session is known. */
  private endingOf(action: string, ip: string): (session: EndedSession) => AuditEvent {
    return ({ id, user_id }) => this.eventOf(user_id, ip, { action, object: `session:${id}` });
  }

  private eventOf(user_id: string, ip: string, entry: AuditEntry): AuditEvent {
    return this.audit.eventOf({ caller: { kind: 'user', id: user_id }, ip }, entry);
  }
}

function notSignedIn(): AppError {
  return new AppError('unauthenticated', 'There is no live session with this cookie. Log in again.');
}
