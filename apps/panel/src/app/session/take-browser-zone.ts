import { inject } from '@angular/core';
import { keep, readKept } from '../storage/kept';
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
  // A browser that keeps nothing could not tell that it was done.
  const takenFor = () => readKept(KEY, user?.id)?.split(' ') ?? [];
  if (user?.time_zone !== UNSET || time_zone === UNSET || takenFor().includes(user.id)) return;
  // Without an answer it is tried again on the next start.
  await me.change({ time_zone }).then(
    () => keep(KEY, [user.id, ...takenFor()].slice(0, MOST_USERS).join(' ')),
    () => undefined,
  );
}
