/** Why this browser cannot be told while no panel is open; null: it can. Each has its words in `profile.device_needs`. */
export type ObstacleToPush = 'https' | 'install' | 'browser';

export function obstacleToPush(): ObstacleToPush | null {
  if (!isSecureContext) return 'https';
  const isThere = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (isThere) return null;
  return isOfApple(navigator) ? 'install' : 'browser';
}

/** iPhones and iPads, which have push for pages on the home screen alone. An iPad says that it is a Mac. */
function isOfApple({ userAgent, maxTouchPoints }: Navigator): boolean {
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}
