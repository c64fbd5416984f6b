import { inject, Injectable } from '@angular/core';
import type { AppointmentDto, PatchAppointmentDto } from '@groupless/shared-dto';
import { AppointmentsApi } from '../../crm/appointments-api';
import { attendeeOf } from '../../crm/attendee';
import { ShownZone } from '../../crm/shown-zone';
import { sendOver } from '../../http/send-over';
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
    const read = () => this.api.read(shown.id);
    let [known, base] = [shown, await read()];
    for (;;) {
      if (!isAsBefore(base.row, known) && !(await this.ask(base.row))) return null;
      known = base.row;
      const outcome = await sendOver(base, {
        read,
        send: async ({ etag }) => ({ row: await this.api.change(shown.id, patch, etag), etag: null }),
        isFree: (theirs) => isAsBefore(theirs, known),
      });
      if (outcome.theirs === undefined) return outcome.stored.row;
      base = outcome.theirs;
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
  return (['status', 'starts_at', 'ends_at', 'resource_id'] as const).every(
    (name) => row[name] === before[name],
  );
}
