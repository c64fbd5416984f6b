import { inject, Injectable } from '@angular/core';
import { SERIES_SCOPES, type AppointmentDto, type SeriesScope } from '@groupless/shared-dto';
import { SeriesApi } from '../../crm/series/series-api';
import type { ShownZone } from '../../crm/shown-zone';
import { Confirm } from '../../ui/dialogs/confirm';
import { Toasts } from '../../ui/toasts/toasts';
import { rangeOf, type SeveralScope } from './series-scope';

/** Cancels one appointment or several of its series. */
@Injectable({ providedIn: 'root' })
export class Cancellation {
  private readonly api = inject(SeriesApi);
  private readonly confirm = inject(Confirm);
  private readonly toasts = inject(Toasts);

  /** Which of its series is meant; null: none. */
  async ask(
    { client, starts_at, ends_at, series_id }: AppointmentDto,
    zone: ShownZone,
  ): Promise<SeriesScope | null> {
    const question = {
      title: 'appointments.cancel_title',
      text: 'appointments.cancel_text',
      action: 'appointments.do_cancel',
      dismiss: 'appointments.keep',
      params: { name: client.name, time: zone.span(starts_at, ends_at) },
      isDangerous: true,
    };
    if (series_id === null) return (await this.confirm.ask(question)) ? 'this' : null;
    const answer = await this.confirm.askWithOption({ ...question, choices: CHOICES });
    return answer === null ? null : (SERIES_SCOPES.find((scope) => scope === answer.choice) ?? 'this');
  }

  /** Answers whether they are cancelled. */
  async ofSeries(appointment: AppointmentDto, scope: SeveralScope): Promise<boolean> {
    try {
      await this.api.cancel(appointment.series_id ?? '', rangeOf(appointment, scope));
      this.toasts.show('appointments.series_cancelled');
      return true;
    } catch (error) {
      this.toasts.failed('appointments.not_changed', error);
      return false;
    }
  }
}

const CHOICES = {
  label: 'appointments.cancel_which',
  values: SERIES_SCOPES.map((value) => ({ value, label: `crm.repeat.scopes.${value}` })),
};
