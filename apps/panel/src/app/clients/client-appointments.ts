import { ChangeDetectionStrategy, Component, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { LucideCalendarDays } from '@lucide/angular';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentDto } from '@groupless/shared-dto';
import { LiveEvents } from '../http/live-events';
import { pageList } from '../http/page-list';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { DateTime } from '../ui/relative-time';
import { Skeleton, WhileWaiting } from '../ui/skeleton';
import { StatusChip } from '../ui/status-chip';

/** The appointments of a client, the latest first. */
@Component({
  selector: 'app-client-appointments',
  imports: [
    DateTime,
    EmptyState,
    ErrorPanel,
    LucideCalendarDays,
    RouterLink,
    Skeleton,
    StatusChip,
    TranslocoPipe,
    WhileWaiting,
  ],
  template: `
    @if (list.problem(); as problem) {
      <app-error-panel [error]="problem" (retry)="list.reload()" />
    }
    @if (list.is_first_load()) {
      <ng-container *appWhileWaiting="true"><app-skeleton height="44px" /></ng-container>
    } @else if (list.items().length === 0 && list.problem() === null) {
      <app-empty-state [heading]="'clients.no_appointments' | transloco">
        <svg icon lucideCalendarDays></svg>
      </app-empty-state>
    }
    <ul>
      @for (one of list.items(); track one.id) {
        <li [class.cancelled]="one.status === 'cancelled'">
          <a [routerLink]="['/appointments', one.id]">
            <span class="line">
              <app-date-time [at]="one.starts_at" /><app-status-chip [status]="one.status" />
            </span>
            <span class="line caption">
              <bdi class="nowrap">{{ one.title || ('clients.untitled' | transloco) }}</bdi>
              <bdi class="nowrap">{{ one.resource }}</bdi>
            </span>
          </a>
        </li>
      }
    </ul>
    @if (list.has_more()) {
      <button type="button" class="button" (click)="list.loadMore()">
        {{ 'clients.show_more' | transloco }}
      </button>
    }
  `,
  styleUrl: './client-records.css',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class ClientAppointments {
  readonly client_id = input.required<string>();
  protected readonly list = pageList<AppointmentDto>(
    () => ({ url: '/api/appointments', query: { client_id: this.client_id(), sort: '-starts_at' } }),
    50,
  );

  constructor() {
    inject(LiveEvents).onEvent(
      ['appointment.created', 'appointment.updated', 'appointment.deleted'],
      () => void this.list.reload(),
    );
  }
}
