import type { Pool } from 'pg';
import { emptyTables } from './empty-tables';

/** Stores rows past the API. All name the same columns; the rest get their defaults. */
export async function insertRows(pool: Pool, table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
    .map((column) => `"${column}"`)
    .join(', ');
  await pool.query(
    `insert into ${table} (${columns})
     select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

export async function countRows(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

const MEMORY_TABLES = [
  'assistant_sessions',
  'assistant_decisions',
  'assistant_state',
  'assistant_tasks',
  'assistant_projects',
  'project_identities',
  'assistant_people',
  'chat_history',
];

export function emptyMemory(memory: Pool): Promise<void> {
  return emptyTables(memory, ...MEMORY_TABLES);
}
