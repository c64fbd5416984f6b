import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** Calendars outside are read, and what stands in them is busy. */
export class ReadCalendars1796217000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table busy_calendars (
        id uuid constraint busy_calendars_pkey primary key,
        resource text,
        name text not null,
        url text not null,
        show_titles boolean not null default false,
        etag text,
        full_read_at timestamptz(3),
        last_read_at timestamptz(3),
        last_error text,
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      );
      create table calendar_events (
        id bigint generated always as identity constraint calendar_events_pkey primary key,
        calendar_id uuid not null constraint calendar_events_calendar references busy_calendars (id) on delete cascade,
        starts_at timestamptz(3) not null,
        ends_at timestamptz(3) not null,
        title text not null default '',
        constraint calendar_events_length check (ends_at > starts_at)
      );
      create index calendar_events_of_calendar on calendar_events (calendar_id);
      create index calendar_events_at on calendar_events using gist (tstzrange(starts_at, ends_at, '[)'));`);
  }
}
