import { inject } from '@angular/core';
import { Me } from './me';

const KEY = 'groupless.zones_taken';
/** What an account has before anybody chose. */
const UNSET = 'UTC';
const MOST_USERS = 50;

/**
 * Stores the browser's zone as the reader's, once for each user of this browser, if the account has none yet. In an injection
 * context.
 */
export async function takeBrowserZone(): Promise<void> {
  const me = inject(Me);
  const user = me.user();
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (user?.time_zone !== UNSET || time_zone === UNSET || (takenFor()?.includes(user.id) ?? true)) return;
  // Without an answer it is tried again on the next start.
  await me.change({ time_zone }).then(
    () => remember(user.id),
    () => undefined,
  );
}

/** The users whose zone was taken; null: this browser cannot tell. */
function takenFor(): readonly string[] | null {
  try {
    return localStorage.getItem(KEY)?.split(' ') ?? [];
  } catch {
    return null;
  }
}

function remember(id: string): void {
  try {
    localStorage.setItem(KEY, [id, ...(takenFor() ?? [])].slice(0, MOST_USERS).join(' '));
  } catch {
    // A browser that keeps nothing could not tell that it was done: see takenFor().
  }
}
