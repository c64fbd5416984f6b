import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { isLive, type AffectedAppointmentDto, type AppointmentDto } from '@groupless/shared-dto';
import { attendeeOf } from '../../../crm/attendee';
import { apiPath } from '../../../http/api-path';
import { query } from '../../../data/query';
import { Formats } from '../../../i18n/formats';
import { StatusChip } from '../../../ui/status-chip';

/** One of them by its name, with what has become of it since. */
@Component({
  selector: 'app-affected-row',
  imports: [RouterLink, StatusChip, TranslocoPipe],
  template: `
    <a [routerLink]="['/appointments', affected().id]" [target]="isApart() ? '_blank' : undefined">
      <span class="when">{{ formats.dateTime(affected().starts_at) }}</span>
      <bdi>{{ who() }}</bdi>
    </a>
    <span class="caption">{{ what() }}</span>
    @if (appointment(); as now) {
      @if (!isLive(now.status)) {
        <app-status-chip [status]="now.status" />
      } @else if (now.starts_at !== affected().starts_at) {
        <span class="caption">{{
          'chat-agent.affected_moved' | transloco: { to: formats.dateTime(now.starts_at) }
        }}</span>
      }
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
      align-items: baseline;
      min-height: 24px;
    }

    .when {
      margin-right: 8px;
      font-variant-numeric: tabular-nums;
    }
  `,
})
export class AffectedRow {
  readonly affected = input.required<AffectedAppointmentDto>();
  /** Opens in a tab of its own, so that what is typed here stays. */
  readonly isApart = input(false);
  protected readonly formats = inject(Formats);
  private readonly read = query<AppointmentDto>(() => apiPath`/api/appointments/${this.affected().id}`);
  protected readonly appointment = this.read.value;
  protected readonly isLive = isLive;
  protected readonly who = computed(() => {
    const appointment = this.appointment();
    return appointment === null ? '' : attendeeOf(appointment);
  });
  protected readonly what = computed(() => {
    const { title = '', resource = '' } = this.appointment() ?? {};
    return [title, resource].filter(Boolean).join(', ');
  });
}
