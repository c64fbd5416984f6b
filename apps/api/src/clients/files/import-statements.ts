import { ADVISORY_LOCKS } from '../../database/advisory-locks';

/* What an import asks the database, all in one transaction. */

/** While it stores its rows, each import has the table of clients to itself, but for the panel and the agents. */
export const LOCK_IMPORTS = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.clientImport}, 0) as is_ours`;
/** All who make clients one by one hold this shared (see `lock_client_contacts()`). */
export const LOCK_CONTACTS = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.clientContacts}, 0)`;

/** All transactions before this one have ended, so that what they wrote is seen from now on. */
export const BEGIN_TO_LOOK = 'select pg_snapshot_xmin(pg_current_snapshot())::text as first_unseen';
/** The rows of the file, and what became of each. A temporary table has no statistics and needs none. */
export const STAGE = [
  `set local statement_timeout = '10min'`,
  `create temporary table import_rows (
     place integer primary key,
     id uuid not null,
     has_id boolean not null,
     name text, phone text, email text, company text, status text, source text, tags text[], notes text,
     last_activity_at timestamptz, created_at timestamptz, updated_at timestamptz,
     is_made boolean not null default false
   ) on commit drop`,
  'create index import_rows_made_id on import_rows (id) where is_made',
  'create index import_rows_made_phone on import_rows (phone) where is_made',
  'create index import_rows_made_email on import_rows (lower(email)) where is_made',
];
const COLUMNS =
  'id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at';
export const ADD_ROWS = `
  insert into import_rows (place, has_id, ${COLUMNS})
  select place, has_id, ${COLUMNS} from json_populate_recordset(null::import_rows, $1)`;

/** The rows of a batch, each with what is known of it from the clients and from earlier batches. */
export const LOOK_AT = `
  select place, id, has_id, phone, lower(email) as email,
         case when has_id
           then exists (select from clients where id = given.id)
             or exists (select from import_rows as made where made.id = given.id and is_made)
           else exists (select from clients_with(given.phone, given.email))
             or exists (select from import_rows as made where made.phone = given.phone and is_made)
             or exists (select from import_rows as made where lower(made.email) = lower(given.email) and is_made)
         end as is_known
  from import_rows as given
  where place > $1 and place <= $2
  order by place`;
export const MARK_MADE = 'update import_rows set is_made = true where place = any($1)';
export const MAKE = `
  insert into clients (${COLUMNS}) select ${COLUMNS} from import_rows where place = any($1)
  on conflict (id) do nothing returning id`;
export const UNMARK = 'update import_rows set is_made = false where place = any($1) and id <> all($2)';

/**
 * Of those made just now: whoever has the phone or email of a client that somebody else made or changed since the
 * import began to look. The times find the few that come into question; which of them are new is for the
 * transactions to say. Nobody can make a client meanwhile: arrays keep it at few rows, however it is planned.
 */
export const TAKE_BACK = `
  with others as materialized (
    select phone, lower(email) as email from clients
    where (created_at >= $1 or updated_at >= $1)
      and age(xmin) <= age($2::text::xid8::xid) and xmin <> pg_current_xact_id()::xid
  ), doubles as materialized (
    select place, id from import_rows
    where is_made and not has_id
      and (phone = any(array(select phone from others)) or lower(email) = any(array(select email from others)))
  ), taken_back as (
    delete from clients where id = any(array(select id from doubles))
  )
  update import_rows set is_made = false where place = any(array(select place from doubles))`;

export const COUNT =
  'select count(*) filter (where is_made)::int as created, count(*) filter (where not is_made)::int as skipped from import_rows';
