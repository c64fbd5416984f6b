import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PanelStatements } from '../database/database.module';
import { cellsOf } from './report-cells';

/** A number of a report, by the figures and keys of `cellsOf()`. */
export interface Cell {
  figure: string;
  key: string;
  n: number;
  moved: number;
  minutes: number;
}

/** One of a period: the one that is asked for, or the one before. */
export interface PeriodCell extends Cell {
  is_present: boolean;
}

/** One of a day, week or month, of which the key has the last part alone. */
export interface SeriesCell extends Cell {
  /** The first day. */
  begins: string;
}

/** One of a day. */
export interface DayCell extends Cell {
  day: string;
}

/** A day in the time zone of the business. */
export interface ReportDay {
  /** As `2026-11-20`. */
  day: string;
  begins: string;
  ends: string;
}

/** A day or a month whose cells are read. */
export interface Span {
  span: 'day' | 'month';
  /** Of a month the first one. */
  day: string;
}

export interface Named {
  id: string;
  name: string;
  archived_at: Date | null;
}

/** As many rows of days that are not counted yet are counted while somebody waits. */
export const AT_ONCE = 20_000;

const ASKED = `asked as materialized (
    select day, begins, ends from unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) as asked (day, begins, ends)
  )`;

/** Days that were not counted in this time zone, or of which something has changed since. */
const DUE = `due as materialized (
    select * from asked where not exists (
        select from report_days where report_days.day = asked.day and report_days.zone = $4
      ) or exists (select from report_marks as mark where mark.at >= asked.begins and mark.at < asked.ends)
  )`;

const LIST_DUE = {
  name: 'report_days_due',
  text: `with ${ASKED}, ${DUE} select day::text from due`,
};

/** With how many rows they have, as far as `AT_ONCE`. */
const SIZE_DUE = {
  name: 'report_days_to_count',
  text: `with ${ASKED}, ${DUE}, found as (
      select day from due cross join lateral (
        select from appointments where created_at >= begins and created_at < ends
        union all select from appointments where starts_at >= begins and starts_at < ends
        union all select from conversations where created_at >= begins and created_at < ends
        union all select from erased_conversation_figures where created_at >= begins and created_at < ends
      ) as one limit ${AT_ONCE + 1}
    )
    select day::text, count(found.day)::int as rows from due left join found using (day) group by day`,
};

const SPANS = 'unnest($1::text[], $2::date[]) as asked (span, day)';

/** One look-up a span, which a plan made for any number of them would not choose. */
const KEPT = (which: string) => `
  select * from report_cells as kept where kept.span = asked.span and kept.day = asked.day ${which} offset 0`;

const CELLS = (which: string) => `from ${SPANS} cross join lateral (${KEPT(which)}) as cell`;

const OF_TOTALS = [
  ...['made', 'made_source', 'made_service', 'made_resource', 'visit', 'visit_source', 'visit_service'],
  ...['visit_resource', 'chat', 'chat_channel', 'answer'],
];

const SUMS = 'sum(n)::int as n, sum(moved)::int as moved, sum(minutes)::int as minutes';

/** Of answers the minutes alone: of the seconds there are too many. */
const TOTALS = {
  name: 'report_totals',
  text: `select cell.day >= $3::date as is_present, figure, key, ${SUMS}
    ${CELLS(`and figure in (${OF_TOTALS.map((figure) => `'${figure}'`).join(', ')})`)} group by 1, 2, 3`,
};

const SECONDS = {
  name: 'report_seconds',
  text: `select cell.day >= $3::date as is_present, 'answer' as figure, key, ${SUMS}
    from unnest($4::text[]) as minute (begins)
      cross join ${SPANS} cross join lateral (${KEPT(`and figure = 'answer_s' and key > begins || ':' and key < begins || ';'`)})
    as cell group by 1, 3`,
};

const SERIES = {
  name: 'report_series',
  text: `
    select date_trunc($3, cell.day::timestamp)::date::text as begins, figure, split_part(key, ':', -1) as key, ${SUMS}
    ${CELLS(`and figure in ('made_source', 'visit_source', 'chat_channel')`)} group by 1, 2, 3`,
};

const LIVE = {
  name: 'report_days_live',
  text: `with ${ASKED} select day::text, figure, key, n, moved, minutes from (${cellsOf('asked', '$4::text')}) as now`,
};

const BEGINNING = {
  name: 'report_beginning',
  text: 'select recorded_since from report_beginning',
};

const NAMES = {
  name: 'report_names',
  text: `
    select 'service' as kind, id, name, archived_at from services
    union all select 'resource', id, name, archived_at from resources order by name, id`,
};

