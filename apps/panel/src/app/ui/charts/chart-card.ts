import { Component, computed, inject, input, signal } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { Formats } from '../../i18n/formats';
import { Icon } from '../icon';
import { BarChart } from './bar-chart';
import type { Bar, Part } from './bars';

let charts = 0;

/** Numbers as bars or, for who would rather read them, as a table, which is the content. */
@Component({
  selector: 'app-chart-card',
  imports: [BarChart, Icon, TranslocoPipe],
  template: `
    <section class="card" [attr.aria-labelledby]="id">
      <header>
        <div>
          <h2 [id]="id">{{ heading() }}</h2>
          @if (lead(); as text) {
            <p class="caption">{{ text }}</p>
          }
        </div>
        @if (hasChart()) {
          <button
            type="button"
            class="button button-quiet"
            [attr.aria-describedby]="id"
            (click)="isTable.set(!isTable())"
          >
            @if (isTable()) {
              <svg appIcon="chart-column" size="14"></svg> {{ 'table.as_chart' | transloco }}
            } @else {
              <svg appIcon="table" size="14"></svg> {{ 'table.as_table' | transloco }}
            }
          </button>
        }
      </header>
      @if (isDrawn()) {
        <ul class="legend">
          @for (part of legend(); track part.id) {
            <li>
              <span class="colour" [style.background]="'var(' + part.token + ')'"></span>
              {{ part.label }} <strong>{{ part.count }}</strong>
            </li>
          }
        </ul>
        <app-bar-chart [label]="description()" [parts]="parts()" [bars]="bars()" />
      }
      @if (!isDrawn() || isTablePrinted()) {
        <div [class.only-paper]="isDrawn()"><ng-content /></div>
      }
    </section>
  `,
  styleUrl: './chart-card.css',
})
export class ChartCard {
  /** Already translated, as all texts here. */
  readonly heading = input.required<string>();
  readonly lead = input('');
  readonly parts = input.required<readonly Part[]>();
  /** With a value for each part. */
  readonly bars = input.required<readonly Bar[]>();
  /** Without a chart, the table alone is there. */
  readonly hasChart = input(true);
  /** Whether paper has the table beside the chart. */
  readonly isTablePrinted = input(false);
  private readonly formats = inject(Formats);
  protected readonly id = `chart-${++charts}`;
  protected readonly isTable = signal(false);
  protected readonly isDrawn = computed(() => this.hasChart() && !this.isTable());
  protected readonly legend = computed(() =>
    this.parts().map((part, index) => {
      const count = this.bars().reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
      return { ...part, count: this.formats.number(count) };
    }),
  );
  /** What is to be seen, for who does not see it. */
  protected readonly description = computed(() => {
    const parts = this.formats.list(this.legend().map(({ label, count }) => `${label}: ${count}`));
    const title = this.lead() === '' ? this.heading() : `${this.heading()}, ${this.lead()}`;
    return `${title}. ${parts}`;
  });
}
