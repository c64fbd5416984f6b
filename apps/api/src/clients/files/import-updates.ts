import { CLIENT_FIELDS, LIMITS, type ImportFieldChangeDto } from '@groupless/shared-dto';
import type { Transaction } from '../../database/transaction';
import { forgetNumbers } from '../merged-clients.statements';
import { nameFit } from '../names';
import { withAdded } from './import-statements';

/* What an import that fills or overwrites does with the rows whose client is known. */

/** Clients created by this import already have the values of the file; a dry run does not find them either. */
const isMadeHere = (id: string) =>
  `exists (select from import_rows as made where made.id = ${id} and made.is_made)`;

const MATCH_BY_ID = `
  update import_rows as given_row set client_id = given_row.id
  where has_id and not is_made and not ${isMadeHere('given_row.id')}
    and exists (select from clients where clients.id = given_row.id)`;

/** Those whose phone (rank 1 and 2) or email (3) a row without an id has. Materialized for the same cause as when rows are settled. */
const LIST_OWNERS = `
  with found as materialized (
    select given_row.place, sort_name(given_row.name) as called, owner.id, rank
    from import_rows as given_row
    cross join lateral (
      select id, place as rank from clients_of_phone(given_row.phone) where given_row.phone is not null
      union all
      select id, 2 from clients where shared_phone = given_row.phone
      union all
      select id, 3 from clients_with(null, given_row.email) where given_row.email is not null
      union all
      select id, 3 from clients where lower(shared_email) = lower(given_row.email)
    ) as owner
    where given_row.place > $1 and given_row.place <= $2 and not is_made and not has_id and not ${isMadeHere('owner.id')}
  )
  select place, called, id, sort_name(clients.name) as name, rank from found join clients using (id)`;

const MATCH = `
  update import_rows set client_id = found.client_id, is_unlike = found.client_id is null
  from unnest($1::integer[], $2::uuid[]) as found (place, client_id) where import_rows.place = found.place`;

/** What a client shares with another does not become its own. */
const LEAVE_SHARED = `
  update import_rows set
    phone = case when import_rows.phone = clients.shared_phone then null else import_rows.phone end,
    email = case when lower(import_rows.email) = lower(clients.shared_email) then null else import_rows.email end,
    given = array(select field from unnest(given) as field
      where not (field = 'phone' and import_rows.phone = clients.shared_phone)
        and not (field = 'email' and lower(import_rows.email) = lower(clients.shared_email)))
  from clients where clients.id = client_id and not has_id
    and (import_rows.phone = clients.shared_phone or lower(import_rows.email) = lower(clients.shared_email))`;

/**
 * Of a row that only fills what its client has not, what the client has already is as if the row did not say it. A number is no other
 * one beside that of the client.
 */
const LEAVE_FILLED = `
  update import_rows set
    phone = case when clients.phone is null then import_rows.phone end,
    extension = case when clients.extension is null and (clients.phone is null or clients.phone = import_rows.phone) then import_rows.extension end,
    other_phones = case when clients.other_phones = '[]' then import_rows.other_phones else '[]' end,
    added_notes = case when clients.notes = '' then import_rows.added_notes end,
    given = array(select field from unnest(given) as field where coalesce(to_jsonb(clients) ->> field, '') in ('', '[]'))
  from clients where clients.id = client_id`;

interface Owner {
  place: number;
  called: string;
  id: string;
  name: string;
  rank: 1 | 2 | 3;
}

/**
 * Finds the client of each row. A phone or an email can be of several people, a mother and her child say: a row without
 * an id is about the client whose name fits. Where that leaves a doubt it is about nobody, and where no name fits at
 * all the row is marked.
 * @param batches places of rows: those behind the first and up to the second
 * @param isAnyName whether a row is about who has its number or email, whatever the name
 * @param areFilled whether a row only fills what its client has not
 */
