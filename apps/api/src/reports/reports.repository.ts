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

/** A day in the time zone of the business. */
export interface ReportDay {
  /** As `2026-11-20`. */
  day: string;
  begins: string;
  ends: string;
}

export interface Named {
  id: string;
  name: string;
  archived_at: Date | null;
}

const ASKED = `asked as materialized (
    select day, begins, ends from unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) as asked (day, begins, ends)
  )`;

/** Days that were counted in this time zone, and of which nothing has changed since. */
const COUNTED = `counted as materialized (
    select day from asked join report_days using (day)
    where report_days.zone = $4
      and not exists (select from report_marks as mark where mark.at >= asked.begins and mark.at < asked.ends)
  )`;

/** The cells of the asked days: as they were counted, or counted now. */
const CELLS = (figures: string) => `
  with ${ASKED}, ${COUNTED}, live as materialized (
    select * from asked where day not in (select day from counted)
  ), cells as (
    select figure, day, key, n, moved, minutes from report_cells
    where ${figures} and day between (select min(day) from asked) and (select max(day) from asked)
      and day in (select day from counted)
    union all
    select * from (${cellsOf('live', '$4::text')}) as now where ${figures}
  )`;

/** Hours of the week tell their weekday. */
const TOTALS = {
  name: 'report_totals',
  text: `${CELLS('true')}
    select day >= $5::date as is_present, figure, key, sum(n)::int as n, sum(moved)::int as moved, sum(minutes)::int as minutes
    from cells group by 1, 2, 3`,
};

const SERIES = {
  name: 'report_series',
  text: `${CELLS(`figure in ('made', 'visit', 'chat')`)}
    select date_trunc($5, day::timestamp)::date::text as begins, figure, split_part(key, ':', -1) as key,
      sum(n)::int as n, sum(moved)::int as moved, sum(minutes)::int as minutes
    from cells group by 1, 2, 3`,
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

const DUE = `
  with ${ASKED}, ${COUNTED}
  select day::text from asked where day not in (select day from counted)`;

const TAKE_MARKS = `
  delete from report_marks using unnest($1::timestamptz[], $2::timestamptz[]) as due (begins, ends)
  where at >= begins and at < ends`;

const TAKE_CELLS = `delete from report_cells where day = any($1::date[])`;

const NOTE_DAYS = `
  insert into report_days (day, zone) select unnest($1::date[]), $2
  on conflict (day) do update set zone = excluded.zone`;

const COUNT = `
  with due as materialized (
    select * from unnest($1::date[], $2::timestamptz[], $3::timestamptz[]) as due (day, begins, ends)
  )
  insert into report_cells (figure, day, key, n, moved, minutes) ${cellsOf('due', '$4::text')}`;

@Injectable()
export class ReportsRepository {
  constructor(
    private readonly statements: PanelStatements,
    @InjectDataSource() private readonly panel: DataSource,
  ) {}

  /** @param first the first day of the period that is asked for; those before belong to the one before */
  readTotals(days: readonly ReportDay[], time_zone: string, first: string): Promise<PeriodCell[]> {
    return this.statements.read<PeriodCell>(TOTALS, [...boundsOf(days), time_zone, first]);
  }

  readSeries(days: readonly ReportDay[], time_zone: string, by: string): Promise<SeriesCell[]> {
    return this.statements.read<SeriesCell>(SERIES, [...boundsOf(days), time_zone, by]);
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
    const due = await this.panel.query<{ day: string }[]>(DUE, [...boundsOf(days), time_zone]);
    return new Set(due.map(({ day }) => day));
  }

  /** Counts days, all as of one moment: what changes later leaves marks that stay. */
  async count(days: readonly ReportDay[], time_zone: string): Promise<void> {
    const [dates, begins, ends] = boundsOf(days);
    await this.panel.transaction('REPEATABLE READ', async (transaction) => {
      await transaction.query(TAKE_MARKS, [begins, ends]);
      await transaction.query(TAKE_CELLS, [dates]);
      await transaction.query(NOTE_DAYS, [dates, time_zone]);
      await transaction.query(COUNT, [dates, begins, ends, time_zone]);
    });
  }
}

function boundsOf(days: readonly ReportDay[]): [string[], string[], string[]] {
  return [days.map(({ day }) => day), days.map(({ begins }) => begins), days.map(({ ends }) => ends)];
}
