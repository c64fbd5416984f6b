import type { Session } from './session';

const KEY = 'groupless.zone_taken';
/** What an account has before anybody chose. */
const UNSET = 'UTC';

/** Stores the browser's zone as the reader's, once for each user of this browser, if the account has none yet. */
export async function takeBrowserZone(session: Session): Promise<void> {
  const user = session.user();
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (user?.time_zone !== UNSET || time_zone === UNSET || wasTaken(user.id)) return;
  // Without an answer it is tried again on the next start.
  await session.updateMe({ time_zone }).then(
    () => remember(user.id),
    () => undefined,
  );
}

function wasTaken(id: string): boolean {
  try {
    return localStorage.getItem(KEY) === id;
  } catch {
    return true;
  }
}

function remember(id: string): void {
  try {
    localStorage.setItem(KEY, id);
  } catch {
    // A browser that keeps nothing could not tell that it was done: see wasTaken().
  }
}
