import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ImportedAppointmentsDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { apiPath } from '../../http/api-path';
import { PluralPipe } from '../../i18n/plural';
import { DateTime } from '../../ui/formats/relative-time';
import { ImportedClients } from './imported-clients';

/** What an import of appointments made, and is there still. */
@Component({
  selector: 'app-imported-rows',
  imports: [DateTime, ImportedClients, PluralPipe, RouterLink, TranslocoPipe],
  template: `
    @if (made.value(); as rows) {
      @if (rows.appointments_total === 0) {
        <p class="muted">{{ 'clients.appointments_import.none_left' | transloco }}</p>
      } @else {
        <p>{{ 'clients.appointments_import.appointments' | plural: rows.appointments_total }}</p>
        <ul>
          @for (one of rows.appointments; track one.id) {
            <li>
              <a [routerLink]="['/appointments', one.id]"><app-date-time [at]="one.starts_at" /></a>
              <bdi>{{ one.name }}</bdi>
            </li>
          }
        </ul>
        @if (rows.clients.length > 0) {
          <p>{{ 'clients.appointments_import.clients_made' | plural: rows.clients_total }}</p>
          <app-imported-clients [clients]="rows.clients" />
        }
      }
    }
  `,
  styles: `
    ul {
      display: grid;
      gap: 4px;
      max-height: 320px;
      overflow-y: auto;
    }

    li {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
    }
  `,
})
export class ImportedRows {
  readonly id = input.required<string>();
  protected readonly made = query<ImportedAppointmentsDto>(
    () => apiPath`/api/appointments/imports/${this.id()}/rows`,
  );
}
