/** The assistant accounts, of which the database lets one be active, and the last sessions of each. */
export const ASSISTANT_ACCOUNTS = String.raw`
  create table assistant_accounts (
    id uuid primary key,
    name text not null,
    type text not null constraint assistant_accounts_type check (type in ('teams', 'pro')),
    description text not null default '',
    session_data text,
    session_version integer constraint assistant_accounts_session_version unique,
    session_updated_at timestamptz(3),
    session_expires_at timestamptz(3),
    is_active boolean not null default false,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    tool text constraint assistant_accounts_tool check (tool in ('claude_code', 'codex', 'other')),
    session_refresh_expires_at timestamptz(3),
    identity text,
    held_by jsonb,
    constraint assistant_accounts_session check (
      (session_data is null) = (session_version is null) and
      (session_data is null) = (session_updated_at is null) and
      (session_data is not null or session_expires_at is null)
    )
  );
  create unique index assistant_accounts_one_active on assistant_accounts (is_active) where is_active;
  create sequence assistant_session_versions as integer;

  create table assistant_account_sessions (
    account_id uuid not null
      constraint assistant_account_sessions_account references assistant_accounts on delete cascade,
    version integer not null,
    session_data text not null,
    stored_at timestamptz(3) not null,
    stored_by text,
    machine text,
    expires_at timestamptz(3),
    refresh_expires_at timestamptz(3),
    identity text,
    restored_from integer,
    constraint assistant_account_sessions_pkey primary key (account_id, version)
  );
`;
