/** What is booked, by whom it was changed, that nothing is booked twice, and when the chat agent may book. */
export const APPOINTMENTS = String.raw`
  create extension if not exists btree_gist;

  create table appointments (
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
    -- Null for the oldest, of which nobody knows.
    made_by_agent boolean,
    constraint appointments_status check (status in ('pending', 'confirmed', 'completed', 'cancelled', 'no_show')),
    constraint appointments_source check (source in ('phone', 'chat', 'panel')),
    constraint appointments_length check (ends_at > starts_at and ends_at - starts_at <= interval '31 days'),
    constraint appointments_no_overlap
      exclude using gist (resource with =, tstzrange(starts_at, ends_at, '[)') with &&)
      where (status in ('pending', 'confirmed'))
  );
  create unique index appointments_external_id on appointments (external_id) where external_id is not null;
  -- The list by time, and by time within each one and each two of its filters, however few rows meet both.
  create index appointments_by_start on appointments (starts_at, id);
  create index appointments_of_client on appointments (client_id, starts_at, id);
  create index appointments_of_resource on appointments (resource, starts_at, id);
  create index appointments_of_status on appointments (status, starts_at, id);
  create index appointments_of_source on appointments (source, starts_at, id);
  create index appointments_of_resource_status on appointments (resource, status, starts_at, id);
  create index appointments_of_resource_source on appointments (resource, source, starts_at, id);
  create index appointments_of_status_source on appointments (status, source, starts_at, id);
  -- What an agent finds of its own bookings, and how integrators find what has changed.
  create index appointments_of_chat on appointments (chat_id, starts_at, id) where chat_id is not null;
  create index appointments_by_change on appointments (updated_at, id);
  -- What was booked on a day, and by what way.
  create index appointments_made on appointments (created_at) include (source);
  -- What waits for a confirmation, and since when.
  create index appointments_waiting on appointments (created_at) where status = 'pending';
  -- What comes next.
  create index appointments_ahead on appointments (starts_at, id) where status in ('pending', 'confirmed');

  create table appointment_events (
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
    constraint appointment_events_from_status
      check (from_status in ('pending', 'confirmed', 'completed', 'cancelled', 'no_show')),
    constraint appointment_events_to_status
      check (to_status in ('pending', 'confirmed', 'completed', 'cancelled', 'no_show'))
  );

  -- How the chat agent works: one row, which is there from the beginning and can neither go nor be doubled.
  create table chat_agent_settings (
    id boolean primary key default true constraint chat_agent_settings_single check (id),
    name text not null,
    greeting text not null,
    language text not null,
    time_zone text not null,
    phone_region text not null,
    working_hours jsonb not null,
    slot_minutes integer not null,
    resources jsonb not null,
    services jsonb not null,
    auto_confirm boolean not null,
    enabled boolean not null,
    version integer not null default 1,
    updated_at timestamptz(3) not null default now(),
    agent_hours text not null default 'working'
      constraint chat_agent_settings_agent_hours check (agent_hours in ('working', 'any')),
    closures jsonb not null default '[]',
    notice_minutes integer not null default 0,
    buffer_minutes integer not null default 0
  );
  insert into chat_agent_settings (name, greeting, language, time_zone, phone_region, working_hours, slot_minutes,
                                   resources, services, auto_confirm, enabled)
  values ('', '', 'en', 'UTC', 'US',
          (select jsonb_agg(jsonb_build_object('day', day, 'opens', '09:00', 'closes', '18:00'))
           from generate_series(1, 5) as day),
          30, '["main"]', '[]', false, true);
`;
