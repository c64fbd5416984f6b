import { DOCUMENT, inject, Injectable } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import {
  defer,
  EMPTY,
  catchError,
  firstValueFrom,
  from,
  fromEvent,
  merge,
  switchMap,
  type Observable,
} from 'rxjs';
import { Connectivity } from './http/connectivity';
import { Session } from './session/session';

/** Before each load, so that the screen that is shown gets its data first. */
const PAUSE_MS = 2_000;

/**
 * Loads the code of the other screens one by one while the browser is idle, so that opening them needs no download. Not
 * before somebody is signed in and uses the page, since it is more than twice what one screen needs; not on a slow
 * connection, and not where the user asks to save data. Not while the API is away either: browsers remember code that did
 * not come, and the screen would need a new load of the page.
 */
@Injectable({ providedIn: 'root' })
export class IdlePreloading implements PreloadingStrategy {
  private readonly session = inject(Session);
  private readonly connectivity = inject(Connectivity);
  private turn = firstUseOf(inject(DOCUMENT));

  preload(_: Route, load: () => Observable<unknown>): Observable<unknown> {
    return defer(() => {
      // A turn does not wait for the load before: that ends with those of its child routes, whose turns come later.
      this.turn = this.turn.then(pause);
      return from(this.turn).pipe(
        switchMap(() => (this.isUseful() ? load() : EMPTY)),
        // Opening the screen asks for it again, and says what is wrong.
        catchError(() => EMPTY),
      );
    });
  }

  private isUseful(): boolean {
    return this.session.user_id() !== null && !this.connectivity.isAway() && !isSlow();
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
