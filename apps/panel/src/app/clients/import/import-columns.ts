import { Component, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Beginning } from '../../ui/long-text';
import { IMPORT_FIELDS, type ImportField } from './column-map';
import { ImportRun } from './import-run';
import { ENCODINGS, type TextEncoding } from './text-encoding';

/** Which field each column of the file fills, with what stands in its first rows. */
@Component({
  selector: 'app-import-columns',
  imports: [Beginning, TranslocoPipe],
  template: `
    @if (run.encoding() !== 'utf-8') {
      <p class="notice encoding">
        <label for="import-encoding">{{ 'clients.import.encoding' | transloco }}</label>
        <select
          id="import-encoding"
          class="input"
          [value]="run.encoding()"
          [disabled]="run.isReading()"
          (change)="setEncoding($any($event.target))"
        >
          @for (encoding of encodings; track encoding) {
            <option [value]="encoding" [selected]="encoding === run.encoding()">
              {{ 'clients.import.encodings.' + encoding | transloco }}
            </option>
          }
        </select>
      </p>
    }
    <div class="card">
      <table>
        <caption class="nowrap">
          {{
            run.file()?.name
          }}
        </caption>
        <thead>
          <tr>
            <th scope="col">{{ 'clients.import.column' | transloco }}</th>
            <th scope="col" class="examples">{{ 'clients.import.examples' | transloco }}</th>
            <th scope="col">{{ 'clients.import.field' | transloco }}</th>
          </tr>
        </thead>
        <tbody>
          @for (column of run.header(); track $index; let index = $index) {
            <tr>
              <th scope="row">
                <bdi>{{ column || '–' | beginning }}</bdi>
              </th>
              <td class="examples muted">
                @for (row of run.samples(); track $index) {
                  <bdi class="nowrap">{{ row[index] || '–' | beginning }}</bdi>
                }
              </td>
              <td>
                <select
                  class="input"
                  [attr.aria-label]="'clients.import.field_of' | transloco: { column }"
                  [value]="run.map()[index] ?? ''"
                  (change)="choose(index, $any($event.target).value)"
                >
                  <option value="" [selected]="run.map()[index] === null">
                    {{ 'clients.import.leave_out' | transloco }}
                  </option>
                  @for (field of fields; track field) {
                    <option [value]="field" [selected]="run.map()[index] === field">
                      {{ 'clients.' + field | transloco }}
                    </option>
                  }
                </select>
              </td>
            </tr>
          }
        </tbody>
      </table>
    </div>
  `,
  styles: `
    .card {
      overflow-x: auto;
    }

    .encoding {
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      margin-bottom: 12px;
    }

    .encoding select {
      width: auto;
    }

    table {
      width: 100%;
      border-collapse: collapse;
    }

    caption {
      max-width: 100%;
      padding: 12px 16px 4px;
      font-weight: 600;
      text-align: start;
    }

    th,
    td {
      padding: 8px 16px;
      border-top: 1px solid var(--border);
      text-align: start;
      vertical-align: middle;
    }

    thead th {
      border: 0;
      color: var(--text-3);
      font: 500 12px/16px var(--font);
    }

    tbody th {
      font-weight: 500;
    }

    .examples bdi {
      display: block;
      max-width: 280px;
      font: var(--text-caption);
    }

    select {
      min-width: 148px;
    }

    @media (max-width: 767px) {
      .examples {
        display: none;
      }

      th,
      td {
        padding: 8px;
      }
    }
  `,
})
export class ImportColumns {
  protected readonly run = inject(ImportRun);
  protected readonly fields = IMPORT_FIELDS;
  /** A file that is UTF-8 is known as such; this one is not. */
  protected readonly encodings = ENCODINGS.filter((encoding) => encoding !== 'utf-8');

  protected async setEncoding(choice: HTMLSelectElement): Promise<void> {
    await this.run.setEncoding(choice.value as TextEncoding);
    choice.value = this.run.encoding();
  }

  protected choose(index: number, value: string): void {
    this.run.setField(index, value === '' ? null : (value as ImportField));
  }
}
