import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is booked, by whom it was changed, and that nothing is booked twice. */
export class CreateAppointments1795132930000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table appointment_events, appointments');
    // The extension stays: it may have been here before, and others may use it.
  }
}

const STATUSES = `('pending', 'confirmed', 'completed', 'cancelled', 'no_show')`;

const UP = [
  'create extension if not exists btree_gist',

  `create table appointments (
     id uuid primary key,
     client_id uuid not null constraint appointments_client references clients (id),
     title text not null default '',
     starts_at timestamptz(3) not null,
     ends_at timestamptz(3) not null,
     status text not null,
     source text not null,
     resource text not null,
     notes text not null default '',
     chat_id text,
     external_id text,
     version integer not null default 1,
     times_moved integer not null default 0,
     created_at timestamptz(3) not null default now(),
     updated_at timestamptz(3) not null default now(),
     constraint appointments_status check (status in ${STATUSES}),
     constraint appointments_source check (source in ('phone', 'chat', 'panel')),
     constraint appointments_length check (ends_at > starts_at and ends_at - starts_at <= interval '31 days'),
     constraint appointments_no_overlap
       exclude using gist (resource with =, tstzrange(starts_at, ends_at, '[)') with &&)
       where (status in ('pending', 'confirmed'))
   )`,
  'create unique index appointments_external_id on appointments (external_id) where external_id is not null',
  // The list by time, and by time within each of its filters.
  'create index appointments_by_start on appointments (starts_at, id)',
  'create index appointments_of_client on appointments (client_id, starts_at, id)',
  'create index appointments_of_resource on appointments (resource, starts_at, id)',
  'create index appointments_of_status on appointments (status, starts_at, id)',
  'create index appointments_of_source on appointments (source, starts_at, id)',

  `create table appointment_events (
     appointment_id uuid not null
       constraint appointment_events_appointment references appointments (id) on delete cascade,
     version integer not null,
     at timestamptz(3) not null,
     user_id uuid,
     user_name text,
     key_name text,
     from_status text,
     to_status text not null,
     changes jsonb not null default '[]',
     primary key (appointment_id, version),
     constraint appointment_events_from_status check (from_status in ${STATUSES}),
     constraint appointment_events_to_status check (to_status in ${STATUSES})
   )`,
];
