import { Component, inject, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ImportOfAppointmentsDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { DateTime } from '../../ui/formats/relative-time';
import { AppointmentImportUndo } from './appointment-import-undo';
import { ImportedRows } from './imported-rows';

/** The last imports of appointments, each of which can be taken back. */
@Component({
  selector: 'app-earlier-appointment-imports',
  imports: [DateTime, ImportedRows, PluralPipe, TranslocoPipe],
  template: `
    @if (imports.value()?.items; as items) {
      @if (items.length > 0) {
        <section class="card" aria-labelledby="earlier-imports">
          <h2 id="earlier-imports">{{ 'clients.import.earlier' | transloco }}</h2>
          <ul>
            @for (one of items; track one.id) {
              <li>
                @if (one.file_name; as name) {
                  <bdi class="file">{{ name }}</bdi>
                }
                <span>{{ 'clients.import.rows_of' | plural: one.created + one.skipped + one.failed }}</span>
                <app-date-time [at]="one.at" />
                <bdi>{{ one.by }}</bdi>
                <span>{{
                  'clients.import.created_of' | transloco: { count: formats.number(one.created) }
                }}</span>
                @if (one.created > 0) {
                  <button
                    type="button"
                    class="link-button"
                    [attr.aria-expanded]="shown() === one.id"
                    (click)="shown.set(shown() === one.id ? null : one.id)"
                  >
                    {{ 'clients.appointments_import.show' | transloco }}
                  </button>
                }
                @if (one.undone_by; as name) {
                  <span class="muted">{{ 'clients.import.was_undone' | transloco: { name } }}</span>
                } @else if (one.created > 0) {
                  <button type="button" class="link-button" (click)="undo(one.id)">
                    {{ 'clients.import.undo' | transloco }}
                  </button>
                }
                @if (shown() === one.id) {
                  <app-imported-rows [id]="one.id" />
                }
              </li>
            }
          </ul>
        </section>
      }
    }
  `,
  styles: `
    section {
      display: grid;
      gap: 12px;
      padding: 20px;
    }

    ul {
      display: grid;
      gap: 8px;
    }

    li {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
    }

    .file {
      overflow-wrap: anywhere;
      font-weight: 600;
    }

    app-imported-rows {
      flex-basis: 100%;
    }
  `,
})
export class EarlierAppointmentImports {
  protected readonly formats = inject(Formats);
  private readonly undoing = inject(AppointmentImportUndo);
  /** The import whose rows are shown. */
  protected readonly shown = signal<string | null>(null);
  protected readonly imports = query<PageDto<ImportOfAppointmentsDto>>(
    () => '/api/appointments/imports?limit=5',
  );

  protected async undo(id: string): Promise<void> {
    if (await this.undoing.undo(id)) void this.imports.reload();
  }
}
