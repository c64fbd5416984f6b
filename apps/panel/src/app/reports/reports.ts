import { Component, computed, inject } from '@angular/core';
import { TranslocoPipe } from '@jsverse/transloco';
import { REPORT_GROUPINGS, type ReportDto, type ReportFigure } from '@groupless/shared-dto';
import { Formats } from '../i18n/formats';
import { Texts } from '../i18n/texts';
import { PageHeader } from '../layout/page-header';
import { EmptyState } from '../ui/empty-state';
import { ErrorPanel } from '../ui/error-panel';
import { Icon } from '../ui/icon';
import { RefetchBar, Skeleton, WhileWaiting } from '../ui/skeleton';
import { Breakdown } from './breakdown';
import { FigureCard } from './figure-card';
import { FigureHelp } from './figure-help';
import { FigureTable, type TableColumn, type TableRow } from './figure-table';
import { FigureTexts } from './figure-texts';
import { HeatMap } from './heat-map';
import { PRESETS } from './periods';
import { ReportData } from './report-data';
import { ReportFormats } from './report-formats';
import { rowsOf } from './rows-of';

const BOOKINGS = ['made', 'by_agent', 'visits', 'moved', 'cancelled', 'no_show'] as const;
const CONVERSATIONS = ['begun', 'alone', 'person_needed', 'waited'] as const;
const RESPONSE = ['median_s', 'p90_s'] as const;
/** Of these nothing is known before a time. */
const RECORDED: readonly ReportFigure[] = ['alone', 'person_needed', 'waited', 'median_s', 'p90_s'];

/** How the business went in a period, beside the one before. */
@Component({
  selector: 'app-reports',
  imports: [
    Breakdown,
    EmptyState,
    ErrorPanel,
    FigureCard,
    FigureHelp,
    FigureTable,
    HeatMap,
    Icon,
    PageHeader,
    RefetchBar,
    Skeleton,
    TranslocoPipe,
    WhileWaiting,
  ],
  providers: [ReportData],
  templateUrl: './reports.html',
  styleUrls: ['../ui/charts/chart-card.css', './reports.css'],
})
export class Reports {
  protected readonly data = inject(ReportData);
  protected readonly formats = inject(Formats);
  private readonly lengths = inject(ReportFormats);
  private readonly texts = inject(Texts);
  private readonly figures = inject(FigureTexts);
  protected readonly placeholders = [1, 2, 3, 4];
  protected readonly presets = computed(() => this.texts.choices(PRESETS, 'reports.presets'));
  protected readonly groupings = computed(() => this.texts.choices(REPORT_GROUPINGS, 'reports.by'));
  protected readonly bookings = computed(() => this.cardsOf(BOOKINGS, this.data.report()?.bookings));
  protected readonly conversations = computed(() => [
    ...this.cardsOf(CONVERSATIONS, this.data.report()?.conversations),
    ...this.cardsOf(RESPONSE, this.data.report()?.response),
  ]);
  protected readonly since = computed(() =>
    this.formats.date(this.data.report()?.conversations.recorded_since ?? null),
  );
  /** `1 – 30 Nov 2026` */
  protected readonly spans = computed(() => {
    const report = this.data.report();
    if (report === null) return null;
    return { period: this.lengths.days(report.period), previous: this.lengths.days(report.previous) };
  });

  protected readonly serviceColumns = computed(() =>
    this.columnsOf(['visits', 'cancelled', 'no_show', 'minutes']),
  );
  protected readonly services = computed(() => {
    const report = this.data.report();
    return (report?.bookings.services ?? []).map((service): TableRow => {
      const { id, name, archived_at, visits, no_show } = service;
      const share = visits === 0 ? '' : ` (${this.formats.percent((100 * no_show) / visits)})`;
      const cells = [
        this.cellOf('visits', visits, { service_id: id }),
        this.cellOf('cancelled', service.cancelled, { service_id: id }),
        this.cellOf('no_show', no_show, { service_id: id }, no_show === 0 ? '' : share),
        this.cellOf('minutes', service.minutes, { service_id: id }),
        this.plainCell('minutes', service.previous_minutes),
      ];
      return { id, name, note: this.noteOf(archived_at), share: null, cells };
    });
  });
  /** How long all services took together. */
  protected readonly serviceTime = computed(() => {
    const report = this.data.report();
    if (report === null) return null;
    const { minutes, previous } = report.bookings;
    return { time: this.lengths.hours(minutes), before: this.lengths.hours(previous.minutes) };
  });
  protected readonly resourceColumns = computed(() => this.columnsOf(['visits', 'filled_minutes']));
  protected readonly resources = computed(() => {
    const all = this.data.report()?.resources ?? [];
    const most = Math.max(1, ...all.map(({ filled_minutes }) => filled_minutes));
    return all.map((resource): TableRow => {
      const { id, name, archived_at, visits, filled_minutes, previous_filled_minutes } = resource;
      const cells = [
        this.cellOf('visits', visits, { resource_id: id }),
        this.cellOf('filled_minutes', filled_minutes, { resource_id: id }),
        this.plainCell('filled_minutes', previous_filled_minutes),
      ];
      return { id, name, note: this.noteOf(archived_at), share: filled_minutes / most, cells };
    });
  });

  protected print(): void {
    window.print();
  }

  /** A day that is being typed is no day yet. */
  protected changeDays(from: string, last: string): void {
    if (from !== '' && last !== '' && !from.startsWith('0') && !last.startsWith('0'))
      this.data.chooseDays(from, last);
  }

  private cardsOf<Figure extends ReportFigure>(
    wanted: readonly Figure[],
    of: (Record<Figure, number | null> & { previous: Record<Figure, number | null> }) | undefined,
  ) {
    const report = this.data.report();
    if (report === null || of === undefined) return [];
    return wanted.map((figure) => ({
      figure,
      value: of[figure],
      before: of.previous[figure],
      place: rowsOf(figure, report.period),
      none: this.isUnrecorded(report, figure)
        ? this.texts.of('reports.not_recorded', { date: this.since() })
        : this.texts.of('reports.nothing'),
    }));
  }

  private isUnrecorded({ conversations }: ReportDto, figure: ReportFigure): boolean {
    return RECORDED.includes(figure) && conversations.begun > 0 && conversations.recorded === 0;
  }

  private columnsOf(figures: readonly ReportFigure[]): TableColumn[] {
    return [
      ...figures.map((figure) => ({ id: figure, label: this.figures.name(figure), figure })),
      { id: 'before', label: this.texts.of('reports.before'), figure: null },
    ];
  }

  private cellOf(figure: ReportFigure, value: number, filter: Record<string, string>, more = '') {
    const period = this.data.report()?.period;
    const place = value === 0 || period === undefined ? null : rowsOf(figure, period, filter);
    return { text: this.figures.value(figure, value) + more, place };
  }

  private plainCell(figure: ReportFigure, value: number) {
    return { text: this.figures.value(figure, value), place: null };
  }

  private noteOf(archived_at: string | null): string {
    return archived_at === null ? '' : this.texts.of('reports.archived');
  }
}
