import { Injectable } from '@nestjs/common';
import type { ReportGrouping } from '@groupless/shared-dto';
import { AppError } from '../platform/errors/app-error';
import { firstDayOf, spansOf } from './period';
import { responseFigures } from './report-figures';
import {
  AT_ONCE,
  ReportsRepository,
  type Cell,
  type DayCell,
  type PeriodCell,
  type ReportDay,
  type SeriesCell,
  type Span,
} from './reports.repository';

export type SeriesBy = Extract<ReportGrouping, 'day' | 'week' | 'month'>;

/** Of a report: of the period that is asked for, of the one before, and in the course of the first. */
interface CountedCells {
  present: Cell[];
  previous: Cell[];
  series: SeriesCell[];
}

/** The figures of these belong to everything that was made or begins, each once. */
const OF_SERIES = new Map([
  ['made_source', 'made'],
  ['visit_source', 'visit'],
  ['chat_channel', 'chat'],
]);

export function isSeries(by: ReportGrouping): by is SeriesBy {
  return by === 'day' || by === 'week' || by === 'month';
}

/** What was counted beforehand, and what little is missing of it, counted now. */
@Injectable()
export class CountedCellsService {
  constructor(private readonly reports: ReportsRepository) {}

  /**
   * @param days of both periods
   * @param first the first day of the period that is asked for
   * @param by null: no series
   * @throws AppError `counting`
   */
  async read(
    days: readonly ReportDay[],
    time_zone: string,
    first: string,
    by: SeriesBy | null,
  ): Promise<CountedCells> {
    const due = await this.reports.sizeDue(days, time_zone);
    const rows = [...due.values()].reduce((all, one) => all + one, 0);
    if (rows > AT_ONCE) throw stillCounting(due.size);
    const kept = days.filter(({ day }) => !due.has(day));
    // Most days that nobody has counted are those of which there is nothing.
    const live = days.filter(({ day }) => (due.get(day) ?? 0) > 0);
    const present = kept.filter(({ day }) => day >= first);
    const spans = spansOf(kept, first);
    const [totals, series, counted] = await Promise.all([
      this.reports.readTotals(spans, first),
      by === null
        ? []
        : this.reports.readSeries(by === 'month' ? spansOf(present, first) : present.map(asSpan), by),
      live.length === 0 ? [] : this.reports.countNow(live, time_zone),
    ]);
    const now = counted.map((cell) => ({ ...cell, is_present: cell.day >= first }));
    const cells = await this.withSeconds([...totals, ...now], spans, first);
    return {
      present: cells.filter(({ is_present }) => is_present),
      previous: cells.filter(({ is_present }) => !is_present),
      series:
        by === null
          ? []
          : [...series, ...now.filter(({ is_present }) => is_present)].flatMap((cell) => inSeries(cell, by)),
    };
  }

  /** Answers counted by the minute tell in which minutes the figures are; of these the seconds are read. */
  private async withSeconds(
    cells: PeriodCell[],
    spans: readonly Span[],
    first: string,
  ): Promise<PeriodCell[]> {
    const answers = cells.filter(({ figure }) => figure === 'answer');
    const found = [true, false].flatMap((wanted) => {
      const { median_s, p90_s } = responseFigures(answers.filter(({ is_present }) => is_present === wanted));
      return [median_s, p90_s].filter((one) => one !== null).map(String);
    });
    if (found.length === 0) return cells;
    const minutes = new Set(found);
    const live = cells
      .filter(({ figure, key }) => figure === 'answer_s' && minutes.has(key.slice(0, key.indexOf(':'))))
      .map((cell) => ({ ...cell, figure: 'answer' }));
    const kept = await this.reports.readSeconds(spans, first, [...minutes]);
    return [...cells.filter(({ figure, key }) => figure !== 'answer' || !minutes.has(key)), ...kept, ...live];
  }
}

function asSpan({ day }: ReportDay): Span {
  return { span: 'day', day };
}

function inSeries(cell: SeriesCell | DayCell, by: SeriesBy): SeriesCell[] {
  const figure = OF_SERIES.get(cell.figure);
  if (figure === undefined) return [];
  return [{ ...cell, figure, begins: 'day' in cell ? firstDayOf(cell.day, by) : cell.begins }];
}

function stillCounting(days: number): AppError {
  return new AppError(
    'counting',
    `The figures of this period are still being counted: ${days} days are left. Ask again soon.`,
  );
}
