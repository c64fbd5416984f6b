/** Keys, counters of failures, and the audit. */
export const ACCESS = String.raw`
  -- Counters of failures, shared by all processes, in the shape that rate-limiter-flexible's PostgreSQL store expects.
  -- Unlogged: they may be lost in a crash, and cost no write-ahead log.
  create unlogged table rate_limits (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  );
  create index rate_limits_expire on rate_limits (expire);

  -- The API keys that are made in the panel. A revoked one is deleted; the audit remembers it.
  create table api_keys (
    id uuid primary key,
    name text not null constraint api_keys_name unique,
    scopes text[] not null,
    prefix text not null constraint api_keys_prefix unique,
    digest bytea not null,
    expires_at timestamptz(3) not null,
    last_used_at timestamptz(3),
    created_by uuid not null,
    created_at timestamptz(3) not null
  );

  -- A known text sealed with each key that sealed anything else: who cannot open one of them lacks that key.
  create table credentials_key_checks (
    key_id text primary key,
    sealed text not null,
    created_at timestamptz(3) not null default now()
  );

  -- What was done, by whom. The database itself lets nobody change a row, not even the owner's queries.
  create table audit_events (
    id uuid primary key,
    at timestamptz(3) not null,
    user_id uuid,
    key_name text,
    action text not null,
    object text,
    ip text,
    details jsonb not null default '{}'
  );
  create function refuse_change() returns trigger
    language plpgsql
    as $$
    begin
      raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
    end $$;
  -- Nobody removes what happened within a month, and the rest only who says that it is the retention.
  create function refuse_removal() returns trigger
    language plpgsql
    as $$
    begin
      if current_setting('groupless.audit_retention', true) is distinct from 'on'
         or old.at > now() - interval '30 days' then
        raise exception 'rows of % are only ever added', tg_table_name using errcode = 'insufficient_privilege';
      end if;
      return old;
    end $$;
  create trigger audit_events_append_only before update or truncate on audit_events
    for each statement execute function refuse_change();
  create trigger audit_events_kept before delete on audit_events
    for each row execute function refuse_removal();
  -- Also where a session says that it replays another server's changes.
  alter table audit_events enable always trigger audit_events_append_only;
  alter table audit_events enable always trigger audit_events_kept;

  -- The orders in which the audit is read: all of it, and what each filter leaves of it, the newest first.
  create index audit_events_newest on audit_events (at desc, id desc);
  create index audit_events_of_user on audit_events (user_id, at desc, id desc) where user_id is not null;
  create index audit_events_of_object on audit_events (object, at desc, id desc) where object is not null;
  -- By the beginning of the action: compared byte for byte, so that a beginning is a range.
  create index audit_events_of_action on audit_events (action collate "C", at desc, id desc);
`;
