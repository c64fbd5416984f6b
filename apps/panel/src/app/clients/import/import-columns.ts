import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { regionChoices } from '../../crm/phone-regions';
import { Appearance } from '../../i18n/appearance';
import { Beginning } from '../../ui/long-text';
import { IMPORT_FIELDS, type ImportField } from './column-map';
import { PluralPipe } from '../../i18n/plural';
import { ImportPreview } from './import-preview';
import { ImportRun } from './import-run';
import { ENCODINGS, type TextEncoding } from './text-encoding';

/** Which field each column of the file fills, with what stands in its first rows. */
@Component({
  selector: 'app-import-columns',
  imports: [Beginning, ImportPreview, PluralPipe, TranslocoPipe],
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
    <p class="country">
      <label for="import-country">{{ 'clients.import.country' | transloco }}</label>
      <select
        id="import-country"
        class="input"
        [value]="run.country()"
        (change)="run.setCountry($any($event.target).value)"
      >
        <option value="" [selected]="run.country() === ''">–</option>
        @for (region of regions(); track region.value) {
          <option [value]="region.value" [selected]="region.value === run.country()">
            {{ region.label }}
          </option>
        }
      </select>
      @if (run.country() === '') {
        <span class="caption">{{ 'clients.import.country_help' | transloco }}</span>
      }
    </p>
    @if (run.beginning().length > 1) {
      <p class="country">
        <label for="import-heading">{{ 'clients.import.heading' | transloco }}</label>
        <select
          id="import-heading"
          class="input"
          [value]="run.heading()"
          [disabled]="run.isReading()"
          (change)="run.setHeading(+$any($event.target).value)"
        >
          @for (row of run.beginning(); track row.line) {
            <option [value]="row.line" [selected]="row.line === run.heading()">
              {{ row.line }}: {{ beginningOf(row.cells) }}
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
    @if (run.columnsLeft() > 0 && !run.updates()) {
      <label class="rest">
        <input type="checkbox" [checked]="run.rest()" (change)="run.setRest($any($event.target).checked)" />
        <span>{{ 'clients.import.rest' | plural: run.columnsLeft() }}</span>
      </label>
    }
    <app-import-preview />
  `,
  styles: `
    .card {
      overflow-x: auto;
    }

    .country {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px 12px;
      margin-bottom: 12px;
    }

    .country select {
      width: auto;
      max-width: 100%;
    }

    .rest {
      display: flex;
      gap: 8px;
      margin: 12px 0;
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
  private readonly locale = inject(Appearance).locale;
  protected readonly regions = computed(() => regionChoices(this.locale()));
  protected readonly fields = IMPORT_FIELDS;
  /** A file that is UTF-8 is known as such; this one is not. */
  protected readonly encodings = ENCODINGS.filter((encoding) => encoding !== 'utf-8');

  protected beginningOf(cells: readonly string[]): string {
    const text = cells.filter((cell) => cell.trim() !== '').join(' · ');
    return text.length > 60 ? `${text.slice(0, 60)}…` : text;
  }

  protected async setEncoding(choice: HTMLSelectElement): Promise<void> {
    await this.run.setEncoding(choice.value as TextEncoding);
    choice.value = this.run.encoding();
  }

  protected choose(index: number, value: string): void {
    this.run.setField(index, value === '' ? null : (value as ImportField));
  }
}
