import { KNOWN_BY, LIMITS } from '@groupless/shared-dto';
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
  `create temporary table import_rows (
     place integer not null,
     line integer not null,
     id uuid not null,
     has_id boolean not null,
     name text, phone text, email text, company text, status text, source text, tags text[], notes text,
     last_activity_at timestamptz, created_at timestamptz, updated_at timestamptz,
     extension text, other_phones jsonb, language text, phone_as_given text, shared_phone text, shared_email text, given text[],
     added_notes text,
     warnings jsonb,
     is_made boolean default true,
     client_id uuid,
     is_unlike boolean default false,
     is_shared boolean default false,
     reason text, with_id uuid, with_line integer, with_name text, known_by text
   ) on commit drop`,
  // Each contact of each row, as it stands in the file.
  'create temporary table import_contacts (place integer not null, contact text not null) on commit drop',
];
/** Created after all rows are inserted, which takes a third of the time of inserting into indexed rows. */
export const INDEX = [
  'create unique index import_rows_place on import_rows (place)',
  'create index import_rows_id on import_rows (id)',
  'create index import_rows_phone on import_rows (phone) where phone is not null',
  `insert into import_contacts select distinct place, contact from import_rows, unnest(
     array[phone, lower(email), shared_phone, lower(shared_email)] || array(select jsonb_array_elements(other_phones) ->> 'phone')
   ) as contact where contact is not null`,
  'create index import_contacts_place on import_contacts (place)',
  'create index import_contacts_contact on import_contacts (contact, place)',
  'create index import_rows_email on import_rows (lower(email)) where email is not null',
];
const COLUMNS =
  'id, name, phone, email, company, status, source, tags, notes, last_activity_at, created_at, updated_at, extension, other_phones, language, phone_as_given, shared_phone, shared_email';
export const ADD_ROWS = `
  insert into import_rows (place, line, has_id, given, added_notes, warnings, ${COLUMNS})
  select place, line, has_id, given, added_notes, warnings, ${COLUMNS} from json_populate_recordset(null::import_rows, $1)`;

/**
 * The rows of a batch. The id of a client who was merged into another is known too: undoing the merge brings that client back
 * under it.
 */
export const LOOK_AT = `
  select place, line, id, has_id, name, sort_name(name) as called, phone, email, lower(email) as email_key, shared_phone,
    shared_email, lower(shared_email) as shared_email_key, other_phones,
    added_notes, has_id and (exists (select from clients where id = given.id)
      or exists (select from client_merges where merged_id = given.id)
      or exists (select from import_rows as made where made.place <= $1 and made.is_made and made.id = given.id)) as is_known
  from import_rows as given
  where place > $1 and place <= $2
  order by place`;

/** Of one contact so many owners are looked at. */
export const MOST_OWNERS = 20;

/**
 * Who has a contact of a row without an id, from the clients and from earlier batches; with all names that each has or had. Nobody
 * is found by a shared contact alone, but who has it and is called so is known. `found` is materialized since clients that the
 * import itself makes have no statistics: the table was thought small, and read whole for each contact.
 */
export const LIST_OWNERS = `
  with contacts as (
    select place, contact from import_contacts join import_rows using (place)
    where place > $1 and place <= $2 and not has_id
  ), found as materialized (
    select place, contact, owner.id from contacts cross join lateral (
      select id from clients_with(case when strpos(contact, '@') = 0 then contact end, case when strpos(contact, '@') > 0 then contact end)
      union
      (select id from clients where shared_phone = contact limit ${MOST_OWNERS})
      union
      (select id from clients where lower(shared_email) = contact limit ${MOST_OWNERS})
    ) as owner
    where not exists (select from import_rows as made where made.id = owner.id and made.place <= $1 and made.is_made)
  )
  select place, contact, id, null as line, clients.name, array(
      select sort_name(called) from (
        select clients.name as called
        union all
        select change ->> 'before' from client_changes, jsonb_array_elements(changes) as change
        where client_changes.client_id = clients.id and change ->> 'field' = 'name'
        union all
        select merged ->> 'name' from client_merges where client_merges.client_id = clients.id
      ) as names) as names
  from found join clients using (id)
  union all
  select contacts.place, contacts.contact, made.id, made.line, made.name, array[sort_name(made.name)]
  from contacts cross join lateral (
    select made.* from import_contacts as other join import_rows as made using (place)
    where other.contact = contacts.contact and other.place <= $1 and made.is_made order by other.place limit ${MOST_OWNERS}
  ) as made`;

/** What was decided of rows, where that is not to make a client of them as they are. */
export const SETTLE = `
  update import_rows set is_made = found.is_made, reason = found.reason, with_id = found.with_id, with_line = found.with_line,
    with_name = found.with_name, known_by = found.known_by, is_shared = found.is_shared, phone = found.phone, email = found.email,
    other_phones = found.other_phones, shared_phone = found.shared_phone, shared_email = found.shared_email,
    added_notes = found.added_notes
  from json_populate_recordset(null::import_rows, $1) as found where import_rows.place = found.place`;
/** Somebody made clients with the ids of these rows meanwhile. */
export const UNMARK = `
  update import_rows set is_made = false, reason = 'known', with_id = id, with_name = name where place = any($1)`;
