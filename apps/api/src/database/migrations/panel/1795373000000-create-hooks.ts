import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_HOOK_OUTBOX, DROP_HOOK_OUTBOX, unwatch, watch, watchRows } from '../hook-outbox';

/** An import is one event. */
const NOT_IMPORTING = `current_setting('groupless.importing', true) is distinct from 'on'`;

const TRIGGERS = [
  {
    name: 'hook_insert',
    operation: 'insert',
    table: 'clients',
    event: 'client.created',
    key: 'id',
    whole: true,
    when: NOT_IMPORTING,
  },
  ...watchRows('clients', { update: 'client.updated' }, { whole: true }),
  {
    name: 'hook_delete',
    operation: 'delete',
    table: 'clients',
    event: 'client.deleted',
    key: 'id',
    // An import takes back whom somebody else has made too.
    when: NOT_IMPORTING,
  },
  ...watchRows(
    'appointments',
    { insert: 'appointment.created', update: 'appointment.updated', delete: 'appointment.deleted' },
    { whole: true },
  ),
  ...watchRows(
    'conversations',
    { insert: 'conversation.updated', update: 'conversation.updated' },
    { whole: true },
  ),
  {
    name: 'hook_insert',
    operation: 'insert',
    table: 'audit_events',
    event: 'conversation.replied',
    key: 'id',
    whole: true,
    when: `new.action = 'conversation.replied'`,
  },
  ...watchRows('assistant_accounts', { insert: 'account.created', delete: 'account.deleted' }),
  {
    name: 'hook_update',
    operation: 'update of name, type, description, tool, session_version, held_by',
    table: 'assistant_accounts',
    event: 'account.updated',
    key: 'id',
  },
  {
    name: 'hook_activate',
    operation: 'update of is_active',
    table: 'assistant_accounts',
    event: 'account.activated',
    key: 'id',
    when: 'new.is_active and not old.is_active',
  },
  ...watchRows('users', { insert: 'user.updated', delete: 'user.updated' }),
  {
    name: 'hook_update',
    operation: 'update of email, name, role, is_active',
    table: 'users',
    event: 'user.updated',
    key: 'id',
  },
  // A workflow's id is part of a secret address.
  ...watchRows('workflows', { update: 'workflow.updated' }, { key: '' }),
  ...watchRows('chat_agent_settings', { update: 'settings.updated' }, { key: '', whole: true }),
];

const UP = [
  `create table hooks (
     id uuid constraint hooks_pkey primary key,
     url text not null,
     events text[] not null,
     active boolean not null,
     secret text not null,
     failures integer not null default 0,
     failing_since timestamptz(3),
     retry_at timestamptz(3),
     switched_off_at timestamptz(3),
     created_at timestamptz(3) not null,
     updated_at timestamptz(3) not null
   )`,
  `create table hook_deliveries (
     id uuid constraint hook_deliveries_pkey primary key,
     place bigint generated always as identity,
     hook_id uuid not null constraint hook_deliveries_hook references hooks (id) on delete cascade,
     source text not null,
     event text not null,
     object_id text,
     subject text not null,
     body text not null,
     status text not null,
     attempts integer not null default 0,
     created_at timestamptz(3) not null,
     expires_at timestamptz(3) not null,
     next_attempt_at timestamptz(3) not null,
     claimed_until timestamptz(3),
     last_attempt_at timestamptz(3),
     response_status integer,
     error text,
     duration_ms integer,
     constraint hook_deliveries_source unique (hook_id, source),
     constraint hook_deliveries_status check (status in ('pending', 'delivered', 'failed'))
   )`,
  `create index hook_deliveries_pending on hook_deliveries (hook_id, subject, place) where status = 'pending'`,
  'create index hook_deliveries_newest on hook_deliveries (hook_id, created_at desc, id desc)',
  'create index hook_deliveries_of_object on hook_deliveries (subject)',
  ...CREATE_HOOK_OUTBOX,
  ...TRIGGERS.map(watch),
];

const DOWN = [
  ...TRIGGERS.map(unwatch),
  ...DROP_HOOK_OUTBOX,
  'drop table hook_deliveries',
  'drop table hooks',
];

/** Outbound webhooks, what is delivered to them, and the outbox of the panel's changes. */
export class CreateHooks1795373000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}
