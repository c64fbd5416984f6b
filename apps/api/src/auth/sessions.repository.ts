import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, Not, Repository } from 'typeorm';
import type { Role } from '@groupless/shared-dto';
import { PanelStatements } from '../database/database.module';
import type { User } from '../users/user.entity';
import { AuthSession } from './auth-session.entity';
import { RefreshToken } from './refresh-token.entity';

/** What a request needs to know of its session. */
export interface LiveSession {
  user_id: string;
  name: string;
  role: Role;
  ends_at: Date;
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

export interface RenewedSession {
  /**
   * `renewed`: the next token counts from now on. `forgiven`: the token had just been replaced. `reused`: it
   * had been replaced before; the session has been ended. `ended`: there is no such session any more.
   */
  outcome: 'renewed' | 'forgiven' | 'reused' | 'ended';
  session: Pick<AuthSession, 'id' | 'user_id' | 'ends_at'> | null;
}

const FIND_LIVE = {
  name: 'find_live_session',
  text: `
    select s.user_id, u.name, u.role, s.ends_at
    from auth_sessions s join users u on u.id = s.user_id
    where s.id = $1 and u.is_active`,
};

/** Locks the session, so that of several renewals at once each sees what the one before has done. */
const LOCK_BY_TOKEN = `
  select s.id, s.user_id, s.ends_at, s.last_used_at, s.generation, u.is_active,
         t.generation as token_generation
  from refresh_tokens t
  join auth_sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_digest = $1
  for update of s`;

/** Finds the user as the log-in saw it, and keeps it so until the session stands. */
const HOLD_UNCHANGED = `
  select id from users
  where id = $1 and is_active and password_hash is not distinct from $2 and totp_secret is not distinct from $3
  for share`;

/** Leaves alone what somebody else is just deleting: two who wait for each other would both fail. */
const DELETE_OVER = `
  delete from auth_sessions where id in (
    select id from auth_sessions where ends_at <= $1 or last_used_at <= $2 for update skip locked)`;

type Locked = Omit<AuthSession, 'user'> & { token_generation: number; is_active: boolean };

@Injectable()
export class SessionsRepository {
  constructor(
    @InjectRepository(AuthSession) private readonly sessions: Repository<AuthSession>,
    private readonly panel: PanelStatements,
  ) {}

  async findLive(id: string): Promise<LiveSession | null> {
    return (await this.panel.run<LiveSession>(FIND_LIVE, [id]))[0] ?? null;
  }

  listLive(user_id: string, now: Date, idle_since: Date): Promise<AuthSession[]> {
    return this.sessions.find({
      where: { user_id, ends_at: MoreThan(now), last_used_at: MoreThan(idle_since) },
      order: { last_used_at: 'DESC', id: 'DESC' },
    });
  }

  /**
   * Begins a session with its first refresh token, and clears away those that have run out.
   * @param seen what the log-in was checked against
   * @returns false if the user has changed since: what was right then may be wrong now
   */
  begin(
    session: Omit<AuthSession, 'user'>,
    token_digest: Buffer,
    idle_since: Date,
    seen: Credentials,
  ): Promise<boolean> {
    return this.sessions.manager.transaction(async (transaction) => {
      const values = [session.user_id, seen.password_hash, seen.totp_secret];
      if ((await transaction.query<object[]>(HOLD_UNCHANGED, values)).length === 0) return false;
      await transaction.query(DELETE_OVER, [session.created_at, idle_since]);
      await transaction.insert(AuthSession, session);
      await transaction.insert(RefreshToken, { token_digest, session_id: session.id, generation: 1 });
      return true;
    });
  }

  /** Replaces a refresh token by the next, or finds out why not. */
  renew({ token_digest, next_digest, now, idle_since, replaced_since }: Renewal): Promise<RenewedSession> {
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
      return { outcome: 'reused', session };
    });
  }

  /** Ends the session to which a refresh token belongs, be it the newest or not. */
  endByToken(token_digest: Buffer): Promise<Pick<AuthSession, 'id' | 'user_id'> | null> {
    return this.sessions.manager.transaction(async (transaction) => {
      const [session] = await transaction.query<Locked[]>(LOCK_BY_TOKEN, [token_digest]);
      if (session === undefined) return null;
      await transaction.delete(AuthSession, { id: session.id });
      return session;
    });
  }

  /** @returns whether the user had such a session */
  async end(user_id: string, id: string): Promise<boolean> {
    return ((await this.sessions.delete({ user_id, id })).affected ?? 0) > 0;
  }

  /** @param but_id a session that goes on */
  async endAll(user_id: string, but_id?: string): Promise<void> {
    await this.sessions.delete({ user_id, ...(but_id === undefined ? {} : { id: Not(but_id) }) });
  }
}
