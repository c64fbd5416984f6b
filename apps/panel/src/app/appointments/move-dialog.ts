import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { ChangeDetectionStrategy, Component, computed, inject, signal } from '@angular/core';
import { form, FormField, FormRoot, max, min, required } from '@angular/forms/signals';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIMITS, type SlotDto } from '@groupless/shared-dto';
import { isProblem } from '../http/problem';
import { DialogFrame } from '../layout/dialog-frame';
import { Toasts } from '../layout/toasts';
import { DateTimeField } from '../ui/date-time-field';
import { Field, FormError } from '../ui/field';
import { sending } from '../ui/form-submission';
import { AppointmentsApi } from '../crm/appointments-api';
import { AppointmentsState } from './appointments-state';
import { ConflictFinder, type Conflict } from '../crm/conflict-finder';
import { LengthFields } from '../crm/length-fields';
import type { MoveWish } from './move-wish';
import { ShownZone } from '../crm/shown-zone';
import { endOf, minutesBetween } from '../crm/slot-times';
import { TakenNotice } from '../crm/taken-notice';

interface Draft {
  starts_at: string | null;
  duration_minutes: number | null;
  resource: string;
}

/** Another time for an appointment: what dragging does, by the keyboard. */
@Component({
  selector: 'app-move-dialog',
  imports: [
    DateTimeField,
    DialogFrame,
    Field,
    FormError,
    FormField,
    FormRoot,
    LengthFields,
    TakenNotice,
    TranslocoPipe,
  ],
  templateUrl: './move-dialog.html',
  styleUrl: '../crm/booking-dialog.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class MoveDialog {
  private readonly api = inject(AppointmentsApi);
  private readonly conflicts = inject(ConflictFinder);
  private readonly state = inject(AppointmentsState);
  private readonly toasts = inject(Toasts);
  private readonly wish = inject<MoveWish>(DIALOG_DATA);
  protected readonly dialog = inject<DialogRef<void>>(DialogRef);
  protected readonly zone = inject(ShownZone);
  protected readonly appointment = this.wish.appointment;
  protected readonly conflict = signal<Conflict | null>(this.wish.conflict);
  protected readonly resources = computed(() => [
    ...new Set([...this.state.resources(), this.appointment.resource]),
  ]);
  private readonly model = signal<Draft>({
    starts_at: this.appointment.starts_at,
    duration_minutes: minutesBetween(this.appointment.starts_at, this.appointment.ends_at),
    resource: this.appointment.resource,
  });
  protected readonly form = form(
    this.model,
    (path) => {
      required(path.starts_at);
      required(path.duration_minutes);
      min(path.duration_minutes, LIMITS.appointment_minutes.min);
      max(path.duration_minutes, LIMITS.appointment_minutes.max);
    },
    { submission: sending((draft: Draft) => this.move(draft)) },
  );

  protected takeSlot({ starts_at, ends_at }: SlotDto): void {
    this.conflict.set(null);
    const duration_minutes = minutesBetween(starts_at, ends_at);
    this.model.update((before) => ({ ...before, starts_at, duration_minutes }));
  }

  private async move({ starts_at, duration_minutes, resource }: Draft): Promise<void> {
    if (starts_at === null || duration_minutes === null) return;
    this.conflict.set(null);
    const { id } = this.appointment;
    const to = { starts_at, ends_at: endOf(starts_at, duration_minutes), resource };
    try {
      const row = await this.api.change(id, to);
      this.state.list.change(
        (one) => one.id === id,
        () => row,
      );
      this.toasts.show('appointments.moved', {
        params: { time: this.zone.span(row.starts_at, row.ends_at) },
      });
      this.dialog.close();
    } catch (error) {
      if (!isProblem(error, 'slot_taken')) throw error;
      this.conflict.set(await this.conflicts.of(error, { ...to, id }));
    }
  }
}