export async function matchKnown(
  transaction: Transaction,
  batches: Iterable<readonly [number, number]>,
  { isAnyName, areFilled }: { isAnyName: boolean; areFilled: boolean },
): Promise<void> {
  await transaction.query(MATCH_BY_ID);
  for (const batch of batches) {
    const ofRows = new Map<number, Owner[]>();
    for (const owner of await transaction.query<Owner[]>(LIST_OWNERS, [...batch])) {
      const known = ofRows.get(owner.place);
      if (known === undefined) ofRows.set(owner.place, [owner]);
      else known.push(owner);
    }
    const matches = [...ofRows].flatMap(([place, owners]) => {
      const fitting = owners.filter(({ called, name }) => isAnyName || nameFit(called, name) > 0);
      const id =
        theOne(fitting.filter(({ rank }) => rank < 3)) ?? theOne(fitting.filter(({ rank }) => rank === 3));
      return id === null && fitting.length > 0 ? [] : [{ place, id }];
    });
    await transaction.query(MATCH, [matches.map(({ place }) => place), matches.map(({ id }) => id)]);
  }
  await transaction.query(LEAVE_SHARED);
  if (areFilled) await transaction.query(LEAVE_FILLED);
}

/** Of several with this name: the one whose name fits best, then the one with the number as the first one. */
function theOne(owners: readonly Owner[]): string | null {
  const weight = ({ called, name, rank }: Owner) => nameFit(called, name) * 10 - rank;
  const most = Math.max(...owners.map(weight));
  const best = owners.filter((owner) => weight(owner) === most);
  return best.length === 1 ? (best[0]?.id ?? null) : null;
}

/** No file says who wants no reminders, or has ids of other systems. */
const UPDATED: readonly string[] = CLIENT_FIELDS.filter(
  (field) => !['no_reminders', 'external_ids'].includes(field),
);
const updated = (table: string) => UPDATED.map((column) => `${table}.${column}`).join(', ');

const NUMBERS = ['phone', 'extension', 'other_phones'];
const afterwards = (column: string): string =>
  column === 'notes'
    ? withAdded(`(${ofRow('notes')})`)
    : NUMBERS.includes(column)
      ? `case when jsonb_array_length(numbers.other_phones) <= ${LIMITS.other_phones} then numbers.${column} else clients.${column} end`
      : ofRow(column);
const ofRow = (column: string) =>
  `case when '${column}' = any(given) then given_row.${column} else clients.${column} end`;

/**
 * Of each known client what it is afterwards, by the last row that is about it. Of a row without an id, a number that
 * the client has already changes nothing, and a new one comes first while the former one stays among the others. A row
 * with an id says what the phone is. Where there are more other numbers than a client can have, all numbers stay.
 */
const CHANGES = `
  with given_rows as (
    select distinct on (client_id) import_rows.*,
      case when import_rows.phone is null then clients.phone
           when has_id then import_rows.phone
           when exists (select from clients_of_phone(import_rows.phone) as owner where owner.id = clients.id) then clients.phone
           else import_rows.phone end as first_phone
    from import_rows join clients on clients.id = client_id
    order by client_id, place desc
  ), numbers as (
    select client_id, first_phone as phone,
      case when first_phone is distinct from clients.phone then given_row.extension
           when given_row.extension is not null and coalesce(given_row.phone = first_phone, true) then given_row.extension
           else clients.extension end as extension,
      (select coalesce(jsonb_agg(entry order by source, at), '[]') from (
        select distinct on (entry ->> 'phone') entry, source, at from (
          select 1 as source, at, entry from jsonb_array_elements(
            case when 'other_phones' = any(given) then '[]' else clients.other_phones end) with ordinality as stored (entry, at)
          union all
          select 2, at, entry from jsonb_array_elements(given_row.other_phones) with ordinality as added (entry, at)
          union all
          select 3, 1, jsonb_build_object('phone', clients.phone, 'label', coalesce('ext. ' || clients.extension, ''))
          where not has_id and clients.phone is not null
        ) as known
        where entry ->> 'phone' is distinct from first_phone
        order by entry ->> 'phone', source, at
      ) as others) as other_phones
    from given_rows as given_row join clients on clients.id = client_id
  ), changes as (
    select clients.id, ${UPDATED.map((column) => `${afterwards(column)} as ${column}`).join(', ')}
    from given_rows as given_row join numbers using (client_id) join clients on clients.id = client_id
  ), different as (
    select changes.* from changes join clients using (id)
    where (${updated('changes')}) is distinct from (${updated('clients')})
  )`;

