import { Injectable } from '@nestjs/common';
import { On } from '../../shared/bus/topic';
import { USER_CHANGED } from '../../users/public';
import { TtlCache } from '../../shared/ttl-cache';
import { AuthSessionsRepository, type LiveSession } from './auth-sessions.repository';

/** The time to live: a change by any process takes effect on all within it. */
const MAX_AGE_MS = 1_000;
/** The size of the cache. The least recently used session is evicted. */
const MAX_CACHED = 10_000;

/** A cache of sessions and their users, which every request checks. */
@Injectable()
export class LiveSessionsService {
  /** By `<user_id> <session id>`. */
  private readonly cache = new TtlCache<LiveSession | null>(
    (name) => this.sessions.findLive(name.slice(name.indexOf(' ') + 1)),
    MAX_AGE_MS,
    MAX_CACHED,
  );

  constructor(private readonly sessions: AuthSessionsRepository) {}

  /** Null if the session has ended, is not this user's, or the user may no longer log in. */
  async find(id: string, user_id: string): Promise<LiveSession | null> {
    const session = await this.cache.get(`${user_id} ${id}`);
    return session?.user_id === user_id ? session : null;
  }

  /** Invalidates a session. */
  forget(id: string): void {
    this.cache.forgetAll((name) => name.endsWith(` ${id}`));
  }

  /** Invalidates all sessions of a user. */
  forgetUser(user_id: string): void {
    this.cache.forgetAll((name) => name.startsWith(`${user_id} `));
  }

  @On(USER_CHANGED)
  forgetChanged({ user_id }: { user_id: string }): Promise<void> {
    this.forgetUser(user_id);
    return Promise.resolve();
  }
}
