import { Component, computed, inject, input, signal } from '@angular/core';
import { TranslocoPipe, TranslocoService } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { Icon } from '../../ui/icon';
import { BarCanvas } from './bar-canvas';
import { sumOf, totalsOf, type DaySeries } from './day-series';

let charts = 0;

/** Numbers a day as bars or, for who would rather read them, as a table. */
@Component({
  selector: 'app-day-chart',
  imports: [BarCanvas, Icon, TranslocoPipe],
  templateUrl: './day-chart.html',
  styleUrl: './day-chart.css',
})
export class DayChart {
  /** Already translated, as all texts here. */
  readonly heading = input.required<string>();
  readonly lead = input.required<string>();
  /** As `2026-11-20`, the earliest first. */
  readonly dates = input.required<readonly string[]>();
  readonly series = input.required<readonly DaySeries[]>();

  protected readonly formats = inject(Formats);
  private readonly transloco = inject(TranslocoService);
  protected readonly id = `day-chart-${++charts}`;
  protected readonly isTable = signal(false);
  protected readonly days = computed(() => this.dates().map((date) => this.formats.day(date)));
  protected readonly legend = computed(() =>
    this.series().map(({ id, label, token, values }) => ({
      id,
      label,
      colour: `var(${token})`,
      count: this.formats.number(sumOf(values)),
    })),
  );
  protected readonly totals = computed(() => totalsOf(this.series()));
  /** The latest day first: it is the one that is asked for. */
  protected readonly rows = computed(() =>
    this.days()
      .map((day, index) => ({
        day,
        values: this.series().map(({ values }) => this.formats.number(values[index] ?? 0)),
        total: this.formats.number(this.totals()[index] ?? 0),
      }))
      .reverse(),
  );
  protected readonly description = computed(() => {
    const parts = this.legend().map(({ label, count }) => `${label}: ${count}`);
    return this.transloco.translate('dashboard.chart_label', {
      heading: this.heading(),
      lead: this.lead(),
      parts: this.formats.list(parts),
    });
  });
}
