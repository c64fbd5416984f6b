import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A booking of an agent belongs to the key that made it, and to no name that somebody chose: `external_id` is unique
 * for each key, and tools know a booking by its handle alone. Bookings from before have no key: each agent key that
 * knows their `external_id` may go on with them.
 */
export class HoldBookingsByKey1796010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPOINTMENTS);
    await runner.query(SETTINGS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table chat_agent_settings
        drop column agent_lookup,
        drop column cancel_notice_minutes,
        drop column cancel_late,
        drop column horizon_days;
      -- One id for all keys: of several appointments with it, the first keeps it.
      update appointments set external_id = null where id in (
        select id from (
          select id, row_number() over (partition by external_id order by created_at, id) as place
          from appointments where external_id is not null
        ) as placed where place > 1);
      drop index appointments_wish, appointments_handle, appointments_external_id_of_key, appointments_external_id;
      alter table appointments
        drop column made_by_key,
        drop column handle,
        drop column wish,
        drop column late;
      create unique index appointments_external_id on appointments (external_id) where external_id is not null`);
  }
}

const APPOINTMENTS = `
  alter table appointments
    add column made_by_key text,
    add column handle text not null default gen_random_uuid()::text,
    add column wish text,
    add column late boolean not null default false;

  drop index appointments_external_id;
  -- For the filter of the list.
  create index appointments_external_id on appointments (external_id) where external_id is not null;
  create unique index appointments_external_id_of_key on appointments (external_id, coalesce(made_by_key, ''))
    where external_id is not null;
  create unique index appointments_handle on appointments (handle);
  create index appointments_wish on appointments (wish) where wish is not null;
`;

const SETTINGS = `
  alter table chat_agent_settings
    add column agent_lookup text not null default 'phone_and_name'
      constraint chat_agent_settings_agent_lookup check (agent_lookup in ('verified', 'phone_and_name', 'off')),
    add column cancel_notice_minutes integer not null default 0,
    add column cancel_late text not null default 'keep'
      constraint chat_agent_settings_cancel_late check (cancel_late in ('keep', 'refuse')),
    add column horizon_days integer not null default 365;
`;
