import type { Pool } from 'pg';

/** What the functions of triggers do after TRUNCATE. */
const AFTER_TRUNCATE: readonly (readonly [call: RegExp, statement: string])[] = [
  [/^count_clients\(\)/, `delete from row_counts where name = 'clients'`],
  [/^count_clients_of_days\(\)/, `delete from daily_counts where name = 'clients'`],
  [/^count_open_conversations\(\)/, `delete from row_counts where name = 'open_conversations'`],
  [/^count_all_conversations\(\)/, `delete from row_counts where name = 'conversations'`],
  [
    /^search_enqueue_all\(('\w+')\)/,
    'insert into search_queue (kind, id) select kind, id from search_documents where kind = $1',
  ],
];

const statements = new Map<string, Promise<string>>();

/**
 * Empties tables and all that refer to them, as `truncate … cascade` does and without the triggers of deletes. For few
 * rows it takes a tenth of the time: truncating makes new files for each table and index, and every connection has to
 * read the catalog and plan its statements again.
 */
export async function emptyTables(database: Pool, ...tables: readonly string[]): Promise<void> {
  const key = tables.join(', ');
  let statement = statements.get(key);
  if (statement === undefined) statements.set(key, (statement = statementFor(database, tables)));
  await database.query(await statement);
}

async function statementFor(database: Pool, tables: readonly string[]): Promise<string> {
  const { rows } = await database.query<{ table: string; triggers: string[] }>(
    `with recursive emptied as (
       select unnest($1::regclass[])::oid as id
       union
       select refers.id from emptied cross join lateral (
         select conrelid from pg_constraint where contype = 'f' and confrelid = emptied.id
         -- A trigger keeps them, and what is held for appointments that are not there yet.
         union all select to_regclass('occupied_times') where emptied.id = to_regclass('appointments')
       ) as refers (id)
     )
     select id::regclass::text as table,
       array(select pg_get_triggerdef(pg_trigger.oid) from pg_trigger where tgrelid = id and tgtype & 32 <> 0) as triggers
     from emptied`,
    [tables],
  );
  const deletes = rows.map(({ table }) => `delete from ${table}`);
  const afterwards = rows.flatMap(({ triggers }) => triggers).map(statementOf);
  // The lock waits for those who are writing, as truncating does.
  return `do $$ begin
    perform set_config('session_replication_role', 'replica', true);
    lock table ${rows.map(({ table }) => table).join(', ')} in exclusive mode;
    ${[...deletes, ...afterwards].map((text) => `${text};`).join('\n')}
  end $$`;
}

function statementOf(trigger: string): string {
  const [, call = ''] = trigger.split('EXECUTE FUNCTION ');
  for (const [pattern, statement] of AFTER_TRUNCATE) {
    const match = pattern.exec(call);
    if (match !== null) return statement.replace('$1', () => match[1] ?? '');
  }
  throw new Error(`Nothing says here what a trigger does: ${trigger}`);
}
