import type { Client } from 'pg';
import type { DatabaseName } from '../database/data-source-options';
import { programTables } from '../database/program-tables';
import { BackupError } from './backup-error';
import type { SequenceValue } from './records';

export interface BackedUpTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

/** What another role has made there is not this program's, and left alone. */
const TABLES = `
  select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns,
    pg_has_role(c.relowner, 'usage') as is_own, has_table_privilege(c.oid, 'select') as is_readable, current_user::text as role
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind = 'r'
    and not a.attisdropped and a.attgenerated = ''
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.oid order by c.relname`;

const SEQUENCES = `
  select sequencename::text as name, last_value::text as last_value from pg_sequences
  where schemaname = current_schema() and pg_has_role(sequenceowner, 'usage') order by sequencename`;

/** Makes COPY write the same rows as the same text, in the same order, on every server. */
const PLAIN_TEXT = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set client_encoding = 'UTF8'`;

export async function writePlainText(client: Client): Promise<void> {
  await client.query(PLAIN_TEXT);
}

interface FoundTable extends BackedUpTable {
  is_own: boolean;
  is_readable: boolean;
  role: string;
}

export interface FoundTables {
  /** Those of the program, including `migrations`, and others that its role owns. */
  tables: BackedUpTable[];
  /** The names of those that other roles have made. */
  left_out: string[];
}

/** @throws BackupError where one of the program's tables cannot be read */
export async function findTables(name: DatabaseName, client: Client): Promise<FoundTables> {
  const { rows } = await client.query<FoundTable>(TABLES);
  const made = new Set(programTables(name));
  const isTheirs = (table: FoundTable) => !table.is_own && !made.has(table.name);
  const lost = rows.find((table) => !table.is_readable && !isTheirs(table));
  if (lost !== undefined)
    throw new BackupError(
      `In the ${name} database another role than ${lost.role} owns ${lost.name}, which cannot be read. ` +
        `As a superuser in it: ALTER TABLE ${lost.name} OWNER TO ${lost.role}.`,
    );
  return {
    tables: rows
      .filter((table) => !isTheirs(table))
      .map(({ name: table, columns }) => ({ name: table, columns })),
    left_out: rows.filter(isTheirs).map((table) => table.name),
  };
}

export async function listSequences(client: Client): Promise<SequenceValue[]> {
  return (await client.query<SequenceValue>(SEQUENCES)).rows;
}

/** A table and its columns in the syntax of COPY. */
export function copyTarget(client: Client, { name, columns }: BackedUpTable): string {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `${client.escapeIdentifier(name)} (${names})`;
}
