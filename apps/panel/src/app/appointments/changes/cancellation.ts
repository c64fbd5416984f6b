import { inject, Injectable } from '@angular/core';
import { LIMITS, SERIES_SCOPES, type AppointmentDto, type SeriesScope } from '@groupless/shared-dto';
import { AppointmentsApi, type Farewell } from '../../crm/appointments-api';
import { clientOf } from '../../crm/attendee';
import { SeriesApi } from '../../crm/series/series-api';
import type { ShownZone } from '../../crm/shown-zone';
import { Confirm } from '../../ui/dialogs/confirm';
import type { Answer } from '../../ui/dialogs/question';
import { Toasts } from '../../ui/toasts/toasts';
import { rangeOf, type SeveralScope } from './series-scope';

/** Cancels one appointment or several of its series. */
@Injectable({ providedIn: 'root' })
export class Cancellation {
  private readonly api = inject(SeriesApi);
  private readonly appointments = inject(AppointmentsApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /** Which of its series is meant, and how the client is told; null: none. */
  async ask(appointment: AppointmentDto, zone: ShownZone): Promise<Cancelled | null> {
    const { id, starts_at, ends_at, series_id } = appointment;
    const to = await this.appointments.wouldTell(id, 'cancelled');
    const answer = await this.confirm.askWithOption({
      title: 'appointments.cancel_title',
      text: 'appointments.cancel_text',
      action: 'appointments.do_cancel',
      dismiss: 'appointments.keep',
      params: { name: clientOf(appointment), time: zone.span(starts_at, ends_at), to: to ?? '' },
      isDangerous: true,
      ...(to === null ? {} : TELLING),
      ...(series_id === null ? {} : { choices: CHOICES }),
    });
    if (answer === null) return null;
    const scope = SERIES_SCOPES.find((one) => one === answer.choice) ?? 'this';
    return { scope, farewell: farewellOf(answer, to) };
  }

  /** Answers whether they are cancelled. */
  async ofSeries(appointment: AppointmentDto, scope: SeveralScope, farewell: Farewell): Promise<boolean> {
    try {
      await this.api.cancel(appointment.series_id ?? '', rangeOf(appointment, scope), farewell);
      this.toasts.show('appointments.series_cancelled');
      return true;
    } catch (error) {
      this.toasts.failed('appointments.not_changed', error);
      return false;
    }
  }
}

/** Which appointments are cancelled, and how that is told. */
export interface Cancelled {
  scope: SeriesScope;
  farewell: Farewell;
}

/** What a question about an end that is mailed offers. */
export const TELLING = {
  option: 'appointments.tell_client',
  isOptionOn: true,
  note: { label: 'appointments.reason', max: LIMITS.cancel_reason.max },
};

/** @param to where the mail would go; null: nobody was asked about it */
export function farewellOf({ hasOption, note }: Answer, to: string | null): Farewell {
  return {
    ...(to !== null && !hasOption ? { notify: false } : {}),
    ...(note === '' ? {} : { reason: note }),
  };
}

const CHOICES = {
  label: 'appointments.cancel_which',
  values: SERIES_SCOPES.map((value) => ({ value, label: `crm.repeat.scopes.${value}` })),
};
