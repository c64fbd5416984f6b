import type { PatchAppointmentDto } from '@groupless/shared-dto';
import type { Conflict } from './conflict-finder';

type Allowed = Pick<PatchAppointmentDto, 'allow_overlap' | 'allow_busy'>;

/** What the user allows after a question: to stand beside another one, or where it is busy. It holds until the next ordinary try. */
export class AllowedOnce {
  private isAllowing = false;
  private allowed: Allowed = {};

  /** Sends once more, with what the conflict asks about. */
  async send(conflict: Conflict | null, submit: () => Promise<unknown>): Promise<void> {
    const isBusy = (conflict?.busy ?? null) !== null;
    this.allowed = { ...this.allowed, ...(isBusy ? { allow_busy: true } : { allow_overlap: true }) };
    this.isAllowing = true;
    await submit().finally(() => (this.isAllowing = false));
  }

  read(): Allowed {
    if (!this.isAllowing) this.allowed = {};
    return this.allowed;
  }
}
