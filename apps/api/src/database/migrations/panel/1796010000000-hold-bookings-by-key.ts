import type { QueryRunner } from 'typeorm';
import { Step } from '../step';

/**
 * A booking of an agent belongs to the key that made it, and to no name that somebody chose: `external_id` is unique
 * for each key, and tools know a booking by its handle alone. Bookings from before have no key: each agent key that
 * knows their `external_id` may go on with them.
 */
export class HoldBookingsByKey1796010000000 extends Step {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(APPOINTMENTS);
    await runner.query(SETTINGS);
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
