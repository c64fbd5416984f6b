import { Component, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentDto } from '@groupless/shared-dto';
import { AppointmentsApi } from './appointments-api';
import { attendeeOf } from './attendee';
import { Toasts } from '../ui/toasts/toasts';

/** Confirms a booking where it is listed. The event of the change shows it; until then it is shown as done. */
@Component({
  selector: 'app-confirm-button',
  imports: [TranslocoPipe],
  template: `
    @if (!isSent()) {
      <button
        type="button"
        class="button"
        [attr.aria-label]="'crm.confirming.one' | transloco: { name: name() }"
        (click)="confirm()"
      >
        {{ 'crm.confirming.do' | transloco }}
      </button>
    }
  `,
})
export class ConfirmButton {
  readonly appointment = input.required<AppointmentDto>();
  private readonly api = inject(AppointmentsApi);
  private readonly toasts = inject(Toasts);
  protected readonly isSent = signal(false);

  protected name(): string {
    return attendeeOf(this.appointment());
  }

  protected async confirm(): Promise<void> {
    const params = { name: this.name() };
    this.isSent.set(true);
    try {
      const { row, etag } = await this.api.setStatus(this.appointment().id, { status: 'confirmed' });
      this.toasts.undoable('crm.confirming.done', () => void this.takeBack(row, etag), params);
    } catch (error) {
      this.isSent.set(false);
      this.toasts.failed('crm.confirming.failed', error, { params });
    }
  }

  private async takeBack({ id }: AppointmentDto, etag: string | null): Promise<void> {
    try {
      await this.api.takeBack(id, etag);
      this.isSent.set(false);
    } catch (error) {
      this.toasts.failed('crm.confirming.not_undone', error);
    }
  }
}
