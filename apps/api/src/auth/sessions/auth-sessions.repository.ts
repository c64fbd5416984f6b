import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, LessThanOrEqual, MoreThan, Repository, type EntityManager } from 'typeorm';
import type { Role } from '@groupless/shared-dto';
import { AuditEvent } from '../../audit/audit-event.entity';
import { PanelStatements } from '../../database/database.module';
import { CalendarToken } from '../../users/calendar-token.entity';
import { User } from '../../users/user.entity';
import { AuthSession } from './auth-session.entity';
import { RefreshToken } from './refresh-token.entity';

/** The session data that a request needs. */
export interface LiveSession {
  user_id: string;
  name: string;
  role: Role;
  ends_at: Date;
  confirmed_at: Date | null;
}

/** The credentials that a log-in is checked against. */
export type Credentials = Pick<User, 'password_hash' | 'totp_secret'>;

export interface Renewal {
  token_digest: Buffer;
  next_digest: Buffer;
  now: Date;
  /** Sessions unused since then have ended. */
  idle_since: Date;
  /** Grace period: a token replaced since then is accepted, because another tab may have replaced it. */
  replaced_since: Date;
}

/** A session for the audit. */
export type EndedSession = Pick<AuthSession, 'id' | 'user_id'>;

export interface RenewedSession {
  /**
   * `renewed`: the next token is valid now. `forgiven`: the token was replaced within the grace period. `reused`: it
   * was replaced before, so the session was ended. `ended`: there is no such session.
   */
  outcome: 'renewed' | 'forgiven' | 'reused' | 'ended';
  session: Pick<AuthSession, 'id' | 'user_id' | 'ends_at'> | null;
}

const FIND_LIVE = {
  name: 'find_live_session',
  text: `
    select s.user_id, u.name, u.role, s.ends_at, s.confirmed_at
    from auth_sessions s join users u on u.id = s.user_id
    where s.id = $1 and u.is_active`,
};

const LIST_LIVE_ROLES = {
  name: 'live_session_roles',
  text: `
    select s.id, u.role
    from auth_sessions s join users u on u.id = s.user_id
    where s.id = any($1::uuid[]) and u.is_active and s.ends_at > $2 and s.last_used_at > $3`,
};

@Injectable()
export class AuthSessionsRepository {
  constructor(
    @InjectRepository(AuthSession) private readonly sessions: Repository<AuthSession>,
    private readonly panel: PanelStatements,
  ) {}

  async findLive(id: string): Promise<LiveSession | null> {
    return (await this.panel.run<LiveSession>(FIND_LIVE, [id]))[0] ?? null;
  }

  /** The users' roles of those sessions that are still live. */
  listLiveRoles(ids: readonly string[], now: Date, idleSince: Date): Promise<{ id: string; role: Role }[]> {
    return this.panel.run(LIST_LIVE_ROLES, [ids, now, idleSince]);
  }

  listLive(user_id: string, now: Date, idleSince: Date): Promise<AuthSession[]> {
    return this.sessions.find({
      where: { user_id, ends_at: MoreThan(now), last_used_at: MoreThan(idleSince) },
      order: { last_used_at: 'DESC', id: 'DESC' },
    });
  }

  /**
   * Starts a session with its first refresh token, and deletes expired sessions.
   * @param seen the credentials that were checked
   * @param event of the log-in
   * @returns false if the credentials have changed since
   */
  begin(
    session: Omit<AuthSession, 'user'>,
    token_digest: Buffer,
    idleSince: Date,
    seen: Credentials,
    event: AuditEvent,
  ): Promise<boolean> {
    return this.sessions.manager.transaction(async (transaction) => {
      if (!(await lockUnchanged(transaction, session.user_id, seen))) return false;
      await deleteExpired(transaction, session.created_at, idleSince);
      await transaction.insert(AuthSession, session);
      await transaction.insert(RefreshToken, { token_digest, session_id: session.id, generation: 1 });
      await transaction.insert(AuditEvent, event);
      return true;
    });
  }

