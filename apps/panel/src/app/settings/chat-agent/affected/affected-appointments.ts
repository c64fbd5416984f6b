import { Injectable, signal } from '@angular/core';
import { LIMITS, type AffectedAppointmentDto } from '@groupless/shared-dto';

/** Coming appointments that the settings made impossible: listed until somebody closes the list, also past other screens. */
@Injectable({ providedIn: 'root' })
export class AffectedAppointments {
  private readonly found = signal<readonly AffectedAppointmentDto[]>([]);
  private readonly cut = signal(false);
  readonly list = this.found.asReadonly();
  /** Whether there may be more than those. */
  readonly isCut = this.cut.asReadonly();

  /** Those of an earlier change stay. */
  add(list: readonly AffectedAppointmentDto[]): void {
    if (list.length === 0) return;
    if (isCutOff(list)) this.cut.set(true);
    const ids = new Set(list.map(({ id }) => id));
    this.found.update((before) => [...before.filter(({ id }) => !ids.has(id)), ...list]);
  }

  close(): void {
    this.found.set([]);
    this.cut.set(false);
  }
}

/** Whether an answer names as many as it can. */
export function isCutOff(list: readonly AffectedAppointmentDto[]): boolean {
  return list.length >= LIMITS.affected_appointments;
}
