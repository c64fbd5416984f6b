import { Injectable } from '@nestjs/common';
import { UserChangesService } from '../../users/user-changes.service';
import { CachedValue } from '../../shared/cached-value';
import { AuthSessionsRepository, type LiveSession } from './auth-sessions.repository';

/** A change made by any process counts on every other within this time. */
const MAX_AGE_MS = 1_000;
/** More sessions than are open at a time; beyond this, the least recently used is dropped. */
const MOST_REMEMBERED = 10_000;

interface Remembered {
  user_id: string;
  session: CachedValue<LiveSession | null>;
}

/** Whether a session still exists, and its user: asked at every request, and cached for a second. */
@Injectable()
export class LiveSessionsService {
  /** By session id, the longest unused first. */
  private readonly remembered = new Map<string, Remembered>();

  constructor(
    private readonly sessions: AuthSessionsRepository,
    changes: UserChangesService,
  ) {
    changes.subscribe((user_id) => this.forgetUser(user_id));
  }

  /** Null if the session has ended, is not this user's, or the user may no longer log in. */
  async find(id: string, user_id: string): Promise<LiveSession | null> {
    const session = await this.recall(id, user_id).get();
    return session?.user_id === user_id ? session : null;
  }

  /** The next request with this session asks the database. */
  forget(id: string): void {
    this.remembered.get(id)?.session.expire();
    this.remembered.delete(id);
  }

  /** The same for all sessions of a user. */
  forgetUser(user_id: string): void {
    for (const [id, one] of this.remembered) if (one.user_id === user_id) this.forget(id);
  }

  private recall(id: string, user_id: string): CachedValue<LiveSession | null> {
    const { session } = this.remembered.get(id) ?? {
      session: new CachedValue(() => this.sessions.findLive(id), MAX_AGE_MS),
    };
    this.remembered.delete(id);
    this.remembered.set(id, { user_id, session });
    const [oldest] = this.remembered.keys();
    if (this.remembered.size > MOST_REMEMBERED && oldest !== undefined) this.remembered.delete(oldest);
    return session;
  }
}
