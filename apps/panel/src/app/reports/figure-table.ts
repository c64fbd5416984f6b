import { Component, input } from '@angular/core';
import { RouterLink } from '@angular/router';
import { TranslocoPipe } from '@jsverse/transloco';
import type { ReportDefinitionDto, ReportFigure } from '@groupless/shared-dto';
import { FigureHelp } from './figure-help';
import type { Place } from '../ui/charts/statistic-card';

export interface TableColumn {
  id: string;
  /** Already translated. */
  label: string;
  /** What the column counts; null: it needs no words. */
  figure: ReportFigure | null;
}

export interface TableRow {
  id: string;
  name: string;
  /** Beside the name, already translated; empty: nothing. */
  note: string;
  /** From 0 to 1, drawn below the name; null: no bar. */
  share: number | null;
  /** One for each column. */
  cells: readonly { text: string; place: Place | null }[];
}

/** Figures as a table; each one leads to its rows. */
@Component({
  selector: 'app-figure-table',
  imports: [FigureHelp, RouterLink, TranslocoPipe],
  template: `
    <div class="scrolled" role="group" tabindex="0" [attr.aria-label]="label()">
      <table [attr.aria-label]="label()">
        <thead>
          <tr>
            <th scope="col">{{ first() }}</th>
            @for (column of columns(); track column.id) {
              <th scope="col">
                <span class="head">
                  {{ column.label }}
                  @if (column.figure; as figure) {
                    <app-figure-help [name]="column.label" [figure]="figure" [definitions]="definitions()" />
                  }
                </span>
              </th>
            }
          </tr>
        </thead>
        <tbody>
          @for (row of rows(); track row.id) {
            <tr>
              <th scope="row">
                <bdi>{{ row.name }}</bdi>
                @if (row.note) {
                  &ngsp;<span class="caption">{{ row.note }}</span>
                }
                @if (row.share !== null) {
                  <span class="share"><span [style.width.%]="100 * row.share"></span></span>
                }
              </th>
              @for (cell of row.cells; track $index) {
                <td>
                  @if (cell.place; as place) {
                    <a [routerLink]="place.path" [queryParams]="place.query">{{ cell.text }}</a>
                  } @else {
                    {{ cell.text }}
                  }
                </td>
              }
            </tr>
          } @empty {
            <tr>
              <td class="muted" [attr.colspan]="columns().length + 1">{{ 'reports.nothing' | transloco }}</td>
            </tr>
          }
        </tbody>
      </table>
    </div>
  `,
  styles: `
    .scrolled {
      max-height: 420px;
      overflow: auto;
    }

    table {
      width: 100%;
      border-collapse: collapse;
    }

    th,
    td {
      padding: 6px 8px;
      border-bottom: 1px solid var(--border);
      text-align: end;
      white-space: nowrap;
    }

    tbody tr:last-child > * {
      border-bottom: 0;
    }

    th:first-child {
      padding-left: 0;
      text-align: start;
    }

    td:last-child,
    th:last-child {
      padding-right: 0;
    }

    thead th {
      position: sticky;
      top: 0;
      z-index: 1;
      background: var(--surface);
      color: var(--text-3);
      font: 500 12px/16px var(--font);
    }

    .head {
      display: inline-flex;
      align-items: center;
      gap: 2px;
    }

    tbody th {
      min-width: 120px;
      max-width: 260px;
      font-weight: 400;
      white-space: normal;
    }

    tbody .caption {
      margin-left: 6px;
    }

    td a:not(:hover) {
      color: var(--text);
    }

    .share {
      display: block;
      height: 4px;
      margin-top: 4px;
      border-radius: 2px;
      background: var(--surface-3);
      print-color-adjust: exact;
    }

    .share span {
      display: block;
      height: 100%;
      border-radius: 2px;
      background: var(--accent);
    }

    td[colspan] {
      padding-left: 0;
      text-align: start;
    }

    @media (max-width: 767px) {
      th,
      td {
        padding: 6px 5px;
      }

      tbody th {
        min-width: 84px;
      }
    }

    @media print {
      .scrolled {
        max-height: none;
        overflow: visible;
      }

      thead th {
        vertical-align: bottom;
        white-space: normal;
        overflow-wrap: normal;
      }
    }
  `,
})
export class FigureTable {
  /** What the table is of; already translated, as all texts here. */
  readonly label = input.required<string>();
  /** Above the names. */
  readonly first = input.required<string>();
  readonly columns = input.required<readonly TableColumn[]>();
  readonly rows = input.required<readonly TableRow[]>();
  readonly definitions = input.required<readonly ReportDefinitionDto[]>();
}
