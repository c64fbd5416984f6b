import { Component, computed, effect, inject, signal, untracked } from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import type { ClientFilePreviewDto, PreviewedClientDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { PhoneFormat } from '../../ui/formats/phone';
import { Beginning } from '../../ui/long-text';
import { phoneText } from '../client-phones';
import { FieldValues } from '../field-values';
import { ImportReasons } from './import-reasons';
import { ImportRun } from './import-run';

/** In the order of the table. */
const SHOWN = [
  ...(['name', 'phone', 'other_phones', 'email', 'company', 'tags', 'language'] as const),
  ...(['last_activity_at', 'created_at', 'notes'] as const),
];

/** What becomes of the first rows, as the API stores them. It follows each choice. */
@Component({
  selector: 'app-import-preview',
  imports: [Beginning, TranslocoPipe],
  template: `
    @if (rows(); as shown) {
      <div class="card">
        <table class="preview">
          <caption>
            {{
              'clients.import.preview' | transloco
            }}
          </caption>
          <thead>
            <tr>
              @for (column of columns(); track column) {
                <th scope="col">{{ 'clients.' + column | transloco }}</th>
              }
            </tr>
          </thead>
          <tbody>
            @for (row of shown; track row.row) {
              <tr>
                @if (row.reason) {
                  <td [attr.colspan]="columns().length">{{ row.reason }}</td>
                }
                @for (cell of row.cells; track $index) {
                  <td>
                    <bdi>{{ cell | beginning }}</bdi>
                  </td>
                }
              </tr>
            }
          </tbody>
        </table>
      </div>
    }
  `,
  styles: `
    .card {
      overflow-x: auto;
      margin-top: 12px;
    }

    table {
      width: 100%;
      border-collapse: collapse;
    }

    caption {
      padding: 12px 16px 4px;
      font-weight: 600;
      text-align: start;
    }

    th,
    td {
      padding: 8px 16px;
      border-top: 1px solid var(--border);
      text-align: start;
    }

    th {
      border: 0;
      color: var(--text-3);
      font: 500 12px/16px var(--font);
    }

    bdi {
      white-space: pre-line;
    }

    @media (max-width: 767px) {
      th,
      td {
        padding: 8px;
      }
    }
  `,
})
export class ImportPreview {
  private readonly formats = inject(Formats);
  private readonly phones = inject(PhoneFormat);
  private readonly reasons = inject(ImportReasons);
  private readonly run = inject(ImportRun);
  private readonly transloco = inject(TranslocoService);
  private readonly values = inject(FieldValues);

  private readonly answer = signal<ClientFilePreviewDto | null>(null);
  /** Only the answer to the latest question is shown. */
  private turn = 0;

  protected readonly columns = computed(() => {
    const sent = this.run.columns();
    return SHOWN.filter((column) => sent.includes(column));
  });
  /** In the order of the file: cells, or why the row cannot be used. */
  protected readonly rows = computed(() => {
    const answer = this.answer();
    if (answer === null) return null;
    const made = answer.rows.map((client) => ({
      ...{ row: client.row, reason: null },
      cells: this.columns().map((column) => this.cellOf(client, column)),
    }));
    const failed = answer.failed.map((one) => ({ row: one.row, reason: this.reasons.of(one), cells: [] }));
    return [...made, ...failed].sort((a, b) => a.row - b.row);
  });

  constructor() {
    effect(() => {
      const [rows, country] = [this.run.firstRows(), this.run.country()];
      untracked(() => void this.ask(rows, country));
    });
  }

  private async ask(rows: string | null, country: string): Promise<void> {
    const turn = ++this.turn;
    // The check of the file tells what is wrong with it.
    const answer = rows === null ? null : await this.run.preview(rows, country).catch(() => null);
    if (turn === this.turn) this.answer.set(answer);
  }

  private cellOf(client: PreviewedClientDto, column: (typeof SHOWN)[number]): string {
    if (column === 'last_activity_at' || column === 'created_at') {
      return this.formats.dateTime(client[column]) || '–';
    }
    if (column !== 'phone') return this.values.shown(column, client[column]);
    const { phone, phone_as_given, extension } = client;
    const unknown = this.transloco.translate('clients.phone_country_unknown');
    const numbers = [
      phone === null
        ? null
        : phoneText({ phone: this.phones.format(phone), phone_as_given: null, extension }),
      phone_as_given === null ? null : `${phone_as_given} (${unknown})`,
    ];
    return numbers.filter((number) => number !== null).join(', ') || '–';
  }
}
