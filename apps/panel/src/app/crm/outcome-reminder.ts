import { computed, inject, Injectable, signal } from '@angular/core';
import { keep, readKept } from '../storage/kept';
import { Session } from '../session/session';

/**
 * Whether the dashboard reminds of past appointments without an outcome. Not every business says who came: each user can
 * hide it, in this browser.
 */
@Injectable({ providedIn: 'root' })
export class OutcomeReminder {
  private readonly user_id = inject(Session).user_id;
  /** Changed by `show()`, since what a browser keeps is no signal. */
  private readonly changes = signal(0);
  readonly isShown = computed(() => {
    this.changes();
    return readKept(this.key()) !== 'hidden';
  });

  show(isShown: boolean): void {
    keep(this.key(), isShown ? null : 'hidden');
    this.changes.update((count) => count + 1);
  }

  private key(): string {
    return `groupless.outcomes.${this.user_id() ?? ''}`;
  }
}
