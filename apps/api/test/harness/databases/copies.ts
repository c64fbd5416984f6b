import type { TestApp } from '../apps/test-app';

/** The tables of both databases in which a word stands. */
export async function copiesOf(
  { panel, memory }: Pick<TestApp, 'panel' | 'memory'>,
  word: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const pool of [panel, memory]) {
    const { rows } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of rows) {
      const where = `from ${name} as every_row where every_row::text ilike '%' || $1 || '%' limit 1`;
      if ((await pool.query(`select ${where}`, [word])).rowCount === 1) found.push(name);
    }
  }
  return found;
}
