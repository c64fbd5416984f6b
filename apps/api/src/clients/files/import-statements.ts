import { ADVISORY_LOCKS } from '../../database/advisory-locks';

/** The statements of an import, all in one transaction. */

/** One import at a time; the panel and agents still write clients meanwhile. */
export const LOCK_IMPORTS = `
  select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.clientImport}, 0) as is_ours,
    pg_snapshot_xmin(pg_current_snapshot())::text as since`;
/** Waits as long as a statement may take, because giving up would lose minutes of work. */
export const WAIT_FOR_CONTACTS = `set local lock_timeout = '60s'`;
/** Back to the usual limit: others now wait for this import, so it must not wait long for them. */
export const WAIT_NO_LONGER = 'set local lock_timeout to default';

/**
 * The rows of the file, and whether each makes a client: it does unless it turns out that the client is known. A temporary
 * table has no statistics and needs none.
 */
export const STAGE = [
  `set local statement_timeout = '10min'`,
  `create temporary table import_rows (
     place integer not null,
     line integer not null,
     id uuid not null,
     has_id boolean not null,
     name text, phone text, email text, company text, status text, source text, tags text[], notes text,
     last_activity_at timestamptz, created_at timestamptz, updated_at timestamptz,
     extension text, other_phones jsonb, language text, phone_as_given text, given text[],
     is_made boolean default true,
     client_id uuid,
     is_unlike boolean default false
   ) on commit drop`,
];
/** Created after all rows are inserted, which takes a third of the time of inserting into indexed rows. */
export const INDEX = [
  'create unique index import_rows_place on import_rows (place)',
  'create index import_rows_id on import_rows (id)',
  'create index import_rows_phone on import_rows (phone) where phone is not null',
  'create index import_rows_email on import_rows (lower(email)) where email is not null',
];
const COLUMNS =
  'id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at, extension, other_phones, language, phone_as_given';
export const ADD_ROWS = `
  insert into import_rows (place, line, has_id, given, ${COLUMNS})
  select place, line, has_id, given, ${COLUMNS} from json_populate_recordset(null::import_rows, $1)`;

/** The further numbers of a row. */
const OTHERS = `array(select jsonb_array_elements(given.other_phones) ->> 'phone')`;
/**
 * The rows of a batch, each with what is known of it from the clients and from earlier batches. The id of a client who was
 * merged into another is known too: undoing the merge brings that client back under it.
 */
export const LOOK_AT = `
  select place, id, has_id, phone, lower(email) as email, ${OTHERS} as others,
         case when has_id
           then exists (select from clients where id = given.id)
             or exists (select from client_merges where merged_id = given.id)
             or ${isMadeBefore('made.id = given.id')}
           else exists (select from clients_with(given.phone, given.email))
             or ${isMadeBefore('made.phone = given.phone')}
             or ${isMadeBefore('lower(made.email) = lower(given.email)')}
             or other_phones <> '[]' and (
               exists (select from unnest(${OTHERS}) as other, clients_with(other, null))
               or ${isMadeBefore(`made.phone = any(${OTHERS})`)})
         end as is_known
  from import_rows as given
  where place > $1 and place <= $2
  order by place`;
export const UNMARK = 'update import_rows set is_made = false where place = any($1)';
export const MAKE = `
  insert into clients (${COLUMNS}, import_id) select ${COLUMNS}, $3 from import_rows where place > $1 and place <= $2 and is_made
  on conflict (id) do nothing returning id`;

function isMadeBefore(condition: string): string {
  return `exists (select from import_rows as made where made.place <= $1 and made.is_made and ${condition})`;
}

/** The next statement is planned with the true number of rows. */
export const ANALYSE = 'analyze import_rows';
/**
 * Deletes those made just now whose phone or email somebody else has by now: a client who was made or changed while
 * this import ran. Nobody makes one meanwhile, since the import holds the lock of all contacts, and everybody who would waits: so it
 * looks only at rows written by transactions that had not ended when the import began ($1). Times would not do, since
 * each process has its own clock.
 */
export const TAKE_BACK = `
  with others as materialized (
    select phone, lower(email) as email from clients
    where age(xmin) <= age($1::xid8::xid) and (phone is not null or email is not null)
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
  'select count(*) filter (where is_made)::int as created, count(*) filter (where not is_made and not is_unlike)::int as skipped from import_rows';
