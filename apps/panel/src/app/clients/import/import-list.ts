import { NgTemplateOutlet } from '@angular/common';
import { Component, contentChild, inject, input, output, signal, TemplateRef } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ImportOfAppointmentsDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { DateTime } from '../../ui/formats/relative-time';

/** An import of clients, which may have updated some, or of appointments. */
interface ListedImport extends ImportOfAppointmentsDto {
  updated?: number;
}

/** The last imports, each of which can be taken back. A template in it shows the rows of one, by its id, when asked for. */
@Component({
  selector: 'app-import-list',
  imports: [DateTime, NgTemplateOutlet, PluralPipe, TranslocoPipe],
  template: `
    @if (imports().length > 0) {
      <section class="card" aria-labelledby="earlier-imports">
        <h2 id="earlier-imports">{{ 'clients.import.earlier' | transloco }}</h2>
        <ul>
          @for (one of imports(); track one.id) {
            @let updated = one.updated ?? 0;
            <li>
              @if (one.file_name; as name) {
                <bdi class="file">{{ name }}</bdi>
              }
              <span>{{
                'clients.import.rows_of' | plural: one.created + updated + one.skipped + one.failed
              }}</span>
              <app-date-time [at]="one.at" />
              <bdi>{{ one.by }}</bdi>
              <span>{{
                'clients.import.created_of' | transloco: { count: formats.number(one.created) }
              }}</span>
              @if (updated > 0) {
                <span>{{ 'clients.import.updated_of' | transloco: { count: formats.number(updated) } }}</span>
              }
              @if (rows() && one.created > 0) {
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
              } @else if (one.created + updated > 0) {
                <button type="button" class="link-button" (click)="undo.emit(one.id)">
                  {{ 'clients.import.undo' | transloco }}
                </button>
              }
              @if (rows(); as template) {
                @if (shown() === one.id) {
                  <div class="rows">
                    <ng-container *ngTemplateOutlet="template; context: { $implicit: one.id }" />
                  </div>
                }
              }
            </li>
          }
        </ul>
      </section>
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

    .rows {
      flex-basis: 100%;
    }
  `,
})
export class ImportList {
  readonly imports = input.required<readonly ListedImport[]>();
  /** The id of an import that is to be taken back. */
  readonly undo = output<string>();
  protected readonly rows = contentChild<TemplateRef<{ $implicit: string }>>(TemplateRef);
  protected readonly formats = inject(Formats);
  /** The import whose rows are shown. */
  protected readonly shown = signal<string | null>(null);
}
