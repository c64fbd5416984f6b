import { inject, Injectable } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import { defer, firstValueFrom, type Observable } from 'rxjs';
import { Session } from './session/session';

/** After a navigation the processor belongs to the screen and to what the user does there first. */
const PAUSE_MS = 8_000;

/**
 * Loads the code of the other screens one by one while the browser is idle, so that opening them needs no download. Not
 * before somebody is signed in, not on a slow connection, and not where the user asks to save data.
 */
@Injectable({ providedIn: 'root' })
export class IdlePreloading implements PreloadingStrategy {
  private readonly session = inject(Session);
  private last: Promise<unknown> = Promise.resolve();

  preload(_: Route, load: () => Observable<unknown>): Observable<unknown> {
    return defer(() => {
      this.last = Promise.all([this.last, pause()])
        .then(idle)
        .then(() => (this.session.user_id() === null || isSlow() ? null : firstValueFrom(load())))
        // Opening the screen asks for it again, and says what is wrong.
        .catch(() => null);
      return this.last;
    });
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else resolve();
  });
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
