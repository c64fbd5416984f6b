import { Component, computed, inject, input } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import type { BookingGroupDto, ConversationGroupDto, ReportDto, ReportFigure } from '@groupless/shared-dto';
import { channelName } from '../i18n/channels';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { toInstantOrNext } from '../i18n/zoned-time';
import { ChartCard } from '../ui/charts/chart-card';
import type { Bar } from '../ui/charts/bars';
import { FigureTable, type TableColumn, type TableRow } from './figure-table';
import { FigureTexts } from './figure-texts';
import { endOf } from './periods';
import { ReportFormats } from './report-formats';
import { makersOf, MAKERS, OUTCOMES, outcomesOf } from './report-series';
import { rowsOf, type Range } from './rows-of';

const COLUMNS = {
  bookings: ['made', 'by_agent', 'visits', 'moved', 'cancelled', 'no_show', 'minutes'],
  conversations: ['begun', 'alone', 'person_needed', 'waited'],
} as const;
/** What the bars of a name are by. */
const LEADING = { bookings: 'made', conversations: 'begun' } as const;
/** Groups without an order of their own. */
const NAMED = ['source', 'service', 'resource'];

type Group = BookingGroupDto | ConversationGroupDto;

/** Bookings or conversations by what the report is grouped by: bars where the groups follow each other, and always a table. */
@Component({
  selector: 'app-breakdown',
  imports: [ChartCard, FigureTable, TranslocoPipe],
  template: `
    <app-chart-card
      [heading]="heading()"
      [parts]="parts()"
      [bars]="bars()"
      [hasChart]="hasChart()"
      [isTablePrinted]="true"
    >
      <app-figure-table
        [label]="heading()"
        [first]="'reports.by.' + report().by | transloco"
        [columns]="columns()"
        [rows]="rows()"
        [definitions]="report().definitions"
      />
    </app-chart-card>
  `,
})
export class Breakdown {
  readonly report = input.required<ReportDto>();
  readonly of = input.required<'bookings' | 'conversations'>();
  private readonly texts = inject(Texts);
  private readonly figures = inject(FigureTexts);
  private readonly formats = inject(Formats);
  private readonly days = inject(ReportFormats);
  protected readonly hasChart = computed(() => !NAMED.includes(this.report().by));
  protected readonly heading = computed(() => this.texts.of(`reports.breakdown.${this.of()}`));
  private readonly groups = computed<readonly Group[]>(() => this.report()[this.of()].groups);
  protected readonly parts = computed(() => {
    const all = this.of() === 'bookings' ? MAKERS : OUTCOMES;
    return all
      .map(({ id, token }, index) => {
        const sum = this.groups().reduce((all, group) => all + (this.valuesOf(group)[index] ?? 0), 0);
        return { id, token, index, sum, label: this.partName(id) };
      })
      .filter(({ sum }) => sum > 0);
  });
  protected readonly bars = computed<Bar[]>(() =>
    this.groups().map((group) => ({
      key: group.key,
      label: this.nameOf(group),
      values: this.parts().map(({ index }) => this.valuesOf(group)[index] ?? 0),
    })),
  );
  protected readonly columns = computed<TableColumn[]>(() =>
    COLUMNS[this.of()].map((figure) => ({ id: figure, label: this.figures.name(figure), figure })),
  );
  protected readonly rows = computed<TableRow[]>(() => {
    const isNamed = NAMED.includes(this.report().by);
    const largest = Math.max(
      1,
      ...this.groups().map((group) => this.figureOf(group, LEADING[this.of()]) ?? 0),
    );
    const rows = this.groups().map((group) => ({
      id: group.key,
      name: this.nameOf(group),
      note: '',
      leading: this.figureOf(group, LEADING[this.of()]) ?? 0,
      cells: COLUMNS[this.of()].map((figure) => {
        const value = this.figureOf(group, figure);
        return {
          text: this.figures.value(figure, value),
          place: value ? this.placeOf(figure, group.key) : null,
        };
      }),
    }));
    // The largest first; of days the latest, which is the one that is asked for.
    const sorted = isNamed ? rows.sort((one, other) => other.leading - one.leading) : rows.reverse();
    return sorted.map(({ leading, ...row }) => ({ ...row, share: isNamed ? leading / largest : null }));
  });

  private partName(id: string): string {
    return this.texts.of(`reports.parts.${this.of()}.${id}`);
  }

  private valuesOf(group: Group): number[] {
    return 'made' in group ? makersOf(group) : outcomesOf(group);
  }

  private figureOf(group: Group, figure: string): number | null {
    return (group as unknown as Record<string, number | null>)[figure] ?? null;
  }

  private nameOf({ key, name }: Group): string {
    switch (this.report().by) {
      case 'day':
        return this.formats.day(key);
      case 'week':
        return this.texts.of('reports.week_of', { day: this.formats.day(key) });
      case 'month':
        return this.days.month(key);
      case 'hour':
        return this.days.hourOfDay(Number(key));
      case 'source':
        return this.of() === 'bookings'
          ? this.texts.of(`reports.sources.${key}`)
          : channelName(key, this.texts);
      default:
        return name;
    }
  }

  private placeOf(figure: ReportFigure, key: string) {
    const { by, period } = this.report();
    switch (by) {
      case 'hour':
        return null;
      case 'source':
        return rowsOf(figure, period, this.of() === 'bookings' ? { source: key } : { channel: key });
      case 'service':
        return rowsOf(figure, period, { service_id: key });
      case 'resource':
        return rowsOf(figure, period, { resource_id: key });
      default:
        return rowsOf(figure, this.rangeOf(key, by));
    }
  }

  /** The first week may begin before the period, and the last one end after it. */
  private rangeOf(first: string, by: 'day' | 'week' | 'month'): Range {
    const { period, time_zone } = this.report();
    const begin = (date: string) => toInstantOrNext({ date, time: '00:00' }, time_zone) ?? '';
    const [begins, ends] = [begin(first), begin(endOf(first, by))];
    return {
      begins: begins < period.begins ? period.begins : begins,
      ends: ends > period.ends ? period.ends : ends,
    };
  }
}