/** The first day of which there is anything, and the last. */
const SPAN = `
  select least((select min(created_at) from appointments), (select min(starts_at) from appointments),
      (select min(created_at) from conversations)) as first,
    greatest(now(), (select max(starts_at) from appointments)) as last`;

const TAKE_MARKS = `
  delete from report_marks using unnest($1::timestamptz[], $2::timestamptz[]) as due (begins, ends)
  where at >= begins and at < ends`;

const TAKE_CELLS = `
  delete from report_cells
  where span = 'day' and day = any($1::date[]) or span = 'month' and day = date_trunc('month', $2::timestamp)::date`;

const NOTE_DAYS = `
  insert into report_days (day, zone) select unnest($1::date[]), $2
  on conflict (day) do update set zone = excluded.zone`;

const COUNT = `
  with due as materialized (
    select * from unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) as due (day, begins, ends)
  )
  insert into report_cells (span, figure, day, key, n, moved, minutes)
  select 'day', figure, day, key, n, moved, minutes from (${cellsOf('due', '$4::text')}) as counted`;

const SUM_MONTH = `
  insert into report_cells (span, figure, day, key, n, moved, minutes)
  select 'month', figure, date_trunc('month', $1::timestamp)::date, key, ${SUMS} from report_cells
  where span = 'day' and day >= date_trunc('month', $1::timestamp)::date
    and day < (date_trunc('month', $1::timestamp) + interval '1 month')::date
  group by figure, key`;

@Injectable()
export class ReportsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  /** @param first the first day of the period that is asked for; those before belong to the one before */
  readTotals(spans: readonly Span[], first: string): Promise<PeriodCell[]> {
    return this.statements.read<PeriodCell>(TOTALS, [...valuesOf(spans), first]);
  }

  /** The answers of these minutes by their seconds. */
  readSeconds(spans: readonly Span[], first: string, minutes: readonly string[]): Promise<PeriodCell[]> {
    return this.statements.read<PeriodCell>(SECONDS, [...valuesOf(spans), first, [...minutes]]);
  }

  readSeries(spans: readonly Span[], by: string): Promise<SeriesCell[]> {
    return this.statements.read<SeriesCell>(SERIES, [...valuesOf(spans), by]);
  }

  /** Counts days that were not counted before. */
  countNow(days: readonly ReportDay[], time_zone: string): Promise<DayCell[]> {
    return this.statements.read<DayCell>(LIVE, [...boundsOf(days), time_zone]);
  }

  async recordedSince(): Promise<Date> {
    const { recorded_since } = await this.statements.readOne<{ recorded_since: Date }>(BEGINNING, []);
    return recorded_since;
  }

  /** All services and resources, also those that are gone. */
  listNames(): Promise<(Named & { kind: 'service' | 'resource' })[]> {
    return this.statements.read(NAMES, []);
  }

  /** Null: there is nothing to count. */
  async span(): Promise<{ first: Date; last: Date } | null> {
    const [{ first, last }] = await this.panel.query<[{ first: Date | null; last: Date }]>(SPAN);
    return first === null ? null : { first, last };
  }

  /** Those that are to be counted, or counted again. */
  async listDue(days: readonly ReportDay[], time_zone: string): Promise<Set<string>> {
    const due = await this.statements.run<{ day: string }>(LIST_DUE, [...boundsOf(days), time_zone]);
    return new Set(due.map(({ day }) => day));
  }

  /** The same with the rows that each has, more than `AT_ONCE` in all if they have more. */
  async sizeDue(days: readonly ReportDay[], time_zone: string): Promise<Map<string, number>> {
    const due = await this.statements.read<{ day: string; rows: number }>(SIZE_DUE, [
      ...boundsOf(days),
      time_zone,
    ]);
    return new Map(due.map(({ day, rows }) => [day, rows]));
  }

  /** Counts days of one month, all as of one moment: what changes later leaves marks that stay. */
  async count(days: readonly ReportDay[], time_zone: string): Promise<void> {
    const [dates, begins, ends] = boundsOf(days);
    const [inMonth = ''] = dates;
    await this.panel.transaction('REPEATABLE READ', async (transaction) => {
      await transaction.query(TAKE_MARKS, [begins, ends]);
      await transaction.query(TAKE_CELLS, [dates, inMonth]);
      await transaction.query(NOTE_DAYS, [dates, time_zone]);
      await transaction.query(COUNT, [dates, begins, ends, time_zone]);
      await transaction.query(SUM_MONTH, [inMonth]);
    });
  }
}

function boundsOf(days: readonly ReportDay[]): [string[], string[], string[]] {
  return [days.map(({ day }) => day), days.map(({ begins }) => begins), days.map(({ ends }) => ends)];
}

function valuesOf(spans: readonly Span[]): [string[], string[]] {
  return [spans.map(({ span }) => span), spans.map(({ day }) => day)];
}
