import { Injectable, type OnDestroy } from '@angular/core';
import { keep, readKept } from '../storage/kept';

/**
 * Messages between the tabs of one browser: who has signed in there, or null when the session has been ended. The field keeps its
 * name, since tabs of two versions may be open.
 */
export interface TabMessage {
  signed_in: string | null;
}

const CHANNEL = 'groupless.session';
/** Also used by the script in index.html. */
const LOCK = 'groupless.refresh';
const HINT = 'groupless.signed_in';
/** The user has logged out, and the server has not been told yet. */
const LOG_OUT = 'groupless.log_out';

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
    // Where the browser keeps nothing, each start asks the server.
    return readKept(HINT, '1') !== null;
  }

  remember(isSignedIn: boolean): void {
    keep(HINT, isSignedIn ? '1' : null);
  }

  /** Whether the server still has to be told of a log-out. Until then the cookie must not be used. */
  get owesLogOut(): boolean {
    return readKept(LOG_OUT) !== null;
  }

  oweLogOut(isOwed: boolean): void {
    keep(LOG_OUT, isOwed ? '1' : null);
  }
}
