import { Component, computed, inject, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { BusyHourDto } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import type { Place } from '../ui/charts/statistic-card';
import { ReportFormats } from './report-formats';
import { rowsOf, type Range } from './rows-of';

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
/** How much of the accent the busiest hour has: text can be read on it. */
const DARKEST = 56;

/** The hours of the week, the darker the busier; it is a table, so that the numbers stand there. */
@Component({
  selector: 'app-heat-map',
  imports: [RouterLink, TranslocoPipe],
  template: `
    <table [attr.aria-label]="'reports.busiest' | transloco">
      <thead>
        <tr>
          <td></td>
          @for (day of weekdays(); track day.id) {
            <th scope="col">{{ day.label }}</th>
          }
        </tr>
      </thead>
      <tbody>
        @for (row of rows(); track row.hour) {
          <tr>
            <th scope="row">{{ row.label }}</th>
            @for (cell of row.cells; track $index) {
              <td [style.background]="cell.colour">
                @if (cell.place; as place) {
                  <a [routerLink]="place.path" [queryParams]="place.query">{{ cell.text }}</a>
                }
              </td>
            }
          </tr>
        }
      </tbody>
    </table>
  `,
  styles: `
    table {
      width: 100%;
      border-collapse: separate;
      border-spacing: 2px;
      table-layout: fixed;
    }

    th {
      color: var(--text-3);
      font: 500 12px/16px var(--font);
    }

    thead td,
    tbody th {
      width: 64px;
      padding-right: 6px;
      text-align: end;
      white-space: nowrap;
    }

    tbody td {
      height: 24px;
      border-radius: 4px;
      background: var(--surface-2);
      font: 12px/16px var(--font);
      font-variant-numeric: tabular-nums;
      text-align: center;
      print-color-adjust: exact;
    }

    a {
      display: block;
      padding: 4px 2px;
      border-radius: 4px;
      color: inherit;
      text-decoration: none;
    }

    a:hover {
      text-decoration: underline;
    }
  `,
})
export class HeatMap {
  /** Hours without any are not among them. */
  readonly hours = input.required<readonly BusyHourDto[]>();
  readonly period = input.required<Range>();
  private readonly formats = inject(Formats);
  private readonly days = inject(ReportFormats);
  protected readonly weekdays = computed(() => WEEKDAYS.map((id) => ({ id, label: this.days.weekday(id) })));
  /** From the first hour in which anything begins to the last one. */
  protected readonly rows = computed(() => {
    const known = new Map(this.hours().map(({ weekday, hour, visits }) => [weekday * 24 + hour, visits]));
    const all = this.hours().map(({ hour }) => hour);
    const [first, last] = [Math.min(...all), Math.max(...all)];
    const most = Math.max(...known.values());
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => {
      const hour = first + index;
      const cells = WEEKDAYS.map((weekday) => {
        const visits = known.get(weekday * 24 + hour) ?? 0;
        const part = Math.round((DARKEST * visits) / most);
        return {
          text: this.formats.compact(visits),
          place: visits === 0 ? null : this.placeOf(weekday, hour),
          colour: visits === 0 ? null : `color-mix(in srgb, var(--accent) ${part}%, var(--surface))`,
        };
      });
      return { hour, label: this.days.hourOfDay(hour), cells };
    });
  });

  private placeOf(weekday: number, hour: number): Place | null {
    return rowsOf('busiest', this.period(), { weekday: String(weekday), hour: String(hour) });
  }
}
