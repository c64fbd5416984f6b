import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import type { Bar, DaySeries } from './bars';
import { ChartCard } from './chart-card';

/** Numbers a day. */
@Component({
  selector: 'app-day-chart',
  imports: [ChartCard, TranslocoPipe],
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

  private readonly formats = inject(Formats);
  protected readonly bars = computed<Bar[]>(() =>
    this.dates().map((date, index) => ({
      key: date,
      label: this.formats.day(date),
      values: this.series().map(({ values }) => values[index] ?? 0),
    })),
  );
  /** The latest day first: it is the one that is asked for. */
  protected readonly rows = computed(() =>
    this.bars()
      .map(({ label, values }) => ({
        day: label,
        values: values.map((value) => this.formats.number(value)),
        total: this.formats.number(values.reduce((sum, value) => sum + value, 0)),
      }))
      .reverse(),
  );
}
