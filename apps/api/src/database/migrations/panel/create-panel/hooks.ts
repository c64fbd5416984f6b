interface Told {
  /** `insert`, `delete` or `update`, perhaps `of` some columns. */
  on: string;
  table: string;
  event: string;
  /** By default after the operation. */
  name?: string;
  /** The column with the object's id; by default `id`, and `` for none. */
  key?: string;
  whole?: boolean;
  when?: string;
}

/** An import is one event. */
const NOT_IMPORTING = `current_setting('groupless.importing', true) is distinct from 'on'`;

const TOLD: Told[] = [
  { on: 'insert', table: 'clients', event: 'client.created', whole: true, when: NOT_IMPORTING },
  { on: 'update', table: 'clients', event: 'client.updated', whole: true },
  // An import takes back whom somebody else has made too.
  { on: 'delete', table: 'clients', event: 'client.deleted', when: NOT_IMPORTING },
  { on: 'insert', table: 'appointments', event: 'appointment.created', whole: true },
  { on: 'update', table: 'appointments', event: 'appointment.updated', whole: true },
  { on: 'delete', table: 'appointments', event: 'appointment.deleted', whole: true },
  { on: 'insert', table: 'conversations', event: 'conversation.updated', whole: true },
  { on: 'update', table: 'conversations', event: 'conversation.updated', whole: true },
  {
    on: 'insert',
    table: 'audit_events',
    event: 'conversation.replied',
    whole: true,
    when: `new.action = 'conversation.replied'`,
  },
  { on: 'insert', table: 'assistant_accounts', event: 'account.created' },
  { on: 'delete', table: 'assistant_accounts', event: 'account.deleted' },
  {
    on: 'update of name, type, description, tool, session_version, held_by',
    table: 'assistant_accounts',
    event: 'account.updated',
  },
  {
    name: 'hook_activate',
    on: 'update of is_active',
    table: 'assistant_accounts',
    event: 'account.activated',
    when: 'new.is_active and not old.is_active',
  },
  { on: 'insert', table: 'users', event: 'user.updated' },
  { on: 'delete', table: 'users', event: 'user.updated' },
  { on: 'update of email, name, role, is_active', table: 'users', event: 'user.updated' },
  // A workflow's id is part of a secret address.
  { on: 'update', table: 'workflows', event: 'workflow.updated', key: '' },
  { on: 'update', table: 'chat_agent_settings', event: 'settings.updated', key: '', whole: true },
];

function tell({ on, table, event, name, key = 'id', whole = false, when }: Told): string {
  return `
  create trigger ${name ?? `hook_${on.split(' ')[0]}`} after ${on} on ${table}
    for each row ${when === undefined ? '' : `when (${when})`}
    execute function hook_enqueue('${event}', '${key}', '${whole ? 'whole' : ''}');`;
}

/** Outbound webhooks, what is delivered to them, and the outbox that triggers write in the transaction of the change. */
export const HOOKS = String.raw`
  create table hooks (
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
  );
  create table hook_deliveries (
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
  );
  create index hook_deliveries_pending on hook_deliveries (hook_id, subject, place) where status = 'pending';
  -- The oldest that wait, without a look at all that wait.
  create index hook_deliveries_waiting on hook_deliveries (hook_id, place) where status = 'pending';
  create index hook_deliveries_newest on hook_deliveries (hook_id, created_at desc, id desc);
  create index hook_deliveries_of_object on hook_deliveries (subject);

  -- Which events the webhooks want. Where none wants an event, nothing is written.
  create table hook_events (type text constraint hook_events_pkey primary key);
  create table hook_outbox (
    id bigint generated always as identity constraint hook_outbox_pkey primary key,
    type text not null,
    object_id text,
    object jsonb,
    at timestamptz(3) not null default clock_timestamp()
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

  -- A row lock is held while this runs, so the events of one object get their ids in the order of their commits.
  -- Arguments: the event; the column with the object's id, or nothing; 'whole' where the object itself is told.
  create function hook_enqueue() returns trigger
    language plpgsql
    as $$
    declare
      changed jsonb;
    begin
      if not exists (select from hook_events where type = tg_argv[0]) then return null; end if;
      if tg_op = 'DELETE' then
        changed := to_jsonb(old);
      elsif tg_table_name = 'audit_events' then
        select to_jsonb(c) into changed from conversations c where c.id = split_part(new.object, ':', 2)::uuid;
      else
        changed := to_jsonb(new);
      end if;
      if tg_op = 'UPDATE' and to_jsonb(old) - 'agent_last_seen_at' = changed - 'agent_last_seen_at' then
        return null;
      end if;
      if tg_table_name = 'appointments' then
        changed := changed || jsonb_build_object('client', (
          select jsonb_build_object('id', c.id, 'name', c.name) from clients c
          where c.id = (changed ->> 'client_id')::uuid));
      elsif tg_table_name in ('conversations', 'audit_events') then
        changed := changed || jsonb_build_object('assigned_to', (
          select jsonb_build_object('id', u.id, 'name', u.name) from users u
          where u.id = (changed ->> 'assigned_to')::uuid));
      end if;
      insert into hook_outbox (type, object_id, object)
      values (tg_argv[0], changed ->> nullif(tg_argv[1], ''),
              case when tg_argv[2] = 'whole' and tg_op <> 'DELETE' then changed end);
      return null;
    end $$;
  ${TOLD.map(tell).join('')}
`;
