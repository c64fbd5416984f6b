import type { Client } from 'pg';
import type { SequenceValue } from './records';

export interface BackedUpTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

const TABLES = `
  select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relnamespace = (select oid from pg_namespace where nspname = current_schema()) and c.relkind = 'r'
    and not a.attisdropped and a.attgenerated = ''
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  group by c.relname order by c.relname`;

const SEQUENCES = `
  select sequencename::text as name, last_value::text as last_value from pg_sequences
  where schemaname = current_schema() order by sequencename`;

/** Makes COPY write the same rows as the same text, in the same order, on every server. */
const PLAIN_TEXT = `
  set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
  set extra_float_digits = 1; set synchronize_seqscans = off; set client_encoding = 'UTF8'`;

export async function writePlainText(client: Client): Promise<void> {
  await client.query(PLAIN_TEXT);
}

/** All tables of the program, including `migrations`. */
export async function listTables(client: Client): Promise<BackedUpTable[]> {
  return (await client.query<BackedUpTable>(TABLES)).rows;
}

export async function listSequences(client: Client): Promise<SequenceValue[]> {
  return (await client.query<SequenceValue>(SEQUENCES)).rows;
}

/** A table and its columns in the syntax of COPY. */
export function copyTarget(client: Client, { name, columns }: BackedUpTable): string {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  return `${client.escapeIdentifier(name)} (${names})`;
}
