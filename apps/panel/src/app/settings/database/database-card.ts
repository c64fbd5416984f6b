import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { DatabaseReportDto } from '@groupless/shared-dto';
import { Formats } from '../../i18n/formats';
import { PluralPipe } from '../../i18n/plural';
import { KeyValue, KeyValues } from '../../ui/key-values';

let cards = 0;

/** One database: version, size, connections, changes of its structure, and its tables. */
@Component({
  selector: 'app-database-card',
  imports: [KeyValue, KeyValues, PluralPipe, TranslocoPipe],
  templateUrl: './database-card.html',
  styleUrl: './database-card.css',
})
export class DatabaseCard {
  /** Already translated. */
  readonly heading = input.required<string>();
  readonly lead = input.required<string>();
  readonly report = input.required<DatabaseReportDto>();
  protected readonly formats = inject(Formats);
  protected readonly id = `database-${++cards}`;
  protected readonly hasEstimates = computed(() =>
    this.report().tables.some(({ rows_are_exact }) => !rows_are_exact),
  );

  protected rowsOf({ rows, rows_are_exact }: DatabaseReportDto['tables'][number]): string {
    return rows_are_exact ? this.formats.number(rows) : `≈ ${this.formats.number(rows)}`;
  }
}
