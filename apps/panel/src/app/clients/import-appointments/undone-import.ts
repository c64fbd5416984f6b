import { Component, inject } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import { PluralPipe } from '../../i18n/plural';
import { DateTime } from '../../ui/formats/relative-time';
import { AppointmentImportUndo } from './appointment-import-undo';
import { ImportedClients } from './imported-clients';

/** What an import that was taken back just now has left: appointments with the reason, and the clients that it made. */
@Component({
  selector: 'app-undone-import',
  imports: [DateTime, ImportedClients, PluralPipe, RouterLink, TranslocoPipe],
  template: `
    @if (undone(); as result) {
      <section class="card" role="status" aria-labelledby="undone-import">
        <h2 id="undone-import">
          {{ 'clients.appointments_import.undone' | transloco: { deleted: result.deleted } }}
        </h2>
        @if (result.left.length > 0) {
          <p>{{ 'clients.appointments_import.left' | plural: result.left.length }}</p>
          <ul>
            @for (one of result.left; track one.id) {
              <li>
                <a [routerLink]="['/appointments', one.id]"><app-date-time [at]="one.starts_at" /></a>
                <bdi>{{ one.name }}</bdi>
                <span class="muted">{{ 'clients.appointments_import.left_why.' + one.why | transloco }}</span>
              </li>
            }
          </ul>
        }
        @if (result.clients.length > 0) {
          <p>{{ 'clients.appointments_import.clients_left' | plural: result.clients.length }}</p>
          <app-imported-clients [clients]="result.clients" />
        }
      </section>
    }
  `,
  styles: `
    section {
      display: grid;
      gap: 8px;
      margin-bottom: 16px;
      padding: 20px;
    }

    ul {
      display: grid;
      gap: 4px;
    }

    li {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
    }
  `,
})
export class UndoneImport {
  protected readonly undone = inject(AppointmentImportUndo).undone;
}
