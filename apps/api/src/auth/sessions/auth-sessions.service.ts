import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import type { AuthSessionDto, Role } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { Clock } from '../../platform/clock';
import { digestOf, newToken } from '../../platform/crypto/random-token';
import { AppError } from '../../platform/errors/app-error';
import { newId } from '../../shared/new-id';
import { toAuthSessionDto } from './auth-session.mapper';
import type { AuthSession } from './auth-session.entity';
import { LiveSessionsService } from './live-sessions.service';
import {
  AuthSessionsRepository,
  type Credentials,
  type EndedSession,
  type RenewedSession,
} from './auth-sessions.repository';
import { ACCESS, epoch, signToken } from '../tokens/tokens';

/** The lifetime of an access token, in seconds. */
export const ACCESS_TOKEN_S = 600;
/** The grace period of a replaced refresh token, because tabs share it. */
const REUSE_GRACE_MS = 10_000;

export interface RefreshToken {
  value: string;
  max_age_s: number;
}

export interface Tokens {
  access_token: string;
  /** Null: another tab has already got the next one. */
  refresh_token: RefreshToken | null;
}

/** The origin of a log-in. */
export interface Place {
  ip: string;
  user_agent: string | null;
}

/** The result of a refresh. */
export interface Refreshed {
  outcome: RenewedSession['outcome'];
  user_id: string;
  session_id: string;
  /** Null if the session has ended. */
  tokens: Tokens | null;
}

/** Log-in sessions and their tokens. */
@Injectable()
export class AuthSessionsService {
  private readonly idleMs: number;
  private readonly lifeMs: number;

  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly live: LiveSessionsService,
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.idleMs = settings.session_idle_hours * 3_600_000;
    this.lifeMs = settings.session_lifetime_days * 86_400_000;
  }

  /**
   * @param user with the credentials that were checked
   * @returns null if the credentials have changed since
   */
  async begin(
    user: Credentials & { id: string },
    { ip, user_agent }: Place,
    event: AuditEvent,
  ): Promise<Tokens | null> {
    const now = this.clock.now();
    const session = {
      id: newId(now),
      user_id: user.id,
      generation: 1,
      ip,
      user_agent,
      created_at: now,
      last_used_at: now,
      confirmed_at: now,
      ends_at: this.after(this.lifeMs),
    };
    const refreshToken = newToken();
    const idleSince = this.after(-this.idleMs);
    const hasBegun = await this.sessions.begin(session, digestOf(refreshToken), idleSince, user, event);
    return hasBegun ? this.tokensOf(session, refreshToken) : null;
  }

  /**
   * Rotates a refresh token. Null: it is unknown.
   * @param reuseOf the audit event of a reused token
   */
  async refresh(
    refreshToken: string,
    reuseOf: (session: EndedSession) => AuditEvent,
  ): Promise<Refreshed | null> {
    const next = newToken();
    const renewal = {
      token_digest: digestOf(refreshToken),
      next_digest: digestOf(next),
      now: this.clock.now(),
      idle_since: this.after(-this.idleMs),
      replaced_since: this.after(-REUSE_GRACE_MS),
    };
    const { outcome, session } = await this.sessions.renew(renewal, reuseOf);
    if (session === null) return null;
    const { id: session_id, user_id } = session;
    const livesOn = outcome === 'renewed' || outcome === 'forgiven';
    if (!livesOn) this.live.forget(session_id);
    const tokens = livesOn ? this.tokensOf(session, outcome === 'renewed' ? next : null) : null;
    return { outcome, user_id, session_id, tokens };
  }

  /** The users' roles of those sessions that are still live. */
  listLiveRoles(ids: readonly string[]): Promise<{ id: string; role: Role }[]> {
    return this.sessions.listLiveRoles(ids, this.clock.now(), this.after(-this.idleMs));
  }

  /** @param currentId the caller's session */
  async list(user_id: string, currentId: string | null): Promise<AuthSessionDto[]> {
    const sessions = await this.sessions.listLive(user_id, this.clock.now(), this.after(-this.idleMs));
    return sessions.map((session) => toAuthSessionDto(session, this.idleMs, currentId));
  }

  /** @throws AppError `not_found` */
  async end(user_id: string, id: string, event: AuditEvent): Promise<void> {
    const hasEnded = await this.sessions.end(user_id, id, event);
    this.live.forget(id);
    if (!hasEnded) throw new AppError('not_found', 'The user has no session with this id.');
  }

  /** Ends the session of a refresh token; null if the token is unknown. */
  async endByToken(
    refreshToken: string,
    eventOf: (session: EndedSession) => AuditEvent,
  ): Promise<EndedSession | null> {
    const session = await this.sessions.endByToken(digestOf(refreshToken), eventOf);
    if (session !== null) this.live.forget(session.id);
    return session;
  }

  async endAll(user_id: string, event: AuditEvent): Promise<void> {
    await this.sessions.endAll(user_id, event);
    this.live.forgetUser(user_id);
  }

  private tokensOf(
    { id, user_id, ends_at }: Pick<AuthSession, 'id' | 'user_id' | 'ends_at'>,
    refreshToken: string | null,
  ): Tokens {
    const now = this.clock.now();
    const iat = epoch(now);
    const claims = { sub: user_id, sid: id, jti: randomUUID(), iat, exp: iat + ACCESS_TOKEN_S };
    const maxAgeS = Math.floor(Math.min(this.idleMs, ends_at.getTime() - now.getTime()) / 1_000);
    return {
      access_token: signToken(this.jwt, ACCESS, claims),
      refresh_token: refreshToken === null ? null : { value: refreshToken, max_age_s: maxAgeS },
    };
  }

  private after(duration_ms: number): Date {
    return new Date(this.clock.now().getTime() + duration_ms);
  }
}
