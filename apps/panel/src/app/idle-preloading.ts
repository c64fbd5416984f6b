import { inject, Injectable } from '@angular/core';
import type { PreloadingStrategy, Route } from '@angular/router';
import { defer, EMPTY, mergeMap, type Observable } from 'rxjs';
import { Session } from './session/session';

/** At least this long after a navigation, so that the shown screen has its data first. */
const PAUSE_MS = 2_000;

/**
 * Loads the code of the other screens while the browser is idle, so that opening them needs no download. Not before
 * somebody is signed in, and not where the user asks to save data.
 */
@Injectable({ providedIn: 'root' })
export class IdlePreloading implements PreloadingStrategy {
  private readonly session = inject(Session);

  preload(_: Route, load: () => Observable<unknown>): Observable<unknown> {
    return defer(idle).pipe(
      mergeMap(() => (this.session.user_id() === null || savesData() ? EMPTY : load())),
    );
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
      else resolve();
    }, PAUSE_MS);
  });
}

function savesData(): boolean {
  return (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
}
