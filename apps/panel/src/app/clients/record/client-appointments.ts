import { Component, inject, Injector, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { AppointmentDto } from '@groupless/shared-dto';
import { ConflictFinder } from '../../crm/booking/conflict-finder';
import { openBooking } from '../../crm/booking/open-booking';
import { ShownZone } from '../../crm/shown-zone';
import { pageList } from '../../data/page-list';
import { Session } from '../../session/session';
import { Icon } from '../../ui/icon';
import { DateTime } from '../../ui/formats/relative-time';
import { StatusChip } from '../../ui/status-chip';
import { ListFrame } from '../../ui/lists/list-frame';
import { LateMark } from '../../crm/late-mark';
import { subjectOf } from '../../crm/subject';

/** The appointments of a client, the latest first. */
@Component({
  selector: 'app-client-appointments',
  imports: [ListFrame, DateTime, Icon, LateMark, RouterLink, StatusChip, TranslocoPipe],
  template: `
    @if (mayWrite()) {
      <button type="button" class="button book" [disabled]="!zone.isKnown()" (click)="book()">
        <svg appIcon="calendar-plus" size="14"></svg>{{ 'crm.book' | transloco }}
      </button>
    }
    <app-list-frame [of]="list" none="clients.no_appointments">
      <svg icon appIcon="calendar-days"></svg>
      <ul>
        @for (one of list.items(); track one.id) {
          <li [class.cancelled]="one.status === 'cancelled'">
            <a [routerLink]="['/appointments', one.id]">
              <span class="line">
                <app-date-time [at]="one.starts_at" />
                <span class="states"
                  ><app-late-mark [of]="one" /><app-status-chip [status]="one.status"
                /></span>
              </span>
              <span class="line caption">
                <bdi class="nowrap">{{ subjectOf(one) || ('clients.untitled' | transloco) }}</bdi>
                <bdi class="nowrap">{{ one.resource }}</bdi>
              </span>
            </a>
          </li>
        }
      </ul>
    </app-list-frame>
  `,
  styleUrls: ['../../ui/lists/row-links.css', './client-records.css'],
  providers: [ShownZone, ConflictFinder],
})
export class ClientAppointments {
  protected readonly subjectOf = subjectOf;
  readonly client_id = input.required<string>();
  readonly client_name = input.required<string>();
  private readonly injector = inject(Injector);
  protected readonly zone = inject(ShownZone);
  protected readonly mayWrite = inject(Session).isOperator;
  protected readonly list = pageList<AppointmentDto>(
    () => ({ url: '/api/appointments', query: { client_id: this.client_id(), sort: '-starts_at' } }),
    { page: 50 },
  );

  protected async book(): Promise<void> {
    const client = { id: this.client_id(), name: this.client_name() };
    if ((await openBooking({ client }, this.injector)) !== undefined) await this.list.reload();
  }
}
