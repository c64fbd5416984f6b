/* What takes back the clients that an import made. */

/** So many clients are locked at a time. */
export const PART = 500;

/** Clients that the import made, some at a time; $2: the last row of the batch before. */
export const LIST_MADE = `
  select id::int as row_id, client_id from client_import_rows
  where import_id = $1 and outcome = 'created' and client_id is not null and id > $2 order by id limit ${PART}`;

/** A booking waits for this lock, and where it came first, this waits for the booking. */
export const LOCK = 'select id from clients where id = any($1) order by id for update';

/** Where rows of a client may lie, by the constraints of the database: also what is added later on. */
export const LIST_REFERENCES = `
  select conrelid::regclass::text as "table", quote_ident(attname) as "column" from pg_constraint
  join pg_attribute on attrelid = conrelid and attnum = conkey[1]
  where contype = 'f' and confrelid = 'clients'::regclass`;

export interface Reference {
  table: string;
  column: string;
}

/** That a chat is tied by its number is no use of the client, unless somebody chose it or a message came since. */
const OF_CHATS = 'and (one.is_client_chosen or one.last_message_at > $3)';

/**
 * Which of the clients are left, with the cause. $1: their ids, $2: the import, $3: its time.
 * @param references names from the catalogue of the database
 */
export function listLeft(references: readonly Reference[]): string {
  const uses = references.map(
    ({ table, column }) =>
      `exists (select from ${table} as one where one.${column} = clients.id ${table === 'conversations' ? OF_CHATS : ''})`,
  );
  return `
    select id, name, case when version > 1 or import_id is distinct from $2 then 'changed' else 'in_use' end as why
    from clients where id = any($1) and (version > 1 or import_id is distinct from $2
      or (last_activity_at > $3 and last_activity_at <= now()) ${uses.map((use) => `or ${use}`).join(' ')})
    union all
    select merged_id, merged ->> 'name', 'merged' from client_merges
    where merged_id = any($1) and not exists (select from clients where id = merged_id)`;
}

/** $2: those that are left. */
export const REMOVE = `
  with removed as (delete from clients where id = any($1) and id <> all($2) returning id)
  select count(*)::int as deleted from removed`;

/** Clients that the import changed, with their version afterwards. */
export const LIST_CHANGED = `
  select client_id as id, max(version) as version from client_import_rows
  where import_id = $1 and outcome = 'updated' and client_id is not null group by client_id order by client_id`;