const COUNT_CHANGES = `${CHANGES} select count(*)::int as updated from different`;

/** How many clients would change, and for each field how many, with examples. */
const PREVIEW = `${CHANGES}, counts as (
    select count(*)::int as updated, ${UPDATED.map(
      (column) =>
        `count(*) filter (where different.${column} is distinct from clients.${column})::int as ${column}`,
    ).join(', ')}
    from different join clients using (id)
  ), fields as (
    ${UPDATED.map(
      (column) => `
      select '${column}' as field, counts.${column} as clients, (
        select json_agg(example) from (
          select clients.id as client_id, clients.name, to_jsonb(clients.${column}) as before, to_jsonb(different.${column}) as after
          from different join clients using (id) where different.${column} is distinct from clients.${column} limit ${LIMITS.import_examples}
        ) as example) as examples
      from counts where counts.${column} > 0`,
    ).join(' union all ')}
  )
  select (select updated from counts) as updated,
    (select coalesce(json_agg(fields order by clients desc, field), '[]') from fields) as changes`;

/** An import waits for others, while clients are changed later than it began: a change is never older than the one before. */
const LATER = `case when clients.updated_at < $1 then $1 else clients.updated_at + interval '1 millisecond' end`;

/** $2 and $3 name the importer: a user, or the name of a key. */
const CHANGE = `${CHANGES}, kept as (
    insert into client_changes (client_id, version, at, user_id, key_name, cause, changes)
    select clients.id, clients.version + 1, $1, $2::uuid, $3, 'imported', (
      select json_agg(json_build_object('field', field, 'before', before, 'after', after))
      from (values ${UPDATED.map(
        (column) => `('${column}', to_jsonb(clients.${column}), to_jsonb(different.${column}))`,
      ).join(', ')}) as fields (field, before, after)
      where before is distinct from after)
    from different join clients using (id)
  ), changed as (
    update clients set (${UPDATED.join(', ')}) = (${updated('different')}), version = version + 1, updated_at = ${LATER}, import_id = $4
    from different where clients.id = different.id returning clients.id
  ), taken_off as (
    select clients.id, array(
      select number from unnest(array[clients.phone] || array(select entry ->> 'phone' from jsonb_array_elements(clients.other_phones) as entry)) as number
      where number is distinct from different.phone
        and not different.other_phones @> jsonb_build_array(jsonb_build_object('phone', number))) as phones
    from different join clients using (id)
    where exists (select from client_merges where client_id = clients.id)
  )
  select (select count(*)::int from changed) as updated, (
    select coalesce(json_agg(taken_off), '[]') from taken_off where cardinality(phones) > 0) as taken_off`;

interface Changed {
  updated: number;
  /** Numbers that were removed from clients into which others were merged. */
  taken_off: { id: string; phones: string[] }[];
}

interface Preview {
  updated: number;
  /** Changes by field, if requested. */
  changes?: ImportFieldChangeDto[];
}

/** The changes that `changeKnown()` would make. */
export async function previewChanges(transaction: Transaction, isByField: boolean): Promise<Preview> {
  const [preview] = await transaction.query<[Preview]>(isByField ? PREVIEW : COUNT_CHANGES);
  return preview;
}

/** @returns how many clients were changed */
export async function changeKnown(
  transaction: Transaction,
  {
    at,
    by,
    import_id,
  }: { at: Date; by: { user_id: string | null; key_name: string | null }; import_id: string | null },
): Promise<number> {
  const [{ updated: count, taken_off }] = await transaction.query<[Changed]>(CHANGE, [
    at,
    by.user_id,
    by.key_name,
    import_id,
  ]);
  for (const { id, phones } of taken_off) await forgetNumbers(transaction, id, phones);
  return count;
}

const LIST_UNLIKE = 'select line from import_rows where is_unlike order by place limit $1';

/** Lines whose phone or email belongs to a client with another name. */
export async function listUnlike(transaction: Transaction, most: number): Promise<number[]> {
  const rows = await transaction.query<{ line: number }[]>(LIST_UNLIKE, [most]);
  return rows.map(({ line }) => line);
}