/** The notes, with what goes into them besides, once and if it fits. */
export function withAdded(notes: string): string {
  return `case when added_notes is null or strpos(${notes}, added_notes) > 0
      or length(${notes}) + length(added_notes) >= ${LIMITS.description.max} then ${notes}
    when ${notes} = '' then added_notes else ${notes} || E'\\n' || added_notes end`;
}
const MADE = COLUMNS.replace(' notes,', ` ${withAdded('notes')},`);
export const MAKE = `
  insert into clients (${COLUMNS}, import_id) select ${MADE}, $3 from import_rows where place > $1 and place <= $2 and is_made
  on conflict (id) do nothing returning id`;

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
    select id, name, phone, lower(email) as email from clients
    where age(xmin) <= age($1::xid8::xid) and (phone is not null or email is not null)
      and not exists (select from import_rows as made where made.id = clients.id and is_made)
  ), doubles as materialized (
    select place, import_rows.id, others.id as with_id, others.name from import_rows join others on others.phone = import_rows.phone
    where is_made and not has_id
    union
    select place, import_rows.id, others.id, others.name from import_rows join others on others.email = lower(import_rows.email)
    where is_made and not has_id
  ), taken_back as (
    delete from clients using doubles where clients.id = doubles.id
  )
  update import_rows set is_made = false, reason = 'known', with_id = doubles.with_id, with_line = null, with_name = doubles.name
  from doubles where import_rows.place = doubles.place`;

/** A client of two rows counts once as updated; the other row is skipped. */
export const COUNT =
  'select count(*) filter (where is_made)::int as created, count(*) filter (where not is_made and not is_unlike)::int as skipped from import_rows';

/** By what the clients are known who were there before. */
export const COUNT_KNOWN = `select ${KNOWN_BY.map((by) => `count(*) filter (where known_by = '${by}')::int as ${by}`).join(', ')}
  from import_rows where client_id is not null or (reason in ('known', 'similar_name') and with_line is null)`;

const WITH = `case when reason is not null or is_shared
  then json_build_object('id', case when with_line is null or not $1 then with_id end, 'row', with_line, 'name', with_name) end as "with"`;

/** A list of at most 1,000, and how many there are. */
function listed(columns: string, from: string): string {
  return `json_build_object(
    'total', (select count(*) from ${from}),
    'first', (select coalesce(json_agg(one), '[]') from (select ${columns} from ${from} order by place limit ${LIMITS.import_listed}) as one))`;
}

const NOT_MADE = `import_rows where not is_made and not is_unlike and client_id is null`;
const SHARED = `import_rows where is_made and is_shared`;
const WARNED = `import_rows cross join lateral jsonb_to_recordset(warnings) as warning (field text, code text)
  where warnings <> '[]' and (is_made or client_id is not null)`;

/** What became of the rows, for the answer. $1: whether it is a dry run, which makes nobody. */
export const LISTS = `
  select ${listed(`line as row, coalesce(reason, 'known') as reason, ${WITH}`, NOT_MADE)} as not_made,
    ${listed(`line as row, name, ${WITH}`, SHARED)} as shared,
    ${listed('line as row, field, code', WARNED)} as warnings`;

/** The same for good, without a text of the file. $1: the import, $2: rows that failed. */
export const KEEP_ROWS = `
  insert into client_import_rows (import_id, row, outcome, client_id, version, field, code, with_id, with_row)
  select $1::uuid, row, outcome, client_id, version, field, code, with_id, with_row from (
    select 1 as part, place, line as row, 'created' as outcome, id as client_id, 1 as version, null as field, null as code,
      null::uuid as with_id, null::integer as with_row from import_rows where is_made
    union all
    select 2, place, line, 'updated', clients.id, clients.version, null, null, null, null
    from import_rows join clients on clients.id = import_rows.client_id where clients.import_id = $1::uuid and not is_made
    union all
    select 3, place, line, 'not_made', null, null, null, coalesce(reason, 'known'), with_id, with_line from ${NOT_MADE}
    union all
    select 4, place, line, 'shared', id, null, null, null, with_id, with_line from ${SHARED}
    union all
    select 5, place, line, 'warning', coalesce(client_id, id), null, field, code, null, null from ${WARNED}
    union all
    select 6, place, line, 'failed', null, null, 'name', 'not_allowed', null, null from import_rows where is_unlike
    union all
    select 6, 0, row, 'failed', null, null, field, code, null, null from json_to_recordset($2) as failed (row integer, field text, code text)
  ) as kept order by row, part, place`;

/** Of what is kept, as `listed()`. */
const keptOf = (outcome: string, columns: string) => `json_build_object(
    'total', (select count(*) from client_import_rows where import_id = $1 and outcome = '${outcome}'),
    'first', (select coalesce(json_agg(one), '[]') from (
      select ${columns} from client_import_rows as kept left join clients as client on client.id = kept.client_id
        left join clients as other on other.id = kept.with_id
      where kept.import_id = $1 and outcome = '${outcome}' order by kept.id limit ${LIMITS.import_listed}) as one))`;
const KEPT_WITH = `case when with_id is not null or with_row is not null
  then json_build_object('id', with_id, 'row', with_row, 'name', other.name) end as "with"`;

/** What an import answered. $1: the import. */
export const REPORT = `
  select id as import_id, created, updated, skipped,
    (select coalesce(json_agg(json_build_object('row', row, 'field', field, 'code', code) order by row, kept.id), '[]')
      from client_import_rows as kept where import_id = $1 and outcome = 'failed') as failed,
    ${keptOf('not_made', `row, code as reason, ${KEPT_WITH}`)} as not_made,
    ${keptOf('shared', `row, client.name, ${KEPT_WITH}`)} as shared,
    ${keptOf('warning', 'row, field, code')} as warnings
  from client_imports where id = $1`;
