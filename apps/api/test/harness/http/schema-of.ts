import type { Client } from 'pg';

/** Objects of the schema that no extension brought. */
const own = (catalogue: string) => `not exists (
  select from pg_depend where classid = '${catalogue}'::regclass and objid = ${catalogue}.oid and deptype = 'e')`;
const HERE = `(select oid from pg_namespace where nspname = 'public')`;

/**
 * What `pg_dump -s` would show, a line an object. Blanks in the texts of functions do not count, nor does the number that
 * PostgreSQL 15 keeps for itself in the options of a column.
 */
const QUESTIONS = [
  `select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions, relreplident, relrowsecurity, relacl, am.amname)
   from pg_class left join pg_am as am on am.oid = relam where relnamespace = ${HERE} and ${own('pg_class')}`,
  `select concat_ws(' ', 'column', relname, row_number() over (partition by attrelid order by attnum), attname,
     format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid), attidentity, attgenerated, attstorage,
     attcompression, attstattarget, attcollation::regcollation,
     array(select option from unnest(attoptions) as option where option not like 'pg_attver=%'), attacl)
   from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where relnamespace = ${HERE} and ${own('pg_class')}`,
  `select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
   from pg_constraint where connamespace = ${HERE}`,
  `select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, indisprimary)
   from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = ${HERE} and ${own('pg_class')}`,
  `select concat_ws(' ', 'function', regexp_replace(pg_get_functiondef(oid), '\\s+', ' ', 'g'), proacl)
   from pg_proc where pronamespace = ${HERE} and prokind in ('f', 'p') and ${own('pg_proc')}`,
  `select concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid), tgenabled)
   from pg_trigger where not tgisinternal`,
  `select concat_ws(' ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle)
   from pg_sequence join pg_class on pg_class.oid = seqrelid where relnamespace = ${HERE}`,
  `select concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid)) from pg_statistic_ext`,
  `select concat_ws(' ', 'comment', pg_describe_object(classoid, objoid, objsubid), description) from pg_description
   where (classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace = ${HERE}))
      or (classoid = 'pg_proc'::regclass and objoid in (select oid from pg_proc where pronamespace = ${HERE} and ${own('pg_proc')}))`,
  `select concat_ws(' ', 'extension', extname, extversion) from pg_extension`,
  `select concat_ws(' ', 'type', typname, typtype) from pg_type where typnamespace = ${HERE} and ${own('pg_type')}`,
  `select concat_ws(' ', 'rule', pg_get_ruledef(pg_rewrite.oid)) from pg_rewrite join pg_class on pg_class.oid = ev_class
   where relnamespace = ${HERE}`,
  `select concat_ws(' ', 'schema', nspacl) from pg_namespace where nspname = 'public'`,
];

/** All that is in a database but its rows: two databases with the same lines have the same schema. */
export async function schemaOf(client: Client): Promise<string[]> {
  const lines: string[] = [];
  for (const question of QUESTIONS) {
    const { rows } = await client.query<{ concat_ws: string }>(question);
    lines.push(...rows.map((row) => row.concat_ws));
  }
  return lines.sort();
}
