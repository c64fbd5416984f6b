import { DestroyRef, effect, inject, Injectable, untracked } from '@angular/core';
import { AtTheScreen } from './at-the-screen';
import { Session } from './session';
import { SessionApi } from './session-api';

const EVERY_MS = 60_000;

/** Tells the server that somebody of the team is at the panel: conversations are given to who is there alone. */
@Injectable({ providedIn: 'root' })
export class Presence {
  private readonly api = inject(SessionApi);
  private readonly session = inject(Session);
  private readonly isLooking = inject(AtTheScreen).isLooking;
  private told_at = 0;

  constructor() {
    effect(() => {
      if (this.isLooking() && this.session.isOperator()) untracked(() => this.tell());
    });
    const timer = setInterval(() => this.tell(), EVERY_MS);
    inject(DestroyRef).onDestroy(() => clearInterval(timer));
  }

  /** What fails is told with the next minute. */
  private tell(): void {
    if (!this.isLooking() || !this.session.isOperator() || Date.now() - this.told_at < EVERY_MS / 2) return;
    this.told_at = Date.now();
    void this.api.setPresence({}).catch(() => undefined);
  }
}
