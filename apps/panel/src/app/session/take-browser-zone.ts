import { inject } from '@angular/core';
import { Appearance } from '../i18n/appearance';
import { keep, readKept } from '../storage/kept';
import { Me } from './me';

/** What an account has before anybody chose. */
const UNSET = { time_zone: 'UTC', locale: 'en' } as const;
const MOST_USERS = 50;

/**
 * Stores the browser's zone as the reader's, once for each user of this browser, if the account has none yet. In an injection
 * context.
 */
export function takeBrowserZone(): Promise<void> {
  // Looked up only where it is wanted: that is slow.
  const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
  return takeOnce('time_zone', zone, 'groupless.zones_taken');
}

/** Likewise the language that was chosen where one logs in. */
export async function takeChosenLanguage(): Promise<void> {
  const appearance = inject(Appearance);
  const chosen = appearance.chosenOutside;
  appearance.chosenOutside = null;
  if (chosen !== null && chosen !== UNSET.locale)
    await takeOnce('locale', () => chosen, 'groupless.languages_taken');
}

async function takeOnce(field: keyof typeof UNSET, read: () => string, key: string): Promise<void> {
  const me = inject(Me);
  const user = me.user();
  // A browser that keeps nothing could not tell that it was done.
  const takenFor = () => readKept(key, user?.id)?.split(' ') ?? [];
  if (user?.[field] !== UNSET[field] || takenFor().includes(user.id)) return;
  const value = read();
  // Where it is the same, nothing is to be stored, and it is not looked up again on each start.
  const taken = value === UNSET[field] ? Promise.resolve() : me.change({ [field]: value });
  // Without an answer it is tried again on the next start.
  await taken.then(
    () => keep(key, [user.id, ...takenFor()].slice(0, MOST_USERS).join(' ')),
    () => undefined,
  );
}
