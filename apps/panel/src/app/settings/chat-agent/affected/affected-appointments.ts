import { Injectable, signal } from '@angular/core';
import type { AffectedAppointmentDto } from '@groupless/shared-dto';

/** Coming appointments that the settings made impossible: listed until somebody closes the list, also past other screens. */
@Injectable({ providedIn: 'root' })
export class AffectedAppointments {
  private readonly found = signal<readonly AffectedAppointmentDto[]>([]);
  readonly list = this.found.asReadonly();

  /** Those of an earlier change stay. */
  add(list: readonly AffectedAppointmentDto[]): void {
    if (list.length === 0) return;
    const ids = new Set(list.map(({ id }) => id));
    this.found.update((before) => [...before.filter(({ id }) => !ids.has(id)), ...list]);
  }

  close(): void {
    this.found.set([]);
  }
}
