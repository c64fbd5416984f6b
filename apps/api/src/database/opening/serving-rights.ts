import { Client } from 'pg';
import { withLock } from '../advisory-locks';
import { programTables } from '../program-tables';
import { ownerUrl, type DatabaseAddress } from './database-address';

/** An optional role that reads the audit only, without persons' data. The operator makes it. */
const AUDIT_ROLE = 'groupless_audit';

const OF_PROGRAM = [...programTables('panel'), ...programTables('memory')];

/** The schema of the tables, and that of the job engine, which is in the panel's database alone. */
const SCHEMAS = `array[current_schema(), 'jobs']`;

/** Without what another role has made there: only a superuser could give it away. */
const OURS = `(pg_has_role(relowner, 'usage') or relname = any ($2)) and relnamespace in (select oid from pg_namespace where nspname = any (${SCHEMAS}))
  and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`;

/**
 * The grants and revokes that are missing. The serving role writes rows. In the audit it may only insert, and delete
 * the old rows that a trigger lets it; the list of migrations it may only read. It runs the job engine without changing its
 * tables.
 */
const CHANGES = `
  select format('%s %s on table %s %s %I', case when wanted then 'grant' else 'revoke' end, privilege,
           pg_class.oid::regclass, case when wanted then 'to' else 'from' end, $1::text) as statement
  from pg_class
    cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as privilege
    cross join lateral (select privilege = any (case relname
      when 'migrations' then array['select']
      when 'audit_events' then array['select', 'insert', 'delete']
      else array['select', 'insert', 'update', 'delete'] end) as wanted) as rule
  where ${OURS} and relkind in ('r', 'p') and has_table_privilege($1, pg_class.oid, privilege) <> wanted
  union all
  select format('grant usage, select on sequence %s to %I', pg_class.oid::regclass, $1::text)
  from pg_class where ${OURS} and case when relkind = 'S' then not has_sequence_privilege($1, oid, 'usage, select') end
  union all
  select format('grant connect, temporary on database %I to %I', current_database(), $1::text)
  where not has_database_privilege($1, current_database(), 'connect')
     or not has_database_privilege($1, current_database(), 'temporary')
  union all
  select format('grant usage on schema %I to %I', nspname, $1::text) from pg_namespace
  where nspname = any (${SCHEMAS}) and not has_schema_privilege($1, oid, 'usage')
  union all
  select format(case when readable then 'grant select on %s to %I' else 'revoke all on %s from %I' end, relation, rolname)
  from pg_roles cross join (values ('audit_without_persons', true), ('audit_events', false)) as audit (relation, readable)
  where rolname = '${AUDIT_ROLE}' and has_table_privilege(oid, to_regclass(relation), 'select') <> readable`;

/**
 * Grants the serving role its rights in a migrated database, and revokes all others. Does nothing if one role owns and
 * serves.
 */
export async function grantServingRights(address: DatabaseAddress): Promise<void> {
  const role = decodeURIComponent(new URL(address.url).username);
  if (role === decodeURIComponent(new URL(ownerUrl(address)).username)) return;
  const client = new Client({ connectionString: ownerUrl(address) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    // Processes that start at once would update the same rows of the catalogue.
    await withLock(client, 'servingRights');
    const { rows } = await client.query<{ statement: string }>(CHANGES, [role, OF_PROGRAM]);
    for (const { statement } of rows) await client.query(statement);
    await client.query('commit');
  } finally {
    await client.end();
  }
}
