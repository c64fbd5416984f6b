import type { Client } from 'pg';

export interface SetAside {
  putBack(): Promise<void>;
}

interface Statements {
  down: string;
  up: string;
}

const OURS = `relnamespace = (select oid from pg_namespace where nspname = current_schema())
  and pg_has_role(relowner, 'usage')`;

/** Triggers get their mode back: the audit's is `enable always`. */
const TRIGGERS = `
  select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as down,
         format('alter table %s enable %s trigger %I', tgrelid::regclass,
           case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, tgname) as up
  from pg_trigger join pg_class on pg_class.oid = tgrelid
  where ${OURS} and not tgisinternal and tgenabled <> 'D'`;

const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as down,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as up
  from pg_constraint join pg_class on pg_class.oid = conrelid where ${OURS} and contype = 'f'`;

/**
 * GIN indexes are much faster to build after the load. Those with statistics targets are kept, because their definition
 * does not restore these.
 */
const GIN_INDEXES = `
  select format('drop index %s', indexrelid::regclass) as down, pg_get_indexdef(indexrelid) as up
  from pg_index join pg_class on pg_class.oid = indexrelid
  where ${OURS} and relam = (select oid from pg_am where amname = 'gin')
    and not exists (select from pg_attribute where attrelid = indexrelid and coalesce(attstattarget, -1) >= 0)`;

/** Drops, within the transaction, what would fail or slow down a load of the tables in alphabetical order. */
export async function setAside(client: Client): Promise<SetAside> {
  const statements: Statements[] = [];
  for (const question of [TRIGGERS, FOREIGN_KEYS, GIN_INDEXES]) {
    const { rows } = await client.query<Statements>(question);
    for (const { down } of rows) await client.query(down);
    statements.push(...rows);
  }
  return {
    putBack: async () => {
      for (const { up } of statements.toReversed()) await client.query(up);
    },
  };
}
