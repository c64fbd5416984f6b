import { inject, Injectable } from '@angular/core';
import { isProblem } from '../http/problem';
import { SessionApi } from './session-api';
import { Tabs } from './tabs';

/** A log-out waits no longer for the server: it is told later. */
const LONGEST_MS = 3_000;

/**
 * Ends the session of the cookie. A log-out counts in this browser at once; a server that is away is told of it before it
 * is asked for a session again.
 */
@Injectable({ providedIn: 'root' })
export class LogOut {
  private readonly api = inject(SessionApi);
  private readonly tabs = inject(Tabs);

  async begin(): Promise<void> {
    this.tabs.oweLogOut(true);
    const told = this.settle().catch(() => undefined);
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LONGEST_MS))]);
  }

  /** Tells the server of a log-out that it does not know of yet. */
  async settle(): Promise<void> {
    if (!this.tabs.owesLogOut) return;
    await this.api.logOut().catch((error: unknown) => {
      if (!isProblem(error) || error.status === 0 || error.status >= 500) throw error;
      // Any other answer says that there is no such session.
    });
    this.tabs.oweLogOut(false);
  }
}
