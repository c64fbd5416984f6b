/** What `AuthSessionsRepository` says in SQL. */

export const FIND_LIVE = {
  name: 'find_live_session',
  text: `
    select s.user_id, u.name, u.role, s.ends_at, s.confirmed_at
    from auth_sessions s join users u on u.id = s.user_id
    where s.id = $1 and u.is_active`,
};

export const LIST_LIVE_ROLES = {
  name: 'live_session_roles',
  text: `
    select s.id, u.role
    from auth_sessions s join users u on u.id = s.user_id
    where s.id = any($1::uuid[]) and u.is_active and s.ends_at > $2`,
};

/** Locks the session, so that of several renewals at once each sees what the one before has done. */
export const LOCK_BY_TOKEN = `
  select s.id, s.user_id, s.ends_at, s.last_used_at, s.generation, u.is_active,
         t.generation as token_generation
  from refresh_tokens t
  join auth_sessions s on s.id = t.session_id
  join users u on u.id = s.user_id
  where t.token_digest = $1
  for update of s`;

/** Finds the user as the log-in saw it, and keeps it so until the session stands. */
export const HOLD_UNCHANGED = `
  select id from users
  where id = $1 and is_active and password_hash is not distinct from $2 and totp_secret is not distinct from $3
  for share`;

/** Leaves alone what somebody else is just deleting: two who wait for each other would both fail. */
export const DELETE_OVER = `
  delete from auth_sessions where id in (
    select id from auth_sessions where ends_at <= $1 or last_used_at <= $2 for update skip locked)`;
