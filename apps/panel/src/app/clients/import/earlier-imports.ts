import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ImportDto, PageDto } from '@groupless/shared-dto';
import { query } from '../../data/query';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { DateTime } from '../../ui/formats/relative-time';
import { ImportUndo } from './import-undo';

/** The last imports, each of which can be taken back. */
@Component({
  selector: 'app-earlier-imports',
  imports: [DateTime, PluralPipe, TranslocoPipe],
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
                <span>{{
                  'clients.import.rows_of' | plural: one.created + one.updated + one.skipped + one.failed
                }}</span>
                <app-date-time [at]="one.at" />
                <bdi>{{ one.by }}</bdi>
                <span>{{
                  'clients.import.created_of' | transloco: { count: formats.number(one.created) }
                }}</span>
                @if (one.updated > 0) {
                  <span>{{
                    'clients.import.updated_of' | transloco: { count: formats.number(one.updated) }
                  }}</span>
                }
                @if (one.undone_by; as name) {
                  <span class="muted">{{ 'clients.import.was_undone' | transloco: { name } }}</span>
                } @else if (one.created + one.updated > 0) {
                  <button type="button" class="link-button" (click)="undo(one.id)">
                    {{ 'clients.import.undo' | transloco }}
                  </button>
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
  `,
})
export class EarlierImports {
  protected readonly formats = inject(Formats);
  private readonly undoing = inject(ImportUndo);
  protected readonly imports = query<PageDto<ImportDto>>(() => '/api/clients/imports?limit=5');

  protected async undo(id: string): Promise<void> {
    if (await this.undoing.undo(id)) void this.imports.reload();
  }
}
