import { DOCUMENT, inject, Injectable } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import { defer, firstValueFrom, fromEvent, merge, type Observable } from 'rxjs';
import { Session } from './session/session';

/** Before each load, so that the screen that is shown gets its data first. */
const PAUSE_MS = 2_000;

/**
 * Loads the code of the other screens one by one while the browser is idle, so that opening them needs no download. Not
 * before somebody is signed in and uses the page, since it is more than twice what one screen needs; not on a slow
 * connection, and not where the user asks to save data.
 */
@Injectable({ providedIn: 'root' })
export class IdlePreloading implements PreloadingStrategy {
  private readonly session = inject(Session);
  private last = firstUseOf(inject(DOCUMENT));

  preload(_: Route, load: () => Observable<unknown>): Observable<unknown> {
    return defer(() => {
      this.last = this.last
        .then(pause)
        .then(() => (this.session.user_id() === null || isSlow() ? null : firstValueFrom(load())))
        // Opening the screen asks for it again, and says what is wrong.
        .catch(() => null);
      return this.last;
    });
  }
}

function firstUseOf(document: Document): Promise<unknown> {
  const uses = ['pointermove', 'pointerdown', 'keydown'].map((type) => fromEvent(document, type));
  return firstValueFrom(merge(...uses));
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
      else resolve();
    }, PAUSE_MS);
  });
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g';
}
