import { inject, Injectable, signal } from '@angular/core';
import type { ConfirmDto } from '@groupless/shared-dto';
import { Api } from '../http/api';
import { Session } from './session';

/** Whether an action waits for the user's password or code, which confirms the session for ten minutes. */
@Injectable({ providedIn: 'root' })
export class Confirmation {
  private readonly api = inject(Api);
  private readonly session = inject(Session);
  private readonly wanted = signal(false);
  private waiting: ((isConfirmed: boolean) => void)[] = [];

  /** The frame shows the dialog while this is true. */
  readonly isWanted = this.wanted.asReadonly();

  /** Asks the user. Resolves with whether the session is confirmed; several requests share one dialog. */
  ask(): Promise<boolean> {
    this.wanted.set(true);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Whether the user has TOTP on, so that only a code confirms. */
  needsCode(): boolean {
    return this.session.user()?.totp_enabled ?? false;
  }

  /** @throws Problem `invalid_request` on the field, `too_many_requests` */
  async confirm(proof: ConfirmDto): Promise<void> {
    await this.api.post('/api/auth/confirm', proof);
    this.end(true);
  }

  cancel(): void {
    this.end(false);
  }

  private end(isConfirmed: boolean): void {
    this.wanted.set(false);
    for (const resolve of this.waiting.splice(0)) resolve(isConfirmed);
  }
}
