import { Component, computed, inject, input, signal } from '@angular/core';
import { outputFromObservable } from '@angular/core/rxjs-interop';
import { TranslocoPipe } from '@jsverse/transloco';
import {
  isLive,
  STATUS_STEPS,
  statusesAfter,
  type AppointmentDto,
  type AppointmentStatus,
} from '@groupless/shared-dto';
import { Subject } from 'rxjs';
import { Now } from '../../ui/formats/relative-time';
import { AppointmentChanges } from '../changes/appointment-changes';
import { AppointmentDialogs } from '../changes/appointment-dialogs';

/** What may be done to an appointment: only what its status may become by now, and another time. */
@Component({
  selector: 'app-status-actions',
  imports: [TranslocoPipe],
  template: `
    @for (status of steps(); track status) {
      <button
        type="button"
        class="button"
        [class.button-primary]="appointment().status === 'pending' && status === 'confirmed'"
        [disabled]="isBusy()"
        (click)="become(status)"
      >
        {{ (isBack(status) ? 'appointments.back_to_confirmed' : 'appointments.to_' + status) | transloco }}
      </button>
    }
    <button type="button" class="button" [disabled]="isBusy()" (click)="move()">
      {{ 'appointments.move' | transloco }}
    </button>
    @if (mayCancel()) {
      <button type="button" class="button button-end" [disabled]="isBusy()" (click)="become('cancelled')">
        {{ 'appointments.to_cancelled' | transloco }}
      </button>
    }
  `,
  host: { role: 'group', '[attr.aria-label]': 'label()' },
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 8px;
    }
  `,
})
export class StatusActions {
  readonly appointment = input.required<AppointmentDto>();
  /** Already translated. */
  readonly label = input.required<string>();
  /** The status that the appointment takes from now on; its former one if it was refused. */
  private readonly whenStatusChange = new Subject<AppointmentStatus>();
  readonly statusChange = outputFromObservable(this.whenStatusChange);
  /** The appointment as it is from now on; undefined if nothing was saved. */
  private readonly whenMoved = new Subject<AppointmentDto | undefined>();
  readonly moved = outputFromObservable(this.whenMoved);
  private readonly changes = inject(AppointmentChanges);
  private readonly dialogs = inject(AppointmentDialogs);
  private readonly now = inject(Now);
  protected readonly isBusy = signal(false);
  /** What is possible from its beginning on is offered from then on. */
  private readonly allowed = computed(() => {
    const { status, starts_at } = this.appointment();
    const hasBegun = Date.parse(starts_at) <= this.now.ms();
    return statusesAfter(status).filter((next) => hasBegun || STATUS_STEPS[status][next] === 'any time');
  });
  /** The end of it stands last, where nobody presses it by mistake. */
  protected readonly steps = computed(() => this.allowed().filter((status) => status !== 'cancelled'));
  protected readonly mayCancel = computed(() => this.allowed().includes('cancelled'));

  protected isBack(status: AppointmentStatus): boolean {
    return isLive(status) && !isLive(this.appointment().status);
  }

  protected async become(status: AppointmentStatus): Promise<void> {
    const before = this.appointment().status;
    this.isBusy.set(true);
    const holds = await this.changes.setStatus(this.appointment(), status, () =>
      this.whenStatusChange.next(before),
    );
    this.isBusy.set(false);
    this.whenStatusChange.next(holds ? status : before);
  }

  async move(): Promise<void> {
    if (this.isBusy()) return;
    this.whenMoved.next(await this.dialogs.move(this.appointment()));
  }
}
