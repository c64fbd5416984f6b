import { ADVISORY_LOCKS } from '../../database/advisory-locks';

/* What an import asks the database, all in one transaction. */

/** While it stores its rows, each import has the table of clients to itself, but for the panel and the agents. */
export const LOCK_IMPORTS = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.clientImport}, 0) as is_ours`;
/** All who make clients one by one hold this shared (see `lock_client_contacts()`). */
export const LOCK_CONTACTS = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.clientContacts}, 0)`;

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

/** So that the following statement is planned for as many rows as there are. */
export const ANALYSE = 'analyze import_rows';
/**
 * Deletes those made just now whose phone or email somebody else has by now: a client who was made or changed while
 * this import ran. Nobody makes one meanwhile, since the import holds LOCK_CONTACTS.
 */
export const TAKE_BACK = `
  with others as materialized (
    select phone, lower(email) as email from clients
    where (phone is not null or email is not null)
      and not exists (select from import_rows as made where made.id = clients.id and is_made)
  ), doubles as materialized (
    select place, import_rows.id from import_rows join others on others.phone = import_rows.phone
    where is_made and not has_id
    union
    select place, import_rows.id from import_rows join others on others.email = lower(import_rows.email)
    where is_made and not has_id
  ), taken_back as (
    delete from clients using doubles where clients.id = doubles.id
  )
  update import_rows set is_made = false from doubles where import_rows.place = doubles.place`;

export const COUNT =
  'select count(*) filter (where is_made)::int as created, count(*) filter (where not is_made)::int as skipped from import_rows';
