/** Whose appointments of today this browser may keep: the id of the user. */
export const DAY_ALLOWED = 'groupless.day_allowed';
/** Where they stand, which `public/offline.js` reads: a store of its own, which no request is answered from. */
export const DAY_STORE = 'groupless.day';

/** Where the browser has no such store, nothing was kept. */
export function forgetDay(): void {
  if ('caches' in globalThis) caches.delete(DAY_STORE).catch(() => undefined);
}
