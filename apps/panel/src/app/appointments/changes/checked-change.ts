import { inject, Injectable } from '@angular/core';
import type { AppointmentDto, PatchAppointmentDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { attendeeOf } from '../../crm/attendee';
import { ShownZone } from '../../crm/shown-zone';
import { isProblem } from '../../http/problem';
import { Texts } from '../../i18n/texts';
import { Confirm } from '../../ui/dialogs/confirm';

/** Moves an appointment that a user has looked at for a while: it may have been moved or cancelled since. Each dialog has its own. */
@Injectable()
export class CheckedChange {
  private readonly api = inject(AppointmentsApi);
  private readonly confirm = inject(Confirm);
  private readonly texts = inject(Texts);
  private readonly zone = inject(ShownZone);

  /**
   * @param shown the appointment as the user saw it
   * @returns it as it is then; null if the user rather leaves what it has become
   * @throws as `AppointmentsApi.change()`
   */
  async send(shown: AppointmentDto, patch: PatchAppointmentDto): Promise<AppointmentDto | null> {
    let known = shown;
    for (;;) {
      const { row, etag } = await this.api.read(shown.id);
      if (!isAsBefore(row, known) && !(await this.ask(row))) return null;
      known = row;
      try {
        return await this.api.change(shown.id, patch, etag);
      } catch (error) {
        // It changed between the two requests.
        if (!isProblem(error, 'version_mismatch')) throw error;
      }
    }
  }

  private ask(row: AppointmentDto): Promise<boolean> {
    const { status, resource, starts_at, ends_at } = row;
    return this.confirm.ask({
      title: 'appointments.changed_since.title',
      text: `appointments.changed_since.${status === 'cancelled' ? 'cancelled' : 'text'}`,
      action: 'appointments.changed_since.action',
      params: {
        name: attendeeOf(row),
        time: this.zone.span(starts_at, ends_at),
        resource,
        status: this.texts.of(`status.${status}`),
      },
    });
  }
}

function isAsBefore(row: AppointmentDto, before: AppointmentDto): boolean {
  return (['status', 'starts_at', 'ends_at', 'resource'] as const).every(
    (name) => row[name] === before[name],
  );
}
