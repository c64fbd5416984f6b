import { Injectable, type OnDestroy } from '@angular/core';

/** Messages between the tabs of one browser. */
export type TabMessage = 'signed_in' | 'signed_out';

const CHANNEL = 'groupless.session';
/** Also used by the script in index.html. */
const LOCK = 'groupless.refresh';
const HINT = 'groupless.signed_in';

/** What the tabs of one browser share: the cookie, and so the turn to use it. Never the access token. */
@Injectable({ providedIn: 'root' })
export class Tabs implements OnDestroy {
  private readonly channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(CHANNEL) : null;

  ngOnDestroy(): void {
    this.channel?.close();
  }

  tell(message: TabMessage): void {
    this.channel?.postMessage(message);
  }

  onMessage(handler: (message: TabMessage) => void): void {
    if (this.channel !== null) this.channel.onmessage = ({ data }) => handler(data as TabMessage);
  }

  /** One tab at a time. Where the browser has no locks, the server's grace for the last cookie has to do. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    return 'locks' in navigator ? navigator.locks.request(LOCK, work) : work();
  }

  /** Whether somebody was signed in here when the panel was last open. */
  get mayBeSignedIn(): boolean {
    try {
      return localStorage.getItem(HINT) !== null;
    } catch {
      return true;
    }
  }

  remember(isSignedIn: boolean): void {
    try {
      if (isSignedIn) localStorage.setItem(HINT, '1');
      else localStorage.removeItem(HINT);
    } catch {
      // Then each start asks the server.
    }
  }
}
