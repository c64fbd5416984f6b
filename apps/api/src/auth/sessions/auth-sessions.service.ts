import { Inject, Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { randomUUID } from 'node:crypto';
import type { AuthSessionDto } from '@groupless/shared-dto';
import type { AuditEvent } from '../../audit/audit-event.entity';
import { SETTINGS } from '../../config/config.module';
import type { Settings } from '../../config/settings';
import { Clock } from '../../shared/clock';
import { digestOf, newToken } from '../../shared/crypto/random-token';
import { AppError } from '../../shared/errors/app-error';
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

/** How long an access token counts, in seconds. */
export const ACCESS_TOKEN_S = 600;
/** How long a replaced refresh token is forgiven: tabs share it, and only one of them is the first. */
const FORGIVING_MS = 10_000;

export interface RefreshToken {
  value: string;
  max_age_s: number;
}

export interface Tokens {
  access_token: string;
  /** Null: the caller keeps the one that another tab has got. */
  refresh_token: RefreshToken | null;
}

/** Where somebody logs in. */
export interface Place {
  ip: string;
  user_agent: string | null;
}

/** What became of a refresh token. */
export interface Refreshed {
  outcome: RenewedSession['outcome'];
  user_id: string;
  session_id: string;
  /** Null where the session has ended. */
  tokens: Tokens | null;
}

/** Where users are logged in, and the tokens that prove it. */
@Injectable()
export class AuthSessionsService {
  private readonly idle_ms: number;
  private readonly life_ms: number;

  constructor(
    private readonly sessions: AuthSessionsRepository,
    private readonly live: LiveSessionsService,
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    @Inject(SETTINGS) settings: Settings,
  ) {
    this.idle_ms = settings.session_idle_hours * 3_600_000;
    this.life_ms = settings.session_lifetime_days * 86_400_000;
  }

  /**
   * @param user as the log-in was checked against it
   * @returns null if the user has changed since
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
      ends_at: this.after(this.life_ms),
    };
    const refresh_token = newToken();
    const idle_since = this.after(-this.idle_ms);
    const has_begun = await this.sessions.begin(session, digestOf(refresh_token), idle_since, user, event);
    return has_begun ? this.tokensOf(session, refresh_token) : null;
  }

  /**
   * Takes a refresh token for the next. Null: nobody knows it.
   * @param reuseOf what the audit tells of a token that came again
   */
  async refresh(
    refresh_token: string,
    reuseOf: (session: EndedSession) => AuditEvent,
  ): Promise<Refreshed | null> {
    const next = newToken();
    const renewal = {
      token_digest: digestOf(refresh_token),
      next_digest: digestOf(next),
      now: this.clock.now(),
      idle_since: this.after(-this.idle_ms),
      replaced_since: this.after(-FORGIVING_MS),
    };
    const { outcome, session } = await this.sessions.renew(renewal, reuseOf);
    if (session === null) return null;
    const { id: session_id, user_id } = session;
    const lives_on = outcome === 'renewed' || outcome === 'forgiven';
    if (!lives_on) this.live.forget(session_id);
    const tokens = lives_on ? this.tokensOf(session, outcome === 'renewed' ? next : null) : null;
    return { outcome, user_id, session_id, tokens };
  }

  /** @param current_id the session of whoever asks */
  async list(user_id: string, current_id: string | null): Promise<AuthSessionDto[]> {
    const sessions = await this.sessions.listLive(user_id, this.clock.now(), this.after(-this.idle_ms));
    return sessions.map((session) => toAuthSessionDto(session, this.idle_ms, current_id));
  }

  /** @throws AppError `not_found` */
  async end(user_id: string, id: string, event: AuditEvent): Promise<void> {
    const has_ended = await this.sessions.end(user_id, id, event);
    this.live.forget(id);
    if (!has_ended) throw new AppError('not_found', 'The user has no session with this id.');
  }

  /** Ends the session of a refresh token; null if nobody knows the token. */
  async endByToken(
    refresh_token: string,
    eventOf: (session: EndedSession) => AuditEvent,
  ): Promise<EndedSession | null> {
    const session = await this.sessions.endByToken(digestOf(refresh_token), eventOf);
    if (session !== null) this.live.forget(session.id);
    return session;
  }

  async endAll(user_id: string, event: AuditEvent): Promise<void> {
    await this.sessions.endAll(user_id, event);
    this.live.forgetUser(user_id);
  }

  private tokensOf(
    { id, user_id, ends_at }: Pick<AuthSession, 'id' | 'user_id' | 'ends_at'>,
    refresh_token: string | null,
  ): Tokens {
    const now = this.clock.now();
    const iat = epoch(now);
    const claims = { sub: user_id, sid: id, jti: randomUUID(), iat, exp: iat + ACCESS_TOKEN_S };
    const max_age_s = Math.floor(Math.min(this.idle_ms, ends_at.getTime() - now.getTime()) / 1_000);
    return {
      access_token: signToken(this.jwt, ACCESS, claims),
      refresh_token: refresh_token === null ? null : { value: refresh_token, max_age_s },
    };
  }

  private after(duration_ms: number): Date {
    return new Date(this.clock.now().getTime() + duration_ms);
  }
}
