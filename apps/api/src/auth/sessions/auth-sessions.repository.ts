import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Repository } from 'typeorm';
import type { Role } from '@groupless/shared-dto';
import { AuditEvent } from '../../audit/audit-event.entity';
import { PanelStatements } from '../../database/database.module';
import { CalendarToken } from '../../users/calendar-token.entity';
import type { User } from '../../users/user.entity';
import { AuthSession } from './auth-session.entity';
import { RefreshToken } from './refresh-token.entity';
import { DELETE_OVER, FIND_LIVE, HOLD_UNCHANGED, LIST_LIVE_ROLES, LOCK_BY_TOKEN } from './session-statements';

/** What a request needs to know of its session. */
export interface LiveSession {
  user_id: string;
  name: string;
  role: Role;
  ends_at: Date;
  confirmed_at: Date | null;
}

/** What a user's log-in is checked against. */
export type Credentials = Pick<User, 'password_hash' | 'totp_secret'>;

export interface Renewal {
  token_digest: Buffer;
  next_digest: Buffer;
  now: Date;
  /** Sessions that were not used since have ended. */
  idle_since: Date;
  /** A token replaced since is forgiven: another tab was quicker. */
  replaced_since: Date;
}

/** A session as the audit names it. */
export type EndedSession = Pick<AuthSession, 'id' | 'user_id'>;

export interface RenewedSession {
  /**
   * `renewed`: the next token counts from now on. `forgiven`: the token had just been replaced. `reused`: it
   * had been replaced before; the session has been ended. `ended`: there is no such session any more.
   */
  outcome: 'renewed' | 'forgiven' | 'reused' | 'ended';
  session: Pick<AuthSession, 'id' | 'user_id' | 'ends_at'> | null;
}

type Locked = Omit<AuthSession, 'user'> & { token_generation: number; is_active: boolean };

@Injectable()
export class AuthSessionsRepository {
  constructor(
    @InjectRepository(AuthSession) private readonly sessions: Repository<AuthSession>,
    private readonly panel: PanelStatements,
  ) {}

  async findLive(id: string): Promise<LiveSession | null> {
    return (await this.panel.run<LiveSession>(FIND_LIVE, [id]))[0] ?? null;
  }

  /** Of those of the sessions that still live, the user's role. */
  listLiveRoles(ids: readonly string[], now: Date): Promise<{ id: string; role: Role }[]> {
    return this.panel.run(LIST_LIVE_ROLES, [ids, now]);
  }

  listLive(user_id: string, now: Date, idleSince: Date): Promise<AuthSession[]> {
    return this.sessions.find({
      where: { user_id, ends_at: MoreThan(now), last_used_at: MoreThan(idleSince) },
      order: { last_used_at: 'DESC', id: 'DESC' },
    });
  }

  /**
   * Begins a session with its first refresh token, and clears away those that have run out.
   * @param seen what the log-in was checked against
   * @param event of the log-in
   * @returns false if the user has changed since: what was right then may be wrong now
   */
  begin(
    session: Omit<AuthSession, 'user'>,
    token_digest: Buffer,
    idleSince: Date,
    seen: Credentials,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.sessions.manager.transaction(async (transaction) => {
      const values = [session.user_id, seen.password_hash, seen.totp_secret];
      if ((await transaction.query<object[]>(HOLD_UNCHANGED, values)).length === 0) return false;
      await transaction.query(DELETE_OVER, [session.created_at, idleSince]);
      await transaction.insert(AuthSession, session);
      await transaction.insert(RefreshToken, { token_digest, session_id: session.id, generation: 1 });
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /**
   * Replaces a refresh token by the next, or finds out why not.
   * @param reuseOf the event of a session that ends because an old token came again
   */
  renew(
    { token_digest, next_digest, now, idle_since, replaced_since }: Renewal,
    reuseOf: (session: EndedSession) => AuditEvent,
  ): Promise<RenewedSession> {
    return this.sessions.manager.transaction(async (transaction) => {
      const [session] = await transaction.query<Locked[]>(LOCK_BY_TOKEN, [token_digest]);
      if (!session?.is_active) return { outcome: 'ended', session: null };
      const { id, generation, token_generation, last_used_at } = session;
      if (session.ends_at <= now || last_used_at <= idle_since) {
        await transaction.delete(AuthSession, { id });
        return { outcome: 'ended', session };
      }
      if (token_generation === generation) {
        await transaction.update(AuthSession, { id }, { generation: generation + 1, last_used_at: now });
        await transaction.insert(RefreshToken, {
          token_digest: next_digest,
          session_id: id,
          generation: generation + 1,
        });
        return { outcome: 'renewed', session };
      }
      if (token_generation === generation - 1 && last_used_at >= replaced_since)
        return { outcome: 'forgiven', session };
      await transaction.delete(AuthSession, { id });
      await transaction.insert(AuditEvent, reuseOf(session));
      return { outcome: 'reused', session };
    });
  }

  /** Ends the session to which a refresh token belongs, be it the newest or not. */
  endByToken(
    token_digest: Buffer,
    eventOf: (session: EndedSession) => AuditEvent,
  ): Promise<EndedSession | null> {
    return this.sessions.manager.transaction(async (transaction) => {
      const [session] = await transaction.query<Locked[]>(LOCK_BY_TOKEN, [token_digest]);
      if (session === undefined) return null;
      await transaction.delete(AuthSession, { id: session.id });
      await transaction.insert(AuditEvent, eventOf(session));
      return session;
    });
  }

  /** Notes that the user has proved the password or a code in this session. */
  async confirm(id: string, event: AuditEvent): Promise<void> {
    await this.sessions.manager.transaction(async (transaction) => {
      await transaction.update(AuthSession, { id }, { confirmed_at: event.at });
      await transaction.insert(AuditEvent, event);
    });
  }

  /** @returns whether the user had such a session */
  end(user_id: string, id: string, event: AuditEvent): Promise<boolean> {
    return this.sessions.manager.transaction(async (transaction) => {
      if ((await transaction.delete(AuthSession, { user_id, id })).affected === 0) return false;
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /** With the link of the user's calendar, which whoever had a session may have. */
  async endAll(user_id: string, event: AuditEvent): Promise<void> {
    await this.sessions.manager.transaction(async (transaction) => {
      await transaction.delete(AuthSession, { user_id });
      await transaction.delete(CalendarToken, { user_id });
      await transaction.insert(AuditEvent, event);
    });
  }
}