  /**
   * Rotates a refresh token.
   * @param reuseOf the audit event of a session that is ended because a token was reused
   */
  renew(
    { token_digest, next_digest, now, idle_since, replaced_since }: Renewal,
    reuseOf: (session: EndedSession) => AuditEvent,
  ): Promise<RenewedSession> {
    return this.sessions.manager.transaction(async (transaction) => {
      const token = await lockByToken(transaction, token_digest);
      if (!token?.session.user.is_active) return { outcome: 'ended', session: null };
      const { session } = token;
      const { id, generation, last_used_at } = session;
      if (session.ends_at <= now || last_used_at <= idle_since) {
        await transaction.delete(AuthSession, { id });
        return { outcome: 'ended', session };
      }
      if (token.generation === generation) {
        await transaction.update(AuthSession, { id }, { generation: generation + 1, last_used_at: now });
        await transaction.insert(RefreshToken, {
          token_digest: next_digest,
          session_id: id,
          generation: generation + 1,
        });
        return { outcome: 'renewed', session };
      }
      if (token.generation === generation - 1 && last_used_at >= replaced_since)
        return { outcome: 'forgiven', session };
      await transaction.delete(AuthSession, { id });
      await transaction.insert(AuditEvent, reuseOf(session));
      return { outcome: 'reused', session };
    });
  }

  /** Ends the session of a refresh token, also of an old one. */
  endByToken(
    token_digest: Buffer,
    eventOf: (session: EndedSession) => AuditEvent,
  ): Promise<EndedSession | null> {
    return this.sessions.manager.transaction(async (transaction) => {
      const session = (await lockByToken(transaction, token_digest))?.session;
      if (session === undefined) return null;
      await transaction.delete(AuthSession, { id: session.id });
      await transaction.insert(AuditEvent, eventOf(session));
      return session;
    });
  }

  /** Stores that the user has proved the password or a code in this session. */
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

  /** Also deletes the calendar's link, which a stolen session may have read. */
  async endAll(user_id: string, event: AuditEvent): Promise<void> {
    await this.sessions.manager.transaction(async (transaction) => {
      await transaction.delete(AuthSession, { user_id });
      await transaction.delete(CalendarToken, { user_id });
      await transaction.insert(AuditEvent, event);
    });
  }
}

/** Locks the user if the credentials are unchanged, until the session is stored. */
async function lockUnchanged(transaction: EntityManager, id: string, seen: Credentials): Promise<boolean> {
  const password_hash = seen.password_hash ?? IsNull();
  const totp_secret = seen.totp_secret ?? IsNull();
  const held = await transaction.findOne(User, {
    select: { id: true },
    where: { id, is_active: true, password_hash, totp_secret },
    lock: { mode: 'pessimistic_read' },
  });
  return held !== null;
}

/** Skips locked rows, because two transactions could deadlock. */
async function deleteExpired(transaction: EntityManager, now: Date, idleSince: Date): Promise<void> {
  const over = await transaction.find(AuthSession, {
    select: { id: true },
    where: [{ ends_at: LessThanOrEqual(now) }, { last_used_at: LessThanOrEqual(idleSince) }],
    // The next log-ins delete the rest.
    take: 1_000,
    lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
  });
  if (over.length > 0) await transaction.delete(AuthSession, { id: In(over.map(({ id }) => id)) });
}

/** Locks the session, so that concurrent renewals run one after the other. */
function lockByToken(transaction: EntityManager, token_digest: Buffer): Promise<RefreshToken | null> {
  return transaction
    .createQueryBuilder(RefreshToken, 't')
    .innerJoinAndSelect('t.session', 's')
    .innerJoinAndSelect('s.user', 'u')
    .where('t.token_digest = :token_digest', { token_digest })
    .setLock('pessimistic_write', undefined, ['s'])
    .getOne();
}
