import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/** What reports say of conversations and bookings, and how much of each day is counted already. */
export class CountForReports1796720000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CONVERSATIONS);
    await runner.query(APPOINTMENTS);
    await runner.query(COUNTS);
  }
}

/** Null: it began before this was recorded. An erased conversation leaves its figures, which name nobody. */
const CONVERSATIONS = `
  alter table conversations
    add column person_needed boolean,
    add column first_answer_s integer,
    add column longest_wait_s integer;
  alter table conversations alter column person_needed set default false;
  create index conversations_made on conversations (created_at, id);
  create table erased_conversation_figures (
    id bigint generated always as identity constraint erased_conversation_figures_pkey primary key,
    created_at timestamptz(3) not null,
    channel text not null,
    outcome text not null,
    first_answer_s integer
  );
  create index erased_conversation_figures_by_time on erased_conversation_figures (created_at)`;

/** Null: booked before this was recorded. */
const APPOINTMENTS = `
  alter table appointments add column made_in_hours boolean`;

/**
 * `report_cells` has what is counted of each day in `report_days`, which are days of a time zone. A mark says that something of
 * its day has changed since. Marks are only added, so that no booking waits for another one.
 */
const COUNTS = `
  create table report_days (
    day date constraint report_days_pkey primary key,
    zone text not null
  );
  create table report_cells (
    figure text not null,
    day date not null,
    key text not null,
    n integer not null,
    moved integer not null,
    minutes integer not null,
    constraint report_cells_pkey primary key (figure, day, key)
  );
  create table report_marks (
    id bigint generated always as identity constraint report_marks_pkey primary key,
    at timestamptz(3) not null
  );
  create index report_marks_by_time on report_marks (at);
  create table report_beginning (
    is_only_row boolean default true constraint report_beginning_pkey primary key
      constraint report_beginning_only check (is_only_row),
    recorded_since timestamptz(3) not null default now()
  );
  insert into report_beginning default values`;
