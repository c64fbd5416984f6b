import { Injectable } from '@nestjs/common';
import { UserChangesService } from '../../users/user-changes.service';
import { CachedValue } from '../../shared/cached-value';
import { AuthSessionsRepository, type LiveSession } from './auth-sessions.repository';

/** The time to live: a change by any process takes effect on all within it. */
const MAX_AGE_MS = 1_000;
/** The size of the cache. The least recently used session is evicted. */
const MAX_CACHED = 10_000;

interface CachedSession {
  user_id: string;
  session: CachedValue<LiveSession | null>;
}

/** A cache of sessions and their users, which every request checks. */
@Injectable()
export class LiveSessionsService {
  /** By session id, the least recently used first. */
  private readonly cached = new Map<string, CachedSession>();

  constructor(
    private readonly sessions: AuthSessionsRepository,
    changes: UserChangesService,
  ) {
    changes.subscribe((user_id) => this.forgetUser(user_id));
  }

  /** Null if the session has ended, is not this user's, or the user may no longer log in. */
  async find(id: string, user_id: string): Promise<LiveSession | null> {
    const session = await this.cachedValueOf(id, user_id).get();
    return session?.user_id === user_id ? session : null;
  }

  /** Invalidates a session. */
  forget(id: string): void {
    this.cached.get(id)?.session.expire();
    this.cached.delete(id);
  }

  /** Invalidates all sessions of a user. */
  forgetUser(user_id: string): void {
    for (const [id, one] of this.cached) if (one.user_id === user_id) this.forget(id);
  }

  private cachedValueOf(id: string, user_id: string): CachedValue<LiveSession | null> {
    const { session } = this.cached.get(id) ?? {
      session: new CachedValue(() => this.sessions.findLive(id), MAX_AGE_MS),
    };
    this.cached.delete(id);
    this.cached.set(id, { user_id, session });
    const [oldest] = this.cached.keys();
    if (this.cached.size > MAX_CACHED && oldest !== undefined) this.cached.delete(oldest);
    return session;
  }
}
