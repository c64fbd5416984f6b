/** Users, where they are logged in, and the links with which they get in or read the calendar. */
export const USERS = String.raw`
  create table users (
    id uuid primary key,
    email text not null,
    name text not null,
    role text not null constraint users_role check (role in ('admin', 'operator', 'viewer')),
    password_hash text,
    is_active boolean not null default true,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    totp_secret text,
    totp_pending_secret text,
    totp_last_step integer,
    locale text not null default 'en',
    time_zone text not null default 'UTC',
    theme text not null default 'system' constraint users_theme check (theme in ('system', 'light', 'dark')),
    density text not null default 'comfortable'
      constraint users_density check (density in ('comfortable', 'compact')),
    last_seen_at timestamptz(3),
    -- What each user wants to be told of: nothing until the user chooses.
    notify_desktop text[] not null default '{}',
    notify_sound text[] not null default '{}'
  );
  create unique index users_email on users (lower(email));

  -- A session is a family of refresh tokens, each of which is replaced when it is used; all are remembered (as digests)
  -- as long as the session, so that a stolen one betrays itself.
  create table auth_sessions (
    id uuid primary key,
    user_id uuid not null constraint auth_sessions_user references users on delete cascade,
    generation integer not null default 1,
    ip text,
    user_agent text,
    created_at timestamptz(3) not null,
    last_used_at timestamptz(3) not null,
    ends_at timestamptz(3) not null,
    -- When it was last confirmed with a password or a code.
    confirmed_at timestamptz(3)
  );
  create index auth_sessions_user_id on auth_sessions (user_id);
  create table refresh_tokens (
    token_digest bytea primary key,
    session_id uuid not null constraint refresh_tokens_session references auth_sessions on delete cascade,
    generation integer not null
  );
  create index refresh_tokens_session_id on refresh_tokens (session_id);
  create table recovery_codes (
    user_id uuid not null constraint recovery_codes_user references users on delete cascade,
    code_digest bytea not null,
    constraint recovery_codes_pkey primary key (user_id, code_digest)
  );

  -- The secrets in links, as digests. One link a user: a new one replaces it.
  create table user_invites (
    user_id uuid primary key constraint user_invites_user references users on delete cascade,
    token_digest bytea not null constraint user_invites_token unique,
    expires_at timestamptz(3) not null,
    -- A link dies with the user who made it. Who made the oldest ones is not known.
    made_by uuid constraint user_invites_maker references users (id) on delete cascade
  );
  create index user_invites_made_by on user_invites (made_by);
  create table calendar_tokens (
    user_id uuid primary key constraint calendar_tokens_user references users on delete cascade,
    token_digest bytea not null constraint calendar_tokens_token unique,
    created_at timestamptz(3) not null
  );

  -- Whoever is switched on again begins anew: what was stolen before must not come back to life. A trigger, since these
  -- tables belong to different parts of the program, and it must also hold for psql.
  create function end_access_of_user() returns trigger
    language plpgsql
    as $$
    begin
      delete from auth_sessions where user_id = new.id;
      delete from user_invites where user_id = new.id or made_by = new.id;
      delete from calendar_tokens where user_id = new.id;
      return null;
    end $$;
  create trigger users_end_access after update of is_active on users
    for each row when (old.is_active and not new.is_active) execute function end_access_of_user();
`;
