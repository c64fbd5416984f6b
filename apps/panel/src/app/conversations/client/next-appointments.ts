import { Component, computed, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { LIVE_STATUSES, type AppointmentDto, type PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { ErrorPanel } from '../../ui/error-panel';
import { DateTime } from '../../ui/formats/relative-time';
import { Skeleton, WhileWaiting } from '../../ui/skeleton';
import { StatusChip } from '../../ui/status-chip';
import { subjectOf } from '../../crm/subject';

const MOST = 5;

/** What the client has before them. */
@Component({
  selector: 'app-next-appointments',
  imports: [DateTime, ErrorPanel, RouterLink, Skeleton, StatusChip, TranslocoPipe, WhileWaiting],
  template: `
    <h3>{{ 'conversations.next_appointments' | transloco }}</h3>
    @if (page.problem(); as error) {
      <app-error-panel [error]="error" (retry)="page.reload()" />
    }
    @if (page.value()) {
      <ul>
        @for (appointment of appointments(); track appointment.id) {
          <li>
            <a [routerLink]="['/appointments', appointment.id]">
              <app-date-time [at]="appointment.starts_at" />
            </a>
            <app-status-chip [status]="appointment.status" />
            <span class="what nowrap"
              ><bdi>{{ subjectOf(appointment) || ('conversations.untitled' | transloco) }}</bdi> ·
              <bdi>{{ appointment.resource }}</bdi></span
            >
          </li>
        } @empty {
          <li class="muted">{{ 'conversations.no_appointments' | transloco }}</li>
        }
      </ul>
    } @else if (page.isFirstLoad()) {
      <ng-container *appWhileWaiting="true"><app-skeleton height="40px" /></ng-container>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: 8px;
      padding-top: 16px;
      border-top: 1px solid var(--border);
    }

    ul {
      display: flex;
      flex-direction: column;
      gap: 10px;
    }

    li {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      justify-content: space-between;
      gap: 2px 8px;
    }

    .what {
      width: 100%;
      color: var(--text-2);
    }
  `,
})
export class NextAppointments {
  protected readonly subjectOf = subjectOf;
  readonly client_id = input.required<string>();
  protected readonly page = query<PageDto<AppointmentDto>>(() => ({
    url: '/api/appointments',
    query: {
      client_id: this.client_id(),
      from: new Date().toISOString(),
      status: LIVE_STATUSES.join(','),
      sort: 'starts_at',
      limit: MOST,
    },
  }));
  protected readonly appointments = computed(() => this.page.value()?.items ?? []);
}
